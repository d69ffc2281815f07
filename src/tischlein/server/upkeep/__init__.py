"""What an operator does with stored tables: check them, back them up, restore them. All of it but restoring works while people play."""
