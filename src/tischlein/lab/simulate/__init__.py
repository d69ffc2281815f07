"""Play whole games by the million: ``simulate -> Plan -> Runner.run -> Result``."""
