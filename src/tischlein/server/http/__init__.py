"""HTTP: routes, the handlers of the API, what guards them, the proxy to other servers, and the files of the page."""
