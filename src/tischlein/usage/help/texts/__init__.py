"""What the help of the commands says, in other languages than the code: sentence by sentence."""
