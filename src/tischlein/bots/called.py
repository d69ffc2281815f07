"""What bots are called where people play with them."""

BOT_NAMES = (
    "Ada", "Bruno", "Cosima", "Dario", "Edda", "Fritz", "Greta", "Hugo", "Ida", "Jonas", "Karla", "Linus", "Mira", "Nils",
    "Olga", "Paul", "Quirin", "Rosa", "Selma", "Toni", "Ulla", "Veit", "Wanda", "Xaver", "Yara", "Zoe",
)  # fmt: skip
