"""The handlers of the JSON API."""
