"""Requests: routes and what they do, the OpenAPI document, middleware, rate limits, host names, the files of the page."""
