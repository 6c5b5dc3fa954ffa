/* Times the native generator in C, and beside it, where their folder is known, the prototypes that were there before
 * the project: interleaved in one process, the minimum of repeats for each position. `native.py` builds and runs it.
 *
 *     native POSITIONS LEXICON FAST_LEXICON MASK_LEXICON ROUNDS
 *
 * POSITIONS: size, start, letter factors, word factors, values by letter, bonuses, nine leave weights and then for each
 * position its number of blanks, board (`.` or a letter, lower case for a blank) and rack. Writes a line a position:
 * blanks, plays, and nanoseconds for ours: all, best by points, best by equity; fast: all, best; old: all, best. */
#define LETTRIX_WITHOUT_PYTHON
#include "../../layers/engine/lettrix/generation/_native.c"
#include <stdio.h>
#include "native_prototypes.h"

static uint64_t *read_file(const char *name, size_t *bytes)
{
    FILE *file = fopen(name, "rb");
    uint64_t *content = NULL;
    if (file && !fseek(file, 0, SEEK_END)) {
        *bytes = (size_t)ftell(file);
        rewind(file);
        content = calloc(*bytes / 8 + 2, 8);
        if (content && fread(content, 1, *bytes, file) != *bytes)
            content = NULL;
        fclose(file);
    }
    if (!content) {
        fprintf(stderr, "cannot read %s\n", name);
        exit(2);
    }
    return content;
}

static int number(FILE *file)
{
    int value;
    if (fscanf(file, "%d", &value) != 1)
        exit(3);
    return value;
}

static Setting setting;
static Graph graph;
static int32_t model[LEAVE_PAIRS + 3];

static void read_setting(FILE *file)
{
    setting.size = number(file);
    setting.squares = setting.size * setting.size;
    setting.start = number(file);
    setting.letter_count = 26;
    for (int at = 0; at < setting.squares; at++)
        setting.letter_factor[0][at] = (uint8_t)number(file);
    for (int at = 0; at < setting.squares; at++)
        setting.word_factor[0][at] = (uint8_t)number(file);
    for (int at = 0; at < setting.squares; at++) {
        int turned = at % setting.size * setting.size + at / setting.size;
        setting.letter_factor[1][turned] = setting.letter_factor[0][at];
        setting.word_factor[1][turned] = setting.word_factor[0][at];
    }
    setting.most_factor = 6561;
    setting.most_word_factor = setting.most_letter_factor = 4;
    setting.table['.'] = (Tile){0, EMPTY, 0};
    setting.table['?'] = (Tile){FOREIGN, BLANK, 0};
    for (int letter = 1; letter <= 26; letter++) {
        int value = number(file);
        setting.table['A' + letter - 1] = (Tile){(uint8_t)letter, LETTER, (int16_t)value};
        setting.table['a' + letter - 1] = (Tile){(uint8_t)letter, LAID_BLANK, 0};
        setting.value[letter] = (uint8_t)value;
        setting.rank[letter] = (uint8_t)letter;
        setting.letters |= 1u << letter;
        if (value > setting.most_value)
            setting.most_value = value;
    }
    for (int laid = 0; laid <= MAX_RACK; laid++)
        setting.bonus[laid] = number(file);
    for (int at = 0; at < LEAVE_PAIRS + 3; at++)
        model[at] = number(file);
}

enum { ALL, BEST, EQUITY, COUNT_ONLY };

static void ours(Search *s, const uint32_t *text, const char *rack, int what)
{
    uint8_t letters[MAX_RACK];
    unsigned count = (unsigned)strlen(rack);
    s->graph = &graph;
    s->setting = &setting;
    s->every = setting.letters;
    s->counts_across = 1;
    s->least_tiles = 1;
    for (unsigned i = 0; i < count; i++) {
        Tile tile = tile_of(&setting, (uint32_t)rack[i]);
        letters[i] = tile.kind == BLANK ? 0 : tile.letter;
    }
    set_rack(s, letters, count, count);
    memcpy(s->bonus, setting.bonus, sizeof s->bonus);
    s->scale = 1;
    s->leave[0] = 0;
    memset(s->best_leave, 0, sizeof s->best_leave);
    set_tiles(s, text);
    if (what == EQUITY) {
        s->scale = 100;
        for (unsigned kept = 0; kept <= MAX_RACK; kept++)
            s->best_leave[kept] = INT32_MIN;
        fill_leaves(s, model, 1);
    }
    if (run(s, what == ALL ? LIST : what == COUNT_ONLY ? COUNT : BEST_ONES, 1, 100000000) != FINISHED)
        exit(4);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

#define TIMED(which, call) do { double begin = now(); call; double took = now() - begin; \
        if (took < best[which]) best[which] = took; } while (0)

int main(int argc, char **argv)
{
    if (argc != 6)
        return 1;
    FILE *file = fopen(argv[1], "r");
    if (!file)
        return 2;
    size_t bytes;
    graph.cells = read_file(argv[2], &bytes);
    graph.count = bytes / 8;
    graph.root = (uint32_t)graph.cells[3];
    graph.letter_count = 26;
    if (validate(&graph) != 1)
        return 5;
    read_setting(file);
    if (HAS_PROTOTYPES)
        prepare_prototypes(read_file(argv[3], &bytes), read_file(argv[4], &bytes), &setting);
    Search *s = new_search();
    int rounds = atoi(argv[5]), blanks;
    char board[MAX_SQUARES + 1], rack[64];
    while (fscanf(file, "%d %676s %63s", &blanks, board, rack) == 3) {
        uint32_t text[MAX_SQUARES];
        double best[8];
        for (int i = 0; i < 8; i++)
            best[i] = 1e18;
        for (int at = 0; at < setting.squares; at++)
            text[at] = (uint32_t)board[at];
        ours(s, text, rack, ALL);
        size_t plays = s->found_count;
        int64_t sum = 0, top = INT64_MIN;
        for (size_t i = 0; i < plays; i++) {
            int64_t points = POINTS(s->found[i]);
            sum += points;
            top = points > top ? points : top;
        }
        ours(s, text, rack, BEST);
        if (plays && s->best[0].worth != top) {
            fprintf(stderr, "the best play is not the best of all\n");
            return 6;
        }
        if (HAS_PROTOTYPES && !prototypes_agree(board, rack, plays, sum, top))
            return 7;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 5; i++)
                TIMED(0, ours(s, text, rack, ALL));
            for (int i = 0; HAS_PROTOTYPES && i < 5; i++)
                TIMED(4, fast_all());
            for (int i = 0; i < 5; i++)
                TIMED(1, ours(s, text, rack, BEST));
            for (int i = 0; HAS_PROTOTYPES && i < 5; i++)
                TIMED(5, fast_best());
            for (int i = 0; i < 5; i++)
                TIMED(2, ours(s, text, rack, EQUITY));
            for (int i = 0; i < 5; i++)
                TIMED(3, ours(s, text, rack, COUNT_ONLY));
            for (int i = 0; HAS_PROTOTYPES && i < 2; i++)
                TIMED(6, old_all());
            for (int i = 0; HAS_PROTOTYPES && i < 2; i++)
                TIMED(7, old_best());
        }
        printf("%d %zu", blanks, plays);
        for (int i = 0; i < 8; i++)
            printf(" %.0f", best[i] < 1e18 ? best[i] : 0);
        putchar('\n');
    }
    free_search(s);
    return 0;
}
