/* LOBO 77 by hand: the same rules and the same contract as the Python source (every card is drawn by chance, no deck is
 * shuffled beforehand), the same random numbers, the same record, so the same checksum. It shows how fast the rules can be
 * on a machine, and so how much the compiled Python leaves on the table.
 *
 * usage: lobo77 SEATS GAMES SEED [CORES] -> one line of JSON
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_SEATS = 8, CHIPS = 3, HAND = 5, LIMIT = 77, KINDS = 20, DECK = 56 };
enum { DOUBLE = 3, REVERSE = 4, DRAW = 20 };
enum { EMPTY = -1, CHANCE = -1, OVER = -2 };
enum { LOT, SHUFFLE, DEAL, DRAWING, PLAY, DONE };

static const int8_t VALUES[KINDS] = {10, 0, -10, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 11, 22, 33, 44, 55, 66, 76};
static const int8_t COPIES[KINDS] = {8, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1};

typedef struct {
    int32_t total;
    int8_t seats, reverse_cards, first_starter, manual_draw;
    int8_t phase, actor, turn, starter, direction, owed, played, drawer, to_draw;
    int8_t players_in, deck_size, draw_size, draw_ordered, discard_size, aside_size, top;
    int8_t chips[MAX_SEATS], out[MAX_SEATS], sizes[MAX_SEATS];
    int8_t hands[MAX_SEATS][KINDS];
    int8_t unseen[KINDS], aside[KINDS], discard[DECK], stack[DECK];
} Lobo77;

_Static_assert(sizeof(Lobo77) == 360, "the record has no padding");

/* The generator: sfc32, and Lemire's unbiased bounded numbers. */

typedef struct { uint32_t a, b, c, counter; } Rng;

static inline uint32_t word(Rng *r) {
    uint32_t result = r->a + r->b + r->counter++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = ((r->c << 21) | (r->c >> 11)) + result;
    return result;
}

static inline uint32_t below(Rng *r, uint32_t n) {
    uint64_t product = (uint64_t)word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold) product = (uint64_t)word(r) * n;
    }
    return product >> 32;
}

static uint32_t scramble(uint32_t x) {
    x ^= x >> 16; x *= 0x7FEB352D;
    x ^= x >> 15; x *= 0x46CA68B5;
    return x ^ (x >> 16);
}

static void sow(Rng *r, uint32_t low, uint32_t high, uint32_t stream) {
    r->a = scramble(low + 0x1E3779B9);
    r->b = scramble(high ^ r->a);
    r->c = scramble(stream + r->b + 0x3C6EF372);
    r->counter = 1;
    for (int i = 0; i < 12; i++) word(r);
}

/* The rules, function by function as in rules.py. */

static inline int take(int8_t *counts, int index) {
    int kind = 0, left = index - counts[0];
    while (left >= 0) left -= counts[++kind];
    counts[kind]--;
    return kind;
}

static void pour(int8_t *source, int8_t *target) {
    for (int kind = 0; kind < KINDS; kind++) { target[kind] += source[kind]; source[kind] = 0; }
}

static void setup(Lobo77 *s) {
    s->total = 0; s->direction = 1; s->owed = 1; s->players_in = s->seats; s->top = EMPTY;
    memcpy(s->unseen, COPIES, KINDS);
    s->unseen[REVERSE] = s->reverse_cards;
    for (int kind = 0; kind < KINDS; kind++) s->deck_size += s->unseen[kind];
    s->draw_size = s->deck_size;
    memset(s->discard, EMPTY, DECK);
    memset(s->stack, EMPTY, DECK);
    for (int seat = 0; seat < s->seats; seat++) s->chips[seat] = CHIPS;
    s->actor = CHANCE;
    s->phase = s->first_starter == EMPTY ? LOT : DEAL;
    s->starter = s->first_starter == EMPTY ? 0 : s->first_starter;
    s->turn = s->drawer = s->starter;
}

static inline int next_in(const Lobo77 *s, int seat) {
    do seat = seat + 1 < s->seats ? seat + 1 : 0; while (s->out[seat]);
    return seat;
}

static inline int double_is_barred(const Lobo77 *s, int seat) {
    return s->top == DOUBLE && s->sizes[seat] > s->hands[seat][DOUBLE];
}

