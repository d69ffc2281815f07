"""Only a name that annotations use."""

Situation = None
