"""What bots calculate with, on each backend; all give the same answers to the bit."""
