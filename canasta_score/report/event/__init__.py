"""A club day as text, CSV and JSON; its page and its paper are in `report/html/`."""