static inline int legal(const Lobo77 *s, int seat, int32_t *out) {
    int n = 0;
    if (s->phase != PLAY) return 0;
    if (s->turn == seat) {
        int barred = double_is_barred(s, seat) ? DOUBLE : EMPTY;
        for (int kind = 0; kind < KINDS; kind++) { out[n] = kind; n += s->hands[seat][kind] > 0 && kind != barred; }
    }
    if (s->to_draw > 0 && s->drawer == seat) out[n++] = DRAW;
    return n;
}

static inline int chances(const Lobo77 *s) {
    return s->phase == LOT ? s->seats : s->phase == SHUFFLE ? s->deck_size : s->draw_size;
}

static inline void begin_turn(Lobo77 *s, int seat) {
    s->phase = PLAY;
    s->turn = seat;
    s->played = 0;
    s->owed = s->top == DOUBLE ? 2 : 1;
    s->actor = s->to_draw > 0 ? s->drawer : seat;
}

static void end_round(Lobo77 *s) { s->phase = SHUFFLE; s->actor = CHANCE; }

static inline void receive(Lobo77 *s, int kind) {
    s->hands[s->drawer][kind]++;
    s->sizes[s->drawer]++;
    s->draw_size--;
}

static inline void pass_on(Lobo77 *s, int seat) {
    int following = seat;
    for (int i = 0; i < s->seats; i++) {
        following += s->direction;
        if (following < 0) following = s->seats - 1;
        else if (following == s->seats) following = 0;
        if (s->sizes[following] > 0) { begin_turn(s, following); return; }
    }
    if (s->to_draw > 0) begin_turn(s, s->drawer); else end_round(s);
}

static void refill(Lobo77 *s) {
    int below_top = s->discard_size - 1;
    for (int place = 0; place < below_top; place++) s->unseen[s->discard[place]]++;
    memset(s->discard, EMPTY, s->discard_size);
    s->discard[0] = s->top;
    s->discard_size = 1;
    s->draw_size = below_top;
    s->draw_ordered = 0;
}

static inline int draw_pile_is_ready(Lobo77 *s) {
    if (s->draw_size == 0 && s->discard_size > 1) refill(s);
    return s->draw_size > 0;
}

static void draw_from_stack(Lobo77 *s) {
    int top = s->draw_size - 1, kind = s->stack[top];
    s->stack[top] = EMPTY;
    receive(s, kind);
    s->to_draw--;
}

static inline void draw(Lobo77 *s) {
    while (s->to_draw > 0 && draw_pile_is_ready(s)) {
        if (!s->draw_ordered) { s->phase = DRAWING; s->actor = CHANCE; return; }
        draw_from_stack(s);
    }
    s->to_draw = 0;
    s->drawer = EMPTY;
    pass_on(s, s->turn);
}

static void cap_draws(Lobo77 *s) {
    int there_is = s->draw_size + (s->discard_size > 1 ? s->discard_size - 1 : 0);
    if (s->to_draw > there_is) s->to_draw = there_is;
    if (s->to_draw == 0) s->drawer = EMPTY;
}

static void after_draw_by_hand(Lobo77 *s) {
    cap_draws(s);
    s->phase = PLAY;
    s->actor = s->to_draw > 0 ? s->drawer : s->turn;
}

static void draw_by_hand(Lobo77 *s) {
    draw_pile_is_ready(s);
    if (s->draw_ordered) { draw_from_stack(s); after_draw_by_hand(s); }
    else { s->phase = DRAWING; s->actor = CHANCE; }
}

static void pay(Lobo77 *s, int seat) {
    if (s->chips[seat] > 0) { s->chips[seat]--; return; }
    s->out[seat] = 1;
    s->players_in--;
    pour(s->hands[seat], s->aside);
    s->aside_size += s->sizes[seat];
    s->sizes[seat] = 0;
    if (s->players_in == 1) {
        s->phase = DONE;
        s->actor = OVER;
        s->turn = next_in(s, seat);
        s->owed = s->played = 0;
    }
}

