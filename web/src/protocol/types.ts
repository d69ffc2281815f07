// Written by `make types` from src/tischlein/server/protocol and the games' views. Do not edit.

export const NAME_LENGTH = 24;
export const CHAT_LENGTH = 200;

export const REACTIONS = ["laugh", "wow", "clap", "sad", "thumbs_up", "heart", "think", "hurry"] as const;

export const AVATARS = ["fox", "badger", "otter", "hedgehog", "hare", "woodpecker", "lynx", "owl", "beaver", "sparrow", "deer", "jackdaw"] as const;

export type Language = "de" | "en";

export type State = "lobby" | "playing" | "over";

export type Spectators = "none" | "public" | "rounds";

export type Pace = "slow" | "human" | "instant";

export type SeatKind = "open" | "person" | "bot";

export type Reach = "loopback" | "lan" | "public";

export type Reaction = "laugh" | "wow" | "clap" | "sad" | "thumbs_up" | "heart" | "think" | "hurry";

export type ZoneKind = "hand" | "cards" | "pile" | "row" | "counter" | "text";

export type ZoneOwner = "table" | "seat";

export type SuitColour = "red" | "orange" | "yellow" | "green" | "blue" | "violet" | "black";

export type Avatar = "fox" | "badger" | "otter" | "hedgehog" | "hare" | "woodpecker" | "lynx" | "owl" | "beaver" | "sparrow" | "deer" | "jackdaw";

export type BotAvatar = "teapot" | "lamp" | "clock" | "radio" | "candle" | "cup" | "mill" | "bell";

export type OptionValue = boolean | number | string;

/** A text for people, in both languages. */
export interface Bilingual {
  de: string;
  en: string;
}

/** What went wrong: the code for programs, the text for people. */
export interface ErrorInfo {
  code: string;
  text: Bilingual;
}

/** Every answer with a status of 400 or more. */
export interface ErrorReply {
  error: ErrorInfo;
}

/** All whole numbers from min to max. */
export interface Range {
  min: number;
  max: number;
}

/** A choice of rules; `choice_labels` has one for each of the choices in a list. */
export interface OptionInfo {
  name: string;
  label: Bilingual;
  default: OptionValue;
  choices: OptionValue[] | Range;
  choice_labels: Bilingual[];
  choice_seats: number[][];
  help: Bilingual;
}

/** An answer that a seat can have given by itself: `prefer` takes its name. */
export interface AnswerInfo {
  name: string;
  label: Bilingual;
}

/** A part of the table: where it stands in a view, and how to draw it without knowing the game. */
export interface ZoneInfo {
  name: string;
  key: string;
  kind: ZoneKind;
  owner: ZoneOwner;
  title: Bilingual;
  action: string | null;
}

/** How cards of a suit look: a colour, and a symbol in place of the letters that their texts begin with. */
export interface SuitInfo {
  colour: SuitColour;
  symbol: string;
}

/** A game that can be played here; levels are those of its bots, from the weakest to the strongest. */
export interface GameInfo {
  id: GameId;
  name: string;
  tagline: Bilingual;
  seats: [number, number];
  usual_seats: number;
  options: OptionInfo[];
  levels: string[];
  version: number;
  low_wins: boolean;
  rounds: string | null;
  open_rounds: boolean;
  optional: string[];
  answers: AnswerInfo[];
  zones: ZoneInfo[];
  suits: Record<string, SuitInfo>;
}

/** The server: where others reach it, and whether this client may open it to the local network. */
export interface About {
  version: string;
  reach: Reach;
  address: string;
  may_open: boolean;
  ratings: boolean;
  key: string | null;
}

/** One seat, as everybody with the link sees it. */
export interface SeatInfo {
  seat: number;
  kind: SeatKind;
  name: string | null;
  level: string | null;
  online: boolean;
  standing_in: boolean;
  may_stand_in: number | null;
  preferences: Record<string, boolean>;
  avatar: Avatar | BotAvatar | null;
}

/** What is known before the end about the shuffle of a table; `docs/fair.md` explains it. */
export interface FairInfo {
  construction: number;
  commitment: string;
  promises: (string | null)[];
}

/** What the record of a finished game has, so that its deal can be checked; `docs/fair.md` explains it. */
export interface FairPart {
  construction: number;
  table: string;
  commitment: string;
  secret: string;
  promises: (string | null)[];
  shares: (string | null)[];
  first: number;
  two_sided: boolean;
  draws: [number, number, number][];
}

