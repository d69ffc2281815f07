"""The words of a report, in both languages."""
