/* Runs the compiled kernel `random_games` outside Python, so that valgrind can count its instructions:
 * bench/instructions.py assembles what Numba wrote and links it to this. The signature is that of Numba 0.68: where the
 * result and the exception go, then every array as owner, parent, items, item size, data, lengths, strides.
 *
 * usage: kernel GAMES SEED < record      (the bytes of a new game) -> the number of decisions
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t I;
typedef void *P;

extern int kernel(I *result, P *exception,
                  P, P, I, I, P states, I, I,
                  P, P, I, I, P rngs, I, I, I, I,
                  P, P, I, I, P decisions, I, I,
                  I low, I high, I first, I cap,
                  P, P, I, I, P out, I, I,
                  P, P, I, I, P work, I, I);

enum { LARGEST = 1 << 16, WORDS = 3, SCRATCH = 4096 };

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    I games = atoll(argv[1]), seed = atoll(argv[2]), result = 0;
    P exception = NULL;
    static uint8_t record[LARGEST];
    static I out[SCRATCH], work[SCRATCH];
    I size = (I)fread(record, 1, LARGEST, stdin);
    uint8_t *states = malloc((size_t)(games * size));
    I *rngs = calloc((size_t)(games * WORDS), sizeof(I)), *decisions = calloc((size_t)games, sizeof(I));
    for (I i = 0; i < games; i++) memcpy(states + i * size, record, (size_t)size);
    int failed = kernel(&result, &exception,
                        NULL, NULL, games, size, states, games, size,
                        NULL, NULL, games * WORDS, 8, rngs, games, WORDS, 8 * WORDS, 8,
                        NULL, NULL, games, 8, decisions, games, 8,
                        seed & 0xFFFFFFFF, seed >> 32, 0, (I)1 << 40,
                        NULL, NULL, SCRATCH, 8, out, SCRATCH, 8,
                        NULL, NULL, SCRATCH, 8, work, SCRATCH, 8);
    printf("%" PRId64 "\n", result);
    return failed;
}