/** A table, as everybody with the link sees it. */
export interface TableInfo {
  code: string;
  game: GameId;
  version: number;
  options: Record<string, OptionValue>;
  state: State;
  host: number | null;
  seats: SeatInfo[];
  timer: number | null;
  stand_in: string;
  spectators: Spectators;
  pace: Pace;
  chat: boolean;
  lang: Language;
  watching: number;
  created: number;
  touched: number;
  rematch: string | null;
  note: Bilingual | null;
  fair: FairInfo | null;
  answers: string[];
  starting: boolean;
  listed: boolean;
  bank: number | null;
  increment: number;
  advice: boolean;
  deal: string | null;
}

/** A seat and its key; the key is all that a client needs to take it. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** POST /api/tables. The sender takes the first seat without a bot, further people at the same device the next ones. */
export interface CreateTable {
  game: GameId;
  seats: number;
  name: string;
  options?: Record<string, OptionValue>;
  bots?: (string | null)[];
  timer?: number | null;
  stand_in?: string | null;
  spectators?: Spectators;
  pace?: Pace;
  chat?: boolean;
  lang?: Language;
  hot_seat?: string[];
  hot_seat_at?: number[];
  shares?: boolean;
  listed?: boolean;
  bank?: number | null;
  increment?: number;
  advice?: boolean;
  avatar?: Avatar | null;
  guest?: string | null;
  group?: string | null;
}

/** The new table. Without a seat for a person there is no token: one can only watch. */
export interface TableCreated {
  code: string;
  seat: number | null;
  token: string | null;
  others: SeatToken[];
}

/** POST /api/tables/{code}/join. */
export interface JoinTable {
  name: string;
  seat?: number | null;
  avatar?: Avatar | null;
  guest?: string | null;
}

/** A seat was free. */
export interface Joined {
  code: string;
  seat: number;
  token: string;
}

/** A table that its host has listed, as everybody on the server sees it. */
export interface OpenTable {
  code: string;
  game: GameId;
  options: Record<string, OptionValue>;
  host: string | null;
  seats: number;
  free: number;
  joinable: boolean;
  timer: number | null;
  bank: number | null;
  increment: number;
  watching: number;
}

/** POST /api/match: a seat at the listed table that fits best, or else at a new one. */
export interface QuickMatch {
  game: GameId;
  name: string;
  seats?: number | null;
  avoid?: string[];
  lang?: Language;
  avatar?: Avatar | null;
  guest?: string | null;
  similar?: boolean;
}

/** A seat; `opened` where no table fitted, and a new one waits for others now. */
export interface Matched {
  code: string;
  seat: number;
  token: string;
  opened: boolean;
}

/** POST /api/daily/{game}: play today's deal. The same guest comes back to the same table: there is one try. */
export interface PlayDaily {
  name: string;
  guest: string;
  pace?: Pace;
  lang?: Language;
  avatar?: Avatar | null;
}

/** One result of a day's deal; those with the same result share a place. */
export interface DailyPlace {
  place: number;
  name: string;
  at_table: number;
  score: number;
  you: boolean;
}

/** Your own try; `place` is null until the game is over, and where it was over too late. */
export interface DailyMine {
  code: string;
  place: number | null;
}

/** A day's deal of one game, and the best results; your own is the last one where it is not among them. */
export interface DailyGame {
  game: GameId;
  deal: string;
  seats: number;
  commitment: string | null;
  secret: string | null;
  players: number;
  ranking: DailyPlace[];
  mine: DailyMine | null;
}

/** The deals of a day. */
export interface Daily {
  day: string;
  before: string;
  today: boolean;
  ends: number;
  games: DailyGame[];
}

/** POST /api/mine. */
export interface MyTables {
  tokens: string[];
}

/** One of your tables; `token` says by its place in the question which one opens it. */
export interface MyTable {
  token: number;
  seat: number;
  your_turn: boolean;
  table: TableInfo;
}

/** One moment of a replay: what a decision and the chance outcomes after it showed to the chosen eyes. */
export interface Frame {
  seq: number;
  events: GameEvent[];
  view: View;
  scores: number[];
}

/** A page of a game, or of the part of it that may be seen already, from one pair of eyes. */
export interface Replay {
  game: GameId;
  seats: number;
  seat: number | null;
  names: string[];
  complete: boolean;
  frames: Frame[];
  next: string | null;
}

/** The place of a side at the end. */
export interface GuestPlace {
  place: number;
  seats: number[];
  score: number;
  won: boolean;
}

