"""What the commands of a club day share."""
