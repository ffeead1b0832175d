"""A club day as text, JSON, page and paper."""
