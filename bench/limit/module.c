/* Plays random games with a WebAssembly module that wasm2c has turned into C: what a compiler for this machine makes of the
 * same module that V8 runs. bench/wasm_bound.py builds it (MODULE is the header that wasm2c wrote).
 *
 * usage: module RECORD GAMES      (the record of a new game in hexadecimal); then for each line with the number of the first
 * game one line: [decisions, seconds of the processor]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "wasm-rt.h"
#include MODULE

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    u32 size = (u32)strlen(argv[1]) / 2, games = (u32)atoi(argv[2]);
    u8 *record = malloc(size);
    for (u32 i = 0; i < size; i++) { unsigned byte; sscanf(argv[1] + 2 * i, "%2x", &byte); record[i] = (u8)byte; }
    wasm_rt_init();
    Z_rules_init_module();
    static Z_rules_instance_t rules;
    Z_rules_instantiate(&rules);
    wasm_rt_memory_t *memory = Z_rulesZ_memory(&rules);
    /* Numbers in a module have 64 bits, and a generator has three. */
    u32 states = (*Z_rulesZ_heap(&rules) + 15u) & ~15u, rngs = (states + games * size + 15u) & ~15u;
    u32 decisions = rngs + games * 24, end = decisions + games * 8;
    if (end > memory->size) wasm_rt_grow_memory(memory, (end - (u32)memory->size) / 65536 + 1);
    for (char line[32]; fgets(line, sizeof line, stdin);) {
        double begun = now();
        for (u32 i = 0; i < games; i++) memcpy(memory->data + states + i * size, record, size);
        u32 total = Z_rulesZ_random_games(&rules, states, rngs, decisions, games, 1, 0, (u32)atoll(line), 0x7fffffff);
        printf("[%u, %.9f]\n", total, now() - begun);
        fflush(stdout);
    }
    return 0;
}