static inline void play(Lobo77 *s, int seat, int kind) {
    s->hands[seat][kind]--;
    s->sizes[seat]--;
    s->discard[s->discard_size++] = kind;
    s->top = kind;
    s->played++;
    s->owed--;
    s->to_draw = 0;
    s->drawer = EMPTY;
    s->actor = seat;
    s->total += VALUES[kind];
    if (kind == REVERSE && s->seats > 2) s->direction = -s->direction;
    if (s->total > LIMIT || (s->total > 0 && s->total % 11 == 0)) pay(s, seat);
    if (s->phase == DONE) return;
    if (s->total >= LIMIT) end_round(s);
    else if (s->out[seat]) pass_on(s, seat);
    else if (s->owed == 0 || s->sizes[seat] == 0) {
        s->drawer = seat;
        s->to_draw = s->played;
        if (s->manual_draw) { cap_draws(s); pass_on(s, seat); } else draw(s);
    }
}

static inline void deal(Lobo77 *s, int index) {
    receive(s, take(s->unseen, index));
    s->drawer = next_in(s, s->drawer);
    if (s->draw_size == 0 || s->sizes[s->drawer] == HAND) { s->drawer = EMPTY; begin_turn(s, s->starter); }
}

static void gather(Lobo77 *s) {
    pour(s->aside, s->unseen);
    s->aside_size = 0;
    for (int seat = 0; seat < s->seats; seat++) { pour(s->hands[seat], s->unseen); s->sizes[seat] = 0; }
    for (int place = 0; place < s->discard_size; place++) s->unseen[s->discard[place]]++;
    memset(s->discard, EMPTY, s->discard_size);
    s->discard_size = 0;
    s->top = EMPTY;
    if (s->draw_ordered) {
        for (int place = 0; place < s->draw_size; place++) s->unseen[s->stack[place]]++;
        memset(s->stack, EMPTY, s->draw_size);
        s->draw_ordered = 0;
    }
    s->draw_size = s->deck_size;
    s->total = 0;
    s->direction = 1;
    s->starter = next_in(s, s->starter);
    s->drawer = s->starter;
    s->phase = DEAL;
}

static inline void apply(Lobo77 *s, int seat, int action) {
    if (seat == CHANCE) {
        if (s->phase == DRAWING) {
            receive(s, take(s->unseen, action));
            s->to_draw--;
            if (s->manual_draw) after_draw_by_hand(s); else draw(s);
        } else if (s->phase == DEAL) deal(s, action);
        else if (s->phase == SHUFFLE) { gather(s); deal(s, action); }
        else { s->starter = s->turn = s->drawer = action; s->phase = DEAL; }
    } else if (action == DRAW) draw_by_hand(s);
    else play(s, seat, action);
}

static int64_t random_game(Lobo77 *s, Rng *r, int64_t cap) {
    int32_t out[DECK];
    int64_t decisions = 0;
    while (s->actor != OVER && decisions < cap) {
        if (s->actor == CHANCE) { apply(s, CHANCE, below(r, chances(s))); continue; }
        int n = legal(s, s->actor, out);
        apply(s, s->actor, out[below(r, n)]);
        decisions++;
    }
    return decisions;
}

static uint32_t fingerprint(const Lobo77 *s, const Rng *r) {
    const uint8_t *bytes = (const uint8_t *)s;
    const uint32_t words[4] = {r->a, r->b, r->c, r->counter};
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * 16777619u;
    for (int i = 0; i < 4; i++) hash = (hash ^ words[i]) * 16777619u;
    return hash;
}

int main(int argc, char **argv) {
    if (argc < 4) { fprintf(stderr, "usage: %s SEATS GAMES SEED\n", argv[0]); return 2; }
    Lobo77 start;
    memset(&start, 0, sizeof start);
    start.seats = (int8_t)atoi(argv[1]);
    int64_t games = atoll(argv[2]), decisions = 0;
    uint64_t seed = strtoull(argv[3], NULL, 10);
    start.reverse_cards = 4;
    start.first_starter = EMPTY;
    setup(&start);
    uint32_t checksum = 0;
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int64_t game = 0; game < games; game++) {
        Lobo77 s = start;
        Rng r;
        sow(&r, (uint32_t)seed, (uint32_t)(seed >> 32), (uint32_t)game);
        decisions += random_game(&s, &r, INT64_MAX);
        checksum += fingerprint(&s, &r);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    double seconds = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
    printf("{\"games\": %" PRId64 ", \"decisions\": %" PRId64 ", \"seconds\": %.9f, \"checksum\": %" PRIu32 "}\n",
           games, decisions, seconds, checksum);
    return 0;
}
