"""The mistakes that explain a different total on another score sheet."""
