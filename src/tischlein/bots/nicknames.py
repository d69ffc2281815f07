"""Names and looks of bots at tables with people."""

BOT_NAMES = (
    "Ada", "Bruno", "Cosima", "Dario", "Edda", "Fritz", "Greta", "Hugo", "Ida", "Jonas", "Karla", "Linus", "Mira", "Nils",
    "Olga", "Paul", "Quirin", "Rosa", "Selma", "Toni", "Ulla", "Veit", "Wanda", "Xaver", "Yara", "Zoe",
)  # fmt: skip

# What people and bots look like at a table. People are animals, bots are things of the kitchen.
AVATARS = (
    "fox", "badger", "otter", "hedgehog", "hare", "woodpecker", "lynx", "owl", "beaver", "sparrow", "deer", "jackdaw",
)  # fmt: skip
BOT_AVATARS = ("teapot", "lamp", "clock", "radio", "candle", "cup", "mill", "bell")