/** A game that a guest has played to its end. */
export interface GuestGame {
  code: string;
  game: GameId;
  at: number;
  names: string[];
  bots: boolean[];
  you: number;
  standings: GuestPlace[];
  levels: (string | null)[];
  deal: string | null;
}

/** How many games were deleted. */
export interface Forgotten {
  games: number;
}

/** A person whom the guest has played with, and how the two compare. */
export interface Acquaintance {
  id: string;
  name: string;
  here: boolean | null;
  games: number;
  ahead: number;
  behind: number;
  game: GameId;
  at: number;
}

/** How strong a guest is in a game. */
export interface RatingInfo {
  game: GameId;
  value: number;
  spread: number;
  games: number;
}

/** Whether the guest wants a rating. */
export interface WantRating {
  on: boolean;
}

/** A group that the guest is in. */
export interface GroupInfo {
  code: string;
  name: string;
  members: number;
  here: number;
}

/** The people and the groups of a guest. */
export interface MyPeople {
  people: Acquaintance[];
  groups: GroupInfo[];
  rated: boolean;
  ratings: RatingInfo[];
}

/** People who are shown an invitation to a table where the guest sits. */
export interface Invite {
  code: string;
  people: string[];
}

/** The number of people for whom the invitation was left; whether they see it is not told. */
export interface Invited {
  people: number;
}

/** A new group, and what its first member is called in it. */
export interface NewGroup {
  group: string;
  name: string;
}

/** What the guest is called in the group. */
export interface JoinGroup {
  name: string;
}

/** The member whom the owner of a group removes. */
export interface RemoveMember {
  member: string;
}

/** A member of a group. */
export interface Member {
  id: string;
  name: string;
  here: boolean;
  you: boolean;
  owner: boolean;
  ratings: RatingInfo[];
}

/** An evening of a group. */
export interface GroupEvening {
  code: string;
  name: string;
  state: "gathering" | "over" | "pause" | "playing";
}

/** A group; who is not a member learns its name and size only. */
export interface Group {
  code: string;
  link: string;
  name: string;
  size: number;
  member: boolean;
  members: Member[];
  tables: OpenTable[];
  evenings: GroupEvening[];
}

/** A member in a season; only games with at least one other person count. */
export interface SeasonRow {
  place: number;
  name: string;
  you: boolean;
  games: number;
  won: number;
  points: number;
  most: number;
  average: number;
}

/** The table of a season, from its first day to its last. */
export interface Season {
  group: string;
  start: string;
  end: string;
  games: number;
  rows: SeasonRow[];
}

/** An invitation to a table. */
export interface Invitation {
  code: string;
  game: GameId;
  name: string;
}

/** All invitations of the guest, the latest first. */
export interface Invitations {
  type: "invitations";
  invitations: Invitation[];
}

/** The first message: whose page is open. */
export interface Present {
  type: "present";
  key: string;
}

/** Do not show an invitation any more. */
export interface Dismiss {
  type: "dismiss";
  code: string;
}

/** A game of an evening; options that are left out have their usual values. */
export interface EveningGame {
  game: GameId;
  options?: Record<string, OptionValue>;
}

/** POST /api/evenings. The games follow one another, one in each round. */
export interface OpenEvening {
  name: string;
  games: EveningGame[];
  seats?: number;
  rounds?: number;
  minutes?: number;
  level?: string;
  pace?: Pace;
  lang?: Language;
  group?: string | null;
  guest?: string | null;
}

/** The new evening, and the key with which its host leads it. */
export interface EveningOpened {
  code: string;
  token: string;
}

/** POST /api/evenings/{code}/join. */
export interface JoinEvening {
  name: string;
  avatar?: Avatar | null;
  guest?: string | null;
}

/** A person of the evening; the token opens this person's seat at every table of it. */
export interface EveningJoined {
  person: number;
  token: string;
}

/** POST /api/evenings/{code}/attend: with or without a seat in the next round. */
export interface Attend {
  here: boolean;
}

/** POST /api/evenings/{code}/lead: the host starts the next round, ends the running one, plans no further ones, or removes a person. */
export interface LeadEvening {
  what: "end" | "remove" | "start" | "time";
  person?: number | null;
}

/** A person of an evening. */
export interface EveningPerson {
  number: number;
  name: string;
  avatar: Avatar | null;
  here: boolean;
}

/** A table of the last round: the people by seat, null for a bot; `code` only when the round is closed. */
export interface EveningPlan {
  people: (number | null)[];
  over: boolean;
  code: string | null;
}

