/* The first prototype behind the two functions that the bench calls. */
#include "movegen.c"

static const u32 *the_lexicon;
static int the_size, the_bonuses[9];
static const u8 *the_values, *the_letter, *the_word;

void old_prepare(const uint64_t *lexicon, int size, const uint8_t *values, const int *bonuses, const uint8_t *letter,
                 const uint8_t *word)
{
    the_lexicon = (const u32 *)lexicon;
    the_size = size;
    the_values = values;
    memcpy(the_bonuses, bonuses, sizeof the_bonuses);
    the_letter = letter;
    the_word = word;
}

long old_run(const uint8_t *board, const uint8_t *rack, int count, int best, long *points)
{
    G g;
    setup(&g, the_lexicon, the_size, rack, count, the_values, the_bonuses, count, best ? 3 : 2);
    if (best)
        gen_best(&g, board, the_letter, the_word);
    else
        gen_all(&g, board, the_letter, the_word);
    if (points) {
        *points = best ? g.best.score : 0;
        for (size_t i = 0; !best && i < g.cnt; i++)
            *points += g.out[i].score;
    }
    free(g.out);
    return (long)g.cnt;
}
