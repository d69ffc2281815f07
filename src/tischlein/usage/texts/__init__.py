"""What commands refuse, in other languages than the code: sentence by sentence."""