/** A person in the ranking; the place is null where the person has played less than half of the deals. */
export interface EveningStanding {
  person: number;
  place: number | null;
  percent: number;
  low: number;
  high: number;
  deals: number;
}

/** Where you sit in the running round. */
export interface EveningSeat {
  code: string;
  table: number;
  seat: number;
  over: boolean;
}

/** An evening, as everybody with its link sees it. */
export interface EveningInfo {
  code: string;
  version: number;
  name: string;
  state: "gathering" | "over" | "pause" | "playing";
  games: GameId[];
  seats: number;
  rounds: number;
  minutes: number;
  level: string;
  lang: Language;
  created: number;
  round: number;
  game: GameId;
  left: number | null;
  people: EveningPerson[];
  tables: EveningPlan[];
  standings: EveningStanding[];
  luck: number | null;
  you: number | null;
  sits: EveningSeat | null;
}

/** One seat of a table in a finished round; `percent` is null for bots and people for whom a bot played. */
export interface EveningResult {
  person: number | null;
  place: number;
  score: number;
  percent: number | null;
}

/** A table of a finished round, by seat; without results where its game did not end. */
export interface EveningTableResult {
  code: string;
  results: EveningResult[];
}

/** A finished round: what became of the same cards at all tables. */
export interface EveningRound {
  round: number;
  game: GameId;
  tables: EveningTableResult[];
}

/** The first message. Without a token one watches; `since` is the number of the last event that was seen. */
export interface Hello {
  type: "hello";
  token?: string | null;
  since?: number;
  lang?: Language | null;
}

/** Asks for another welcome, after a gap or in another language. */
export interface Sync {
  type: "sync";
  since?: number;
  lang?: Language | null;
}

/** A decision; `seq` is the table's when it was made. The same id again changes nothing. */
export interface Play {
  type: "play";
  id: string;
  seq: number;
  action: string;
}

/** Asks why an action is not legal now; answered with `because`. */
export interface Why {
  type: "why";
  id: string;
  action: string;
}

/** Takes your last decision back, or asks the others to agree. */
export interface Undo {
  type: "undo";
  id: string;
}

/** Agrees to another player's undo, or declines it. */
export interface UndoAnswer {
  type: "undo_answer";
  agree: boolean;
}

/** Asks for 30 more seconds for your own seat, or gives them to another whose clock runs. */
export interface MoreTime {
  type: "more_time";
  seat: number;
}

/** Asks the coach what it would do; answered with `advice`, and all hear `advised`. */
export interface AskAdvice {
  type: "advice";
  id: string;
}

/** Promises a share of the shuffle, before the start; `docs/fair.md` says what it is the hash of. */
export interface Share {
  type: "share";
  promise: string;
}

/** Reveals the promised share, after `promises`. */
export interface Reveal {
  type: "reveal";
  share: string;
}

/** The host starts; open seats get bots or are taken away. */
export interface Start {
  type: "start";
  empty?: "bots" | "close";
}

/** The host puts a bot on a free seat, or frees a bot's, before the start. */
export interface SetSeat {
  type: "set_seat";
  seat: number;
  bot: string | null;
}

/** The host swaps two seats before the start, taken or not. */
export interface Swap {
  type: "swap";
  seat: number;
  other: number;
}

/** The host frees a person's seat, before the start. */
export interface Kick {
  type: "kick";
  seat: number;
}

/** The host makes another player the host. */
export interface HandOver {
  type: "hand_over";
  seat: number;
}

/** Leaves, with everybody at the same device; after the start bots play on. */
export interface Leave {
  type: "leave";
}

/** Asks a bot to play for a person who has been away for a while, until that person is back. */
export interface StandIn {
  type: "stand_in";
  seat: number;
}

/** Takes the seat back from the bot that stands in. */
export interface Back {
  type: "back";
}

/** Another game with the same people, after the end. */
export interface Rematch {
  type: "rematch";
}

/** A short text for all at the table. */
export interface Say {
  type: "chat";
  text: string;
}

/** The host switches chat and reactions on or off. */
export interface SwitchChat {
  type: "chat_switch";
  on: boolean;
}

/** The host lists the table for everybody on this server, or takes it off the list. */
export interface ListTable {
  type: "list";
  on: boolean;
}

/** The host sets how quickly and how well the bots play, at any time; null leaves it as it is. */
export interface Tune {
  type: "tune";
  pace?: Pace | null;
  level?: string | null;
}

