"""Rules in the page are complete."""


def complete(rules):
    if not hasattr(rules, "legal"):
        raise TypeError("legal is missing")
