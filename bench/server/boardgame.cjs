// A card game with hidden hands on boardgame.io's own server, for `python -m bench server --peers`. It prints its address.
//
// Four players hold five cards. Who plays one adds its value to the total and draws another; who passes 76 loses a chip, and the
// game ends when all but one have lost theirs. The deck is secret, and so is every hand but one's own: boardgame.io's usual
// STRIP_SECRETS makes the views. What the server does not do: nothing is written to a disk (its default store is the memory).
'use strict';
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const LIMIT = 77, CHIPS = 3, HAND = 5;
const DECK = [2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => [n, n, n]).concat(Array(8).fill(10), [11, 22, 33, 44, 55, 66, 76, 0, 0, 0, 0, -10, -10, -10, -10]);

function draw(G, random) {
  if (!G.secret.deck.length) {
    G.secret.deck = random.Shuffle(G.discarded);
    G.discarded = [];
  }
  return G.secret.deck.pop();
}

const hidden = {
  name: 'hidden-cards',
  setup: ({ ctx, random }) => {
    const G = { total: 0, discarded: [], chips: {}, players: {}, secret: { deck: random.Shuffle(DECK) } };
    for (let p = 0; p < ctx.numPlayers; p++) {
      G.chips[p] = CHIPS;
      G.players[p] = { hand: G.secret.deck.splice(-HAND) };
    }
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: {
    minMoves: 1, maxMoves: 1,
    order: {
      first: () => 0,
      next: ({ G, ctx }) => {
        for (let k = 1; k <= ctx.numPlayers; k++) {
          const p = (ctx.playOrderPos + k) % ctx.numPlayers;
          if (G.chips[p] >= 0) return p;
        }
      },
    },
  },
  moves: {
    play: {
      client: false, // as everywhere where something is secret
      move: ({ G, playerID, random }, place) => {
        const hand = G.players[playerID].hand;
        if (!Number.isInteger(place) || !(place in hand)) return INVALID_MOVE;
        const [card] = hand.splice(place, 1);
        G.discarded.push(card);
        G.total = card === 76 ? 76 : G.total + card;
        if (G.total >= LIMIT) {
          G.chips[playerID]--;
          G.total = 0;
        }
        hand.push(draw(G, random));
      },
    },
  },
  endIf: ({ G }) => {
    const left = Object.keys(G.chips).filter((p) => G.chips[p] >= 0);
    if (left.length === 1) return { winner: left[0] };
  },
};

const server = Server({ games: [hidden], origins: [Origins.LOCALHOST] });
// What it says about itself would come before the address.
console.info = console.log = () => {};
server.run({ port: 0, lobbyConfig: undefined }).then(({ appServer }) => {
  process.stdout.write(`http://127.0.0.1:${appServer.address().port}\n`);
});
