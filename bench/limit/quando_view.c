/* What a seat of Quando sees, by hand: the same features as `conceal` and `observe`, straight from the true record, in one pass
 * and without a concealed copy. That would be a second door for secrets, so Tischlein does not do it; the program says what it
 * would be worth. bench/view_bound.py builds and runs it.
 *
 * usage: quando_view GAMES TURNS < records and features of all games   -> nanoseconds a game in the best turn
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KINDS = 55, SEATS = 6, LOOKS = 121, FRONT = 15, BACK = 240, SEEN = 256, EMPTY = -1, TURNED = 2 };
enum { DISCARD = SEATS * LOOKS, UNSEEN = DISCARD + 2 * KINDS, PILE = UNSEEN + KINDS, TABLE = PILE + 2 * KINDS };
enum { OTHERS = TABLE + 16, OBSERVED = OTHERS + 5 * SEATS };

#pragma pack(push, 1)
typedef struct {
    int32_t plays[SEATS], cards_played[SEATS];
    int16_t points[SEATS], target, rest, top, picked, low, high, hands[SEATS][KINDS], discard[KINDS], stack[KINDS];
    int8_t seats, two_cards, knock_penalty_after_zeros, phase, actor, dealer, turn, server, knocked, order, discard_size;
    int8_t sizes[SEATS], unseen[KINDS];
} Quando;
#pragma pack(pop)

static uint8_t kind_of[256];
static int16_t look_of[256];

static inline void both_sides(int16_t *out, int card) {
    int up = card & FRONT, down = card >> 4 & FRONT;
    out[0] = up == FRONT ? EMPTY : up;
    out[1] = down == FRONT ? EMPTY : down;
}

static void see(const Quando *restrict s, int16_t *restrict out) {
    int own = s->actor, seats = s->seats, eyes = SEEN << own;
    int8_t unseen[64];
    memcpy(unseen, s->unseen, KINDS);
    memset(out, 0, 2 * DISCARD);
    memset(out + OTHERS, 0, 2 * (OBSERVED - OTHERS));
    for (int offset = 0; offset < seats; offset++) {
        int other = own + offset < seats ? own + offset : own + offset - seats, side = offset ? FRONT : BACK;
        for (int place = 0; place < s->sizes[other]; place++) {
            int card = s->hands[other][place], hidden = card & eyes ? 0 : side;
            unseen[kind_of[card & 255]] |= hidden != 0;
            out[LOOKS * offset + look_of[(card | hidden) & 255]]++;
        }
        int16_t *row = out + OTHERS + 5 * offset;
        row[0] = 1, row[1] = s->sizes[other], row[2] = s->points[other], row[3] = (int16_t)s->plays[other];
        row[4] = (int16_t)s->cards_played[other];
    }
    for (int place = 0; place < KINDS; place++)
        both_sides(out + DISCARD + 2 * place, s->discard[place] | (s->discard[place] & eyes ? 0 : BACK));
    for (int place = 0; place < s->discard_size; place++)
        unseen[kind_of[s->discard[place] & 255]] |= !(s->discard[place] & eyes);
    memset(out + PILE, 255, 4 * KINDS);
    if (s->top != EMPTY) {
        unseen[kind_of[s->top & 255]] |= !(s->top & eyes);
        both_sides(out + PILE, s->top & eyes ? s->top : s->top | BACK);
    }
    if (s->stack[0] != EMPTY)
        for (int place = 0; place < s->rest; place++) {
            int card = s->stack[place], hidden = card & eyes ? 0 : s->order == TURNED ? FRONT : FRONT | BACK;
            unseen[kind_of[card & 255]] |= hidden != 0;
            both_sides(out + PILE + 2 * (s->rest - place), card | hidden);
        }
    for (int kind = 0; kind < KINDS; kind++) out[UNSEEN + kind] = unseen[kind];
#define STEPS_TO(seat) ((seat) >= own ? (seat) - own : (seat) - own + seats)
    int16_t table[16] = {
        s->rest + (s->top != EMPTY), s->discard_size, s->order, s->phase, STEPS_TO(s->turn), STEPS_TO(s->dealer),
        s->server == EMPTY ? EMPTY : STEPS_TO(s->server), s->knocked == EMPTY ? EMPTY : STEPS_TO(s->knocked),
        s->picked, s->low, s->high, s->target, s->two_cards, s->knock_penalty_after_zeros, seats, own,
    };
    memcpy(out + TABLE, table, sizeof table);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int games = atoi(argv[1]), turns = atoi(argv[2]), kind = 0;
    Quando *states = malloc((size_t)games * sizeof *states);
    size_t size = (size_t)games * OBSERVED * 2;
    int16_t *wanted = malloc(size), *out = calloc(1, size);
    if (fread(states, sizeof *states, (size_t)games, stdin) != (size_t)games || fread(wanted, 1, size, stdin) != size) return 3;
    for (int low = 0; low < 11; low++)
        for (int high = low + 1; high < 11; high++, kind++) kind_of[low | high << 4] = kind_of[high | low << 4] = (uint8_t)kind;
    for (int sides = 0; sides < 255; sides++) {
        int front = sides & FRONT, back = sides >> 4;
        look_of[sides] = (int16_t)(11 * (front != FRONT ? front : back) + (back != FRONT ? back : front));
    }
    double best = 1e18;
    for (int turn = 0; turn < turns; turn++) {
        struct timespec begin, end;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
        for (int i = 0; i < games; i++) see(states + i, out + (size_t)i * OBSERVED);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
        double spent = ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) / games;
        if (spent < best) best = spent;
    }
    printf("%.0f\n", best);
    return memcmp(out, wanted, size) ? 1 : 0;
}