/** A reaction without words. */
export interface React {
  type: "react";
  reaction: Reaction;
}

/** Gives one of the game's standing answers by itself from now on, or asks again. */
export interface Prefer {
  type: "prefer";
  name: string;
  on: boolean;
}

/** Answered with pong. */
export interface Ping {
  type: "ping";
}

/** Something that the seat may do now: `text` is what `play` takes, `label` and `note` are for people. */
export interface ActionInfo {
  id: number;
  text: string;
  label: string;
  hint: Hint | null;
  note: string;
  card: string | null;
}

/** The place of a side at the end; sides with the same result share one. */
export interface StandingInfo {
  place: number;
  seats: number[];
  score: number;
  won: boolean;
  text: string;
}

/** The table as the seat may know it now. Before the start there is no view. */
export interface Moment {
  seq: number;
  told: number;
  head: string | null;
  signature: string | null;
  events: GameEvent[];
  view: View | null;
  actions: ActionInfo[];
  waiting: number[];
  scores: number[];
  over: boolean;
  winners: number[];
  clock: (number | null)[];
  can_undo: boolean;
  task: string;
  standings: StandingInfo[] | null;
}

/** A chat message. */
export interface ChatLine {
  n: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

/** A request to take a move back; `open` are the seats that have not agreed yet. */
export interface UndoAsk {
  seat: number;
  open: number[];
}

/** The answer to hello and sync: everything. */
export interface Welcome extends Moment {
  type: "welcome";
  you: number | null;
  table: TableInfo;
  chat: ChatLine[];
  undo: UndoAsk | null;
  signer: string | null;
}

/** Something happened in the game; `events` are those since the last news. */
export interface News extends Moment {
  type: "news";
}

/** The game is about to start, and these are all promises, by the seats' new numbers: players who promised a share reveal it now. */
export interface Promises {
  type: "promises";
  seat: number | null;
  commitment: string;
  promises: (string | null)[];
}

/** A person came, left, was replaced or came back, or the host changed something. */
export interface People {
  type: "people";
  table: TableInfo;
}

/** A message with an id was carried out. */
export interface Accepted {
  type: "accepted";
  id: string;
  seq: number;
}

/** A message was not carried out. `code` and `clause` are the rules' own where they refuse. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  clause: string;
  text: Bilingual;
}

/** The answer to why; the code is `legal` if the move is legal. */
export interface Because {
  type: "because";
  id: string;
  code: string;
  clause: string;
  text: Bilingual;
}

/** An action, and the seat's chance to win after it. */
export interface AdviceChoice {
  action: string;
  label: string;
  value: number;
  spread: number;
}

/** The answer to `advice`, for the asker only: all actions, the best first, and what the coach says. */
export interface Advice {
  type: "advice";
  id: string;
  choices: AdviceChoice[];
  text: string[];
}

/** A player asks the coach for advice. */
export interface Advised {
  type: "advised";
  seat: number;
}

/** A chat message was sent. */
export interface Chat {
  type: "chat";
  line: ChatLine;
}

/** A player reacted. */
export interface Reacted {
  type: "reaction";
  seat: number;
  reaction: Reaction;
}

/** A player asks for an undo, or one more has agreed. */
export interface UndoAsked {
  type: "undo_asked";
  undo: UndoAsk;
}

/** A request for an undo is over. `how` it ended, and `by` whom where a player has refused, moved or gone away. */
export interface UndoAnswered {
  type: "undo_answered";
  seat: number;
  agreed: boolean;
  how: "agreed" | "away" | "expired" | "moved" | "refused";
  by: number | null;
}

/** A player asks for more time (`by` is null), or `by` has given it; the clocks follow as news. */
export interface TimeAsked {
  type: "more_time";
  seat: number;
  by: number | null;
}

/** The next table; the token of this one opens it too. */
export interface NextTable {
  type: "rematch";
  code: string;
}

/** The last message before the server closes, and why. */
export interface Goodbye {
  type: "goodbye";
  code: string;
  text: Bilingual;
}

/** The answer to ping. */
export interface Pong {
  type: "pong";
}

/** POST /api/tables/{code}/review: asks the coach, or no longer waits for it. */
export interface AskReview {
  want?: boolean;
}

/** What a seat's result is made of, as parts of a win: start + luck + own + others = result. */
export interface ReviewPlayer {
  result: number;
  start: number;
  luck: number;
  own: number;
  others: number;
  decisions: number;
  mistakes: number;
  accuracy: number;
  text: string;
}

/** A step of the game, and everybody's chance to win after it. */
export interface ReviewPlace {
  frame: number;
  seat: number;
  chances: number[];
}

/** A step that changed much. */
export interface TurningPoint {
  place: number;
  seat: number;
  swing: number;
  text: string;
}

/** An action that was possible, and the chance to win after it. */
export interface ReviewChoice {
  id: number;
  action: string;
  label: string;
  value: number;
  spread: number;
  worlds: number;
  count: Record<string, unknown> | null;
  played: boolean;
}

/** A mistake to learn from: the decision as the seat saw it then, and what each choice was worth, the best first. */
export interface ReviewLesson {
  frame: number;
  seat: number;
  loss: number;
  spread: number;
  known: string;
  view: View;
  actions: ActionInfo[];
  task: string;
  choices: ReviewChoice[];
  text: string[];
  kind: string;
  kind_text: string;
}

/** A finished game, seen by the coach; lessons are those of one seat, none for a spectator. */
export interface GameReview {
  game: GameId;
  seat: number | null;
  names: string[];
  players: ReviewPlayer[];
  places: ReviewPlace[];
  turns: TurningPoint[];
  lessons: ReviewLesson[];
}

/** How far the coach has come; `review` is there when it is ready. */
export interface Reviewing {
  state: "none" | "ready" | "running" | "waiting";
  ahead: number;
  done: number;
  steps: number;
  review: GameReview | null;
}

export type ClientMessage =
  | Hello
  | Sync
  | Play
  | Why
  | Undo
  | UndoAnswer
  | MoreTime
  | AskAdvice
  | Share
  | Reveal
  | Start
  | SetSeat
  | Swap
  | Kick
  | HandOver
  | Leave
  | StandIn
  | Back
  | Rematch
  | Say
  | SwitchChat
  | ListTable
  | Tune
  | React
  | Prefer
  | Ping;

export type ServerMessage =
  | Welcome
  | News
  | Promises
  | People
  | Accepted
  | Refused
  | Because
  | Advice
  | Advised
  | Chat
  | Reacted
  | UndoAsked
  | UndoAnswered
  | TimeAsked
  | NextTable
  | Goodbye
  | Pong;

/** What the views of all games have. */
export interface CommonView {
  seats: number;
  you: number | null;
  phase: string;
  over: boolean;
  waiting: number[];
  scores: number[];
  winners: number[];
}

/** What the events of all games have. Servers always send `text`, the sentence for this listener, empty where
 * nothing is said; `steps` is how many steps an undo took back. */
export interface CommonEvent {
  seq: number;
  text?: string;
  steps?: number;
}

/** One seat, as all players see it. */
export interface Lobo77Player {
  seat: number;
  cards: number;
  chips: number;
  swims: boolean;
  out: boolean;
}

/** The table from one seat; a spectator has no hand. */
export interface Lobo77View extends CommonView {
  game: "lobo77";
  options: Record<string, OptionValue>;
  hand: string[] | null;
  unseen: Record<string, number>;
  turn: number;
  next: number | null;
  starter: number;
  direction: number;
  total: number;
  danger: number[];
  paid: number;
  limit: number;
  owed: number;
  played: number;
  may_draw: number[] | null;
  discard: string[];
  draw_count: number;
  set_aside_count: number;
  players: Lobo77Player[];
}

/** Something that happened. Kinds: lot, shuffle (cards), deal and draw (card), play (card, total, direction), lost (cards), chip (left), out, round_end (total), game_end (winners). */
export interface Lobo77Event extends CommonEvent {
  seat: number | null;
  kind: "lot" | "shuffle" | "deal" | "draw" | "play" | "lost" | "chip" | "out" | "round_end" | "game_end" | "undo";
  card?: string;
  cards?: number;
  total?: number;
  direction?: number;
  left?: number;
  winners?: number[];
}

/** For a card: the total that is announced, what that costs, and whether the round ends. For `draw`: the cards still to be drawn. */
export interface Lobo77Hint {
  total?: number;
  costs?: "chip" | "last_chip" | "out" | null;
  ends_round?: boolean;
  ends_game?: boolean;
  cards?: number;
}

/** When knocking is allowed: the plays or cards that every seat has laid, and how many it needs. */
export interface QuandoKnock {
  counts: "cards" | "plays";
  laid: number[];
  needed: number;
  open: boolean;
}

/** The table from one seat. A card is `9/3`, the side in play first; a side that the seat has not seen is `?`. */
export interface QuandoView extends CommonView {
  game: "quando";
  options: Record<string, OptionValue>;
  dealer: number;
  turn: number;
  hands: string[][];
  draw: string[];
  draw_count: number;
  draw_ordered: boolean;
  discard: string[];
  picked: string[];
  penalty: number[];
  knocked: number | null;
  plays: number[];
  cards_played: number[];
  knock: QuandoKnock;
  sums: (number | null)[];
  points: number[];
  unseen: string[];
}

/** Something that happened; `card` is as the seat knows it afterwards. Kinds: lot (the first dealer), shuffle (cards), deal (card), uncover (the card that is now on top of the draw pile), play (card), draw (card, side: visible or hidden), turn_over (cards, the card now on top), triplet (number), flip (card, its place in the hand), knock, pass, round_end (by: zeros or knock, hands: all of them lie open now, sums, counts: the sum after each card, gained, points, knocked: who did, penalty: what that costs), game_end (winners, points). */
export interface QuandoEvent extends CommonEvent {
  seat: number | null;
  kind: "lot" | "shuffle" | "deal" | "uncover" | "play" | "draw" | "turn_over" | "triplet" | "flip" | "knock" | "pass" | "round_end" | "game_end" | "undo";
  card?: string;
  cards?: number;
  place?: number;
  side?: string;
  number?: number;
  by?: string;
  hands?: string[][];
  knocked?: number | null;
  penalty?: number;
  sums?: number[];
  counts?: number[][];
  gained?: number[];
  points?: number[];
  winners?: number[];
}

/** The sum of your own fronts afterwards, always; None where an unknown side decides about it. For `pick`: whether the cards laid are a play then, and the numbers that may follow. For `take`: the side that comes, None if it is not known, whether this makes a triplet, and whether the round ends because only zeros are left. For `flip`: the side that comes up. For `knock`: the points it costs to be lowest no longer alone. */
export interface QuandoHint {
  sum?: number | null;
  complete?: boolean;
  next?: number[];
  number?: number | null;
  triplet?: boolean;
  ends_round?: boolean | null;
  penalty?: number;
}

/** Something that happened. Kinds: lot (the dealer); deal and draw (card); lay (a card comes into the display); reveal (card). offer and give (card), no_offer, return, accept. choose (card, revealed: bool); play (card, verb); pick (card); bonus (card), no_bonus; capture (cards; owner and tile if a quanto was taken); quanto (owner, tile, cards: all of it; added: those of this turn; new: bool); discard (card); rob (owner: whose card); gone (cards). rest (cards of the display at the end, for the last taker); game_end (winners). */
export interface QuantoEvent extends CommonEvent {
  seat: number | null;
  kind: "lot" | "deal" | "draw" | "lay" | "reveal" | "offer" | "no_offer" | "return" | "accept" | "give" | "choose" | "play" | "pick" | "bonus" | "no_bonus" | "capture" | "quanto" | "discard" | "rob" | "gone" | "rest" | "game_end" | "undo";
  card?: string;
  cards?: string[];
  added?: string[];
  verb?: string;
  revealed?: boolean;
  owner?: number;
  tile?: number;
  new?: boolean;
  winners?: number[];
}

/** A tile in front of a seat, and the cards with it. */
export interface QuantoQuantoView {
  tile: number;
  cards: string[];
}

export interface QuantoOffer {
  from: number;
  card: string;
}

/** Cards picked for one sum. `values` are what they count: a joker makes up what was missing. `base` is the played card's value where it belongs to the group. */
export interface QuantoGroup {
  cards: string[];
  values: number[];
  base: number | null;
  sum: number;
  goal: number;
  closed: boolean;
}

/** One seat, as all players see it; the win pile's top card is the last. */
export interface QuantoPlayer {
  seat: number;
  partner: number | null;
  cards: number;
  pile: string[];
  quanto: QuantoQuantoView | null;
}

/** The table from one seat; a spectator has no hand, and `partner_knows` is for teams only. */
export interface QuantoView extends CommonView {
  game: "quanto";
  options: Record<string, OptionValue>;
  offer: QuantoOffer | null;
  hand: string[] | null;
  partner_knows: string[] | null;
  unseen: Record<string, number>;
  dealer: number;
  turn: number;
  step: string | null;
  card: string | null;
  verb: string | null;
  picked: string[][];
  value: number | null;
  owner: number | null;
  goal: number | null;
  groups: QuantoGroup[];
  lying: string[];
  second: boolean;
  display: string[];
  revealed: string[] | null;
  tiles: number[];
  all_tiles: number[];
  draw_count: number;
  gone: string[];
  last_taker: number | null;
  players: QuantoPlayer[];
}

/** What an action would bring. For `card`: the value, None for a joker. For a verb: the value of the card, what a group has to make, what is missing besides the card, and the cards that can be picked first; the seat whose quanto it is about, and the number of its cards. For `discard`: what a 1, 2 or 3 does then, and how many cards a 1 robs. For `pick`: the sum of the group with this card, what it has to make, and whether that closes it. For `done` and the bonus: the cards that move, and whether a bonus follows. */
export interface QuantoHint {
  value?: number | null;
  goal?: number;
  missing?: number;
  picks?: string[];
  owner?: number;
  cards?: number;
  special?: "again" | "reveal" | "rob" | null;
  sum?: number;
  closes?: boolean;
  bonus?: boolean;
}

/** The numbers crossed in each row, in the order of crossing, and the misses. */
export interface QwixxSheet {
  red: number[];
  yellow: number[];
  green: number[];
  blue: number[];
  misses: number;
}

/** A row as it counts: its crosses with the lock, their points, and the numbers that can no longer be crossed. */
export interface QwixxRow {
  crosses: number;
  points: number;
  locked: boolean;
  lost: number[];
}

/** The four rows of a sheet. */
export interface QwixxRows {
  red: QwixxRow;
  yellow: QwixxRow;
  green: QwixxRow;
  blue: QwixxRow;
}

/** The numbers of each row, from left to right. */
export interface QwixxPrinted {
  red: number[];
  yellow: number[];
  green: number[];
  blue: number[];
}

/** What the active player has crossed in this turn: anything in step 2, which numbers in step 3. */
export interface QwixxCrossed {
  step2: boolean;
  numbers: number[];
}

/** One seat, as all players see it: the numbers of the hand, and the sheet. */
export interface QwixxPlayer {
  seat: number;
  cards: string[];
  sheet: QwixxSheet;
  rows: QwixxRows;
  score: number;
  decided: boolean;
}

/** The table from one seat; a spectator has no hand. */
export interface QwixxView extends CommonView {
  game: "qwixx";
  options: Record<string, OptionValue>;
  hand: string[] | null;
  choice: string | null;
  played: string[];
  colour: string | null;
  unseen: string[];
  step: number;
  turn: number;
  to_take: number;
  printed: QwixxPrinted;
  scale: number[];
  miss: number;
  last_miss: number;
  players: QwixxPlayer[];
  display: (string | null)[];
  top: string | null;
  draw_count: number;
  discard: string[];
  shown: boolean;
  crossed: QwixxCrossed;
}

/** Something that happened. Kinds: lot, deal (card), display (slot, card), top (card), shuffle (cards), take (slot, card), decided, cross (row, number, lock), skip, play (card), show (cards shown, row), stop, miss (misses), game_end (winners). */
export interface QwixxEvent extends CommonEvent {
  seat: number | null;
  kind: "lot" | "deal" | "display" | "top" | "shuffle" | "take" | "decided" | "cross" | "skip" | "play" | "show" | "stop" | "miss" | "game_end" | "undo";
  card?: string;
  slot?: number;
  cards?: number;
  shown?: string[];
  row?: string;
  number?: number;
  lock?: boolean;
  misses?: number;
  winners?: number[];
}

/** What an action would bring. For a cross: row, number, the points of the row with it, how many more that is, whether the lock closes, and the numbers that are lost. For `play`: row, number, and whether the row is open for it now; for `show`: the row; for `slot`: the number. For `skip` and `stop`: whether this brings a miss. For all that may end the game: whether it does. */
export interface QwixxHint {
  row?: string;
  number?: number;
  points?: number;
  gain?: number;
  lock?: boolean;
  loses?: number[];
  may_cross?: boolean;
  miss?: boolean;
  ends_game?: boolean;
}

export type View = Lobo77View | QuandoView | QuantoView | QwixxView;

export type GameEvent = Lobo77Event | QuandoEvent | QuantoEvent | QwixxEvent;

/** A game is known by its id; the page shows games that it has never heard of. */
export type GameId = string;

/** What an action would bring: a game's own table reads it as its own type. */
export type Hint = Record<string, unknown>;

export interface GameRecord {
  game: GameId;
  version: number;
  seats: number;
  options: Record<string, OptionValue>;
  start: unknown;
  history: [number, string][];
  fair?: FairPart;
}
