// Written from src/tischlein/server/protocol and the games' views (`make types`). Do not edit.

export const NAME_LENGTH = 24;
export const CHAT_LENGTH = 200;
export const REACTIONS = ["laugh", "wow", "clap", "sad", "thumbs_up", "heart", "think", "hurry"] as const;
export const AVATARS = ["fox", "badger", "otter", "hedgehog", "hare", "woodpecker", "lynx", "owl", "beaver", "sparrow", "deer", "jackdaw"] as const;
