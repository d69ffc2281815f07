"""What every measurement needs: the machine, the clock, tables for people, and the programs to compare with."""
