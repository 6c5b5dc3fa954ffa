/* The fast prototype behind the two functions that the bench calls. */
#include "movegen_fast.c"

static Mgf generator;

void fast_prepare(const uint64_t *lexicon, int size, const uint8_t *values, const int *bonuses, const uint8_t *letter,
                  const uint8_t *word)
{
    mgf_init(&generator, lexicon, size, values, bonuses, letter, word);
}

long fast_run(const uint8_t *board, const uint8_t *rack, int count, int best, long *points)
{
    mgf_generate(&generator, board, rack, count, count, best);
    if (points) {
        *points = best ? generator.best : 0;
        for (size_t i = 0; !best && i < generator.n_out; i++)
            *points += (int16_t)generator.out[i][0];
    }
    return (long)generator.n_out;
}
