"""Every message of the table, defined once: validation, the OpenAPI document and the page's types come from here.

``rest`` has the bodies of requests and answers, ``client`` what a client says on the socket, ``server`` what the server says there,
``shared`` what they are made of. ``In`` is what a client sends: unknown fields and wrong types are refused. ``Out`` is what the server
sends: all fields are always there. Views and events are those of ``Table.view`` and ``Table.events``; the games declare them as typed dicts.
"""
