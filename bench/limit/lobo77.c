/* LOBO 77 by hand: the same rules and the same contract as the Python source (every card is drawn by chance, no deck is
 * shuffled beforehand), the same random numbers, the same record, so the same checksum. It shows how fast the rules can be
 * on a machine, and so how much the compiled Python leaves on the table. `python -m bench rules` builds and runs it.
 *
 * What makes it quick, each tried and measured: the generator in registers, fields read once into locals (a store through
 * int8_t * may change anything, so the compiler reads them again after it), one function for a whole game with all others
 * inlined, and the hand's scan unrolled and without branches.
 *
 *     cc -O3 -mcpu=native lobo77.c -o lobo77      (-march=native on x86)
 *     ./lobo77 SEATS GAMES SEED FIRST             games FIRST, FIRST + 1, ... of the seed; prints one line of JSON
 *
 * -DWIDE_TAKE finds a drawn card by arithmetic on eight counts at once instead of counting through the pile. No card game
 * is usually written like that, so it is not what Tischlein is compared with, but it says what the loop costs.
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
enum { BATCH = 2048 };
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

/* The generator: multiply-with-carry of lag two, and Lemire's unbiased bounded numbers. */

typedef struct { uint32_t last, before, carry; } Rng;

static inline uint32_t word(Rng *r) {
    uint64_t product = (uint64_t)0x7FEB306D * r->before + r->carry;
    r->before = r->last;
    r->last = (uint32_t)product;
    r->carry = (uint32_t)(product >> 32);
    return r->last ^ r->carry;
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
    r->last = scramble(low + 0x1E3779B9);
    r->before = scramble(high ^ r->last);
    r->carry = 1 + (scramble(stream + r->before + 0x3C6EF372) & 0x3FFFFFFF);
    for (int i = 0; i < 8; i++) word(r);
}

/* The rules, function by function as in rules/__init__.py. */

#ifndef WIDE_TAKE
static inline int take(int8_t *counts, int index) {
    int kind = 0, left = index - counts[0];
    while (left >= 0) left -= counts[++kind];
    counts[kind]--;
    return kind;
}
#else
/* A multiplication by 0x0101... adds up bytes from the right, so byte k holds the sum of the counts up to kind k (on a
 * little-endian machine). The kind sought is the number of sums that are not above the index; all are below 64, so bit 6 of
 * index + 64 - sum says which. */
static const uint64_t ONES = 0x0101010101010101u;

static inline int sums_up_to(uint64_t sums, int index) {
    uint64_t low_enough = (((uint64_t)index + 64) * ONES - sums) >> 6 & ONES;
    return (int)(low_enough * ONES >> 56);
}

static inline int take(int8_t *counts, int index) {
    uint64_t words[3] = {0, 0, 0};
    memcpy(words, counts, KINDS);
    uint64_t first = words[0] * ONES;
    uint64_t second = words[1] * ONES + (first >> 56) * ONES;
    /* Four more kinds; the last one is never passed, so the rest of the word does not count. */
    uint64_t third = words[2] * ONES + (second >> 56) * ONES;
    int kind = sums_up_to(first, index) + sums_up_to(second, index) + sums_up_to(third, index);
    counts[kind]--;
    return kind;
}
#endif

static void pour(int8_t *restrict source, int8_t *restrict target) {
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
    int seats = s->seats;
    /* The mask is a zero after the last seat: no branch, since nobody can predict it well. */
    do { seat++; seat &= -(seat != seats); } while (s->out[seat]);
    return seat;
}

static inline int double_is_barred(const Lobo77 *s, int seat) {
    return s->top == DOUBLE && s->sizes[seat] > s->hands[seat][DOUBLE];
}

/* Actions are bytes here: nobody else reads them. */
static int strike(uint8_t *out, int n, int action) {
    int kept = 0;
    for (int place = 0; place < n; place++) { out[kept] = out[place]; kept += out[place] != action; }
    return kept;
}

static inline int legal(const Lobo77 *s, int seat, uint8_t *restrict out) {
    int n = 0;
    if (s->phase != PLAY) return 0;
    if (s->turn == seat) {
        const int8_t *hand = s->hands[seat];
#pragma GCC unroll 20
        for (int kind = 0; kind < KINDS; kind++) { out[n] = (uint8_t)kind; n += hand[kind] > 0; }
        if (hand[DOUBLE] > 0 && double_is_barred(s, seat)) n = strike(out, n, DOUBLE);
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
    int drawer = s->drawer;
    s->hands[drawer][kind]++;
    s->sizes[drawer]++;
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

/* Not inlined into main: with a pointer in a register fields are read in one instruction. */
__attribute__((noinline)) static int64_t random_game(Lobo77 *restrict s, Rng *restrict rng) {
    uint8_t out[KINDS + 2];
    Rng r = *rng; /* a copy whose address nobody keeps stays in registers */
    int64_t decisions = 0;
    for (int seat; (seat = s->actor) != OVER;) {
        if (seat == CHANCE) { apply(s, CHANCE, below(&r, chances(s))); continue; }
        int n = legal(s, seat, out);
        apply(s, seat, out[below(&r, n)]);
        decisions++;
    }
    *rng = r;
    return decisions;
}

static uint32_t fingerprint(const Lobo77 *s, const Rng *r) {
    const uint8_t *bytes = (const uint8_t *)s;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * 16777619u;
    hash = (hash ^ r->last) * 16777619u;
    hash = (hash ^ r->before) * 16777619u;
    return (hash ^ r->carry) * 16777619u;
}

/* The processor's time, which stands still while other programs have the core. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 5) { fprintf(stderr, "usage: %s SEATS GAMES SEED FIRST\n", argv[0]); return 2; }
    Lobo77 start = {.seats = (int8_t)atoi(argv[1]), .reverse_cards = 4, .first_starter = EMPTY};
    int64_t games = atoll(argv[2]), first = atoll(argv[4]), decisions = 0;
    uint64_t seed = strtoull(argv[3], NULL, 10);
    static Lobo77 states[BATCH];
    static Rng rngs[BATCH];
    uint32_t checksum = 0;
    double seconds = 0;
    setup(&start);
    for (int64_t game = 0; game < games; game += BATCH) {
        int batch = games - game < BATCH ? (int)(games - game) : BATCH;
        double begun = now();
        for (int i = 0; i < batch; i++) {
            states[i] = start;
            sow(&rngs[i], (uint32_t)seed, (uint32_t)(seed >> 32), (uint32_t)(first + game + i));
            decisions += random_game(&states[i], &rngs[i]);
        }
        seconds += now() - begun;
        /* Not part of the game, so not of the time either. */
        for (int i = 0; i < batch; i++) checksum += fingerprint(&states[i], &rngs[i]);
    }
    printf("{\"games\": %" PRId64 ", \"decisions\": %" PRId64 ", \"seconds\": %.9f, \"checksum\": %" PRIu32 "}\n",
           games, decisions, seconds, checksum);
    return 0;
}
