/* The native generator: every legal play of a position and the best of them, and look-ups in word graphs.
 *
 * The module `lettrix._native`; `generation/native.py` is its other half and says what the numbers passed mean.
 * `lettrix/lexicon.py` describes the word graph, `lettrix/valuation.py` how a play is counted. Docs: docs/generation.md.
 *
 * How the plays are found
 *  - Letters are walked, not tiles: a letter takes a tile of its own while one is left, then a blank. So a string of
 *    letters is walked once however many blanks there are, and the designations of the blanks are listed only when a
 *    word is finished. A blank that stands for a letter the rack never held is settled at once; one that stands for a
 *    further copy of a letter on the rack ("soft") may turn out to be any of the copies.
 *  - The strings that the rack lays on free squares before an anchor are the same at every anchor. They are made once
 *    a rack ("prefixes"), with bitmaps that say which of them end in a letter and which go on with one.
 *  - From the anchor on, states advance square by square in batches ("levels"), so that what is constant on a square
 *    stays in registers, and whether a word ends and whether it goes on is arithmetic and not a branch.
 *  - An edge of the graph holds the letters of its target, so a target that cannot go on is never read.
 *  - For the best plays with blanks, an upper bound orders the starts and cuts states.
 *
 * Safety: nothing is read from a graph before `validate` has seen every target of it; sizes, squares and numbers are
 * checked where they come in; what needs memory or runs out of time leaves the search by `leave` (longjmp, since the
 * search owns nothing but what its context holds). The GIL is released while searching; each search has a context of
 * its own, and nothing else is written to.
 */
#ifndef LETTRIX_WITHOUT_PYTHON
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#endif
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if !defined(__GNUC__)
#error "written for GCC and Clang: vectors of two words, empty asm, builtins"
#endif
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "word graphs are read on little-endian machines only"
#endif

/* ---------------------------------------------------------------- limits and helpers ---------------------------- */

enum {
    MAX_SIZE = 26,      /* squares in a row of a board */
    MAX_SQUARES = MAX_SIZE * MAX_SIZE,
    MAX_RACK = 8,       /* tiles on a rack, and so tiles laid: the tiles of a play are the bytes of one word */
    MAX_LETTERS = 31,   /* letters are numbered from 1, so a mask of them has bit 0 clear */
    MAX_ZONES = 8,
    MAX_VALUE = 255,    /* of a tile on the rack */
    MAX_FACTOR = 8,     /* of a square */
    MAX_WORTH = 10000,  /* of a tile that lies, either way */
    MAX_EXTRA = 1000000,/* of a bonus or of a square's flat points, either way */
    FOREIGN = 32,       /* a tile whose letter the graph does not know: as a letter it is 0, in no mask */
    BLANK_BIT = 32,     /* added to the letter of a blank in `tiles` */
    SOFT_BIT = 64,      /* added to a letter that was laid by a soft blank, until it is settled */
    BATCH = 256,        /* states that advance together */
    SLACK = 320,        /* records that one word may add without asking for room: all choices of blanks, and some */
    MAX_PREFIXES = 1 << 21,
    TABLE_SIZE = 512,   /* code points looked up directly: Latin with its extensions */
};
/* Points are kept as unsigned numbers above this, so that a negative total borrows from nothing. */
#define BIAS ((uint64_t)1 << 31)
#define SOFT_BITS 0x4040404040404040ull

#define INLINE static inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Keeps the compiler from turning arithmetic on a 0 or 1 back into a branch that is taken half of the time. */
#define OPAQUE(x) __asm__("" : "+r"(x))
#define LOWEST(mask) ((unsigned)__builtin_ctz(mask))
#define BELOW(bit) (((uint32_t)1 << (bit)) - 1)

/* `realloc` that tests can make fail: the number of allocations that still succeed, below 0 for all. */
#ifdef LETTRIX_FAILING_MEMORY
static int allocations_left = -1;
static void *resized(void *old, size_t bytes)
{
    return allocations_left < 0 || allocations_left-- > 0 ? realloc(old, bytes) : NULL;
}
#else
#define resized realloc
#endif

/* ---------------------------------------------------------------- the word graph -------------------------------- */

enum { FIRST_STATE = 25 };
#define TARGET(edge) ((uint32_t)(edge) & 0x7fffffff)
#define ENDS(edge) ((uint32_t)(edge) >> 31)
#define LETTERS(edge) ((uint32_t)((edge) >> 32))

typedef struct {
    const uint64_t *cells;
    size_t count;       /* of cells, below 2**31 */
    uint32_t root;      /* 0: no words */
    int letter_count;
    int is_valid;       /* every target and mask has been checked */
} Graph;

/* The edge of a letter that `letters`, those of the state, has. */
INLINE uint64_t edge_of(const uint64_t *cells, uint32_t state, uint32_t letters, unsigned letter)
{
    return cells[state + 1 + (unsigned)__builtin_popcount(letters & BELOW(letter))];
}

/* The same for any letter: cell 0, which means nothing, where the state has no such letter. */
INLINE uint64_t edge_or_none(const uint64_t *cells, uint32_t state, uint32_t letters, unsigned letter)
{
    uint32_t at = state + 1 + (uint32_t)__builtin_popcount(letters & BELOW(letter));
    return cells[at & -(letters >> letter & 1)];
}

/* The edge-like cell that leads to the root. */
INLINE uint64_t edge_to_root(const Graph *graph)
{
    return graph->root ? graph->root | graph->cells[graph->root] << 32 : 0;
}

/* Whether the file is laid out as `lexicon.py` says: states from FIRST_STATE to the end without gaps, every target a
 * state behind the one that leads to it, every mask that of its target. 1 if so, 0 if not, -1 without memory. */
static int validate(Graph *graph)
{
    const uint64_t *cells = graph->cells;
    size_t count = graph->count, state;
    uint32_t known = (uint32_t)(((uint64_t)2 << graph->letter_count) - 2);
    uint8_t *begins = resized(NULL, count / 8 + 1);     /* bit: a state begins at this cell */
    int sound = 1;
    if (!begins)
        return -1;
    memset(begins, 0, count / 8 + 1);
    for (state = FIRST_STATE; state < count;) {
        begins[state >> 3] |= (uint8_t)(1 << (state & 7));
        state += 1 + (size_t)__builtin_popcount((uint32_t)cells[state] & ~1u);
    }
    sound = state == count && graph->root == (count > FIRST_STATE ? FIRST_STATE : 0);
    for (state = FIRST_STATE; sound && state < count;) {
        uint32_t letters = (uint32_t)cells[state], ends = (uint32_t)(cells[state] >> 32);
        sound = letters && !(letters & ~known) && !(ends & ~letters);
        for (; sound && letters; letters &= letters - 1) {
            uint64_t edge = cells[++state];
            uint32_t target = TARGET(edge);
            sound = ENDS(edge) == (ends >> LOWEST(letters) & 1);
            if (!target)
                sound &= ENDS(edge) && !LETTERS(edge);
            else
                sound = sound && target > state && target < count && begins[target >> 3] >> (target & 7) & 1
                    && LETTERS(edge) == (uint32_t)cells[target];
        }
        state++;
    }
    free(begins);
    graph->is_valid = sound;
    return sound;
}

/* ---------------------------------------------------------------- what a game's rules fix ----------------------- */

typedef struct {
    uint8_t letter;     /* its number in the graph, FOREIGN for another tile, 0 for no tile at all */
    uint8_t kind;       /* one of the below */
    int16_t value;
} Tile;

enum { NO_TILE, EMPTY, LETTER, LAID_BLANK, BLANK };

/* Board, alphabet and values: one for many positions. */
typedef struct {
    int size, squares;
    int start;          /* the square that a first play covers */
    int letter_count;
    uint8_t letter_factor[2][MAX_SQUARES], word_factor[2][MAX_SQUARES];   /* across, and down with rows for columns */
    int most_letter_factor, most_word_factor;
    uint64_t most_factor;           /* of a word with MAX_RACK new tiles */
    int most_value;
    uint8_t value[64];              /* of a tile on the rack, by letter; 0 for a letter with BLANK_BIT */
    uint32_t letters;               /* mask of those that the graph and the game both know */
    uint8_t rank[MAX_LETTERS + 1];  /* place of the letter by code point: ties go by that */
    int bonus[MAX_RACK + 1];
    Tile table[TABLE_SIZE];         /* by code point */
    struct { uint32_t point; Tile tile; } others[2 * MAX_LETTERS + 2];
    int other_count;
} Setting;

static Tile tile_of(const Setting *setting, uint32_t point)
{
    if (point < TABLE_SIZE)
        return setting->table[point];
    for (int i = 0; i < setting->other_count; i++)
        if (setting->others[i].point == point)
            return setting->others[i].tile;
    return (Tile){0, 0, 0};
}

/* ---------------------------------------------------------------- the context of a search ----------------------- */

/* A play. [0]: points + BIAS | down << 32 | line << 33 | place of its first new tile on the line << 38 | tiles << 43.
 * [1]: its new tiles, one byte each, from the first on: letter, and BLANK_BIT for a blank. Two words of one vector, so
 * that a designation of a blank is one addition. */
typedef uint64_t Record __attribute__((vector_size(16), may_alias));
#define POINTS(record) ((int64_t)((record)[0] & 0xffffffff) - (int64_t)BIAS)

/* A word begun: where it stands in the graph, the tiles laid, what they count, what is left on the rack. */
typedef struct {
    uint64_t edge;      /* that led here: target, letters of the target, whether a word ends */
    uint64_t tiles;
    uint64_t sums;      /* low: new tiles in the main word, before its factor; high: in the words across, after theirs */
    uint32_t todo;      /* letters to try on the next empty square */
    uint32_t rack;      /* tiles left, as slots */
} State;

/* A string that the rack alone can lay. */
typedef struct {
    uint64_t edge, tiles;
    uint32_t rack;
    uint16_t sum;       /* values of all its tiles but the last */
    uint8_t last;       /* value of the last, which lies on the anchor */
} Prefix;

/* 64 prefixes of one length, as bits: which end in a letter, which go on with one, which are words. */
typedef struct {
    uint64_t last[MAX_LETTERS + 1], word;
    uint32_t next[MAX_LETTERS + 1][2];
} Block;

/* What lies beside an empty square of a line. */
typedef struct {
    uint8_t before_length, after_length;
    int32_t before_value, after_value;
    uint64_t before_edge;   /* to where the tiles before lead in the graph, 0 if nowhere */
} Near;

/* An empty square of a line. */
typedef struct {
    uint64_t factor;        /* low: of the letter; high: what it counts in the word across, that word's factor included */
    uint32_t fits;          /* letters that the word across allows */
    uint32_t next_fits;     /* of the next empty square, 0 at the end of the line */
    uint8_t place;          /* on the line */
    uint8_t run_length;     /* tiles that follow, to the next empty square */
    uint8_t before_length;  /* tiles just before */
    uint8_t word_factor;
    uint8_t is_crossed;     /* a new tile here makes a word across */
    uint8_t zones;
    int32_t lying_before;   /* values of the tiles on the line up to the run that ends just before this square */
    int32_t lying_to_next;  /* values of the tiles on the line before the next empty square */
    int32_t extra;          /* of the squares to this one: what lies in the words across times their factor, flat points */
    const uint8_t *run;
    uint64_t before_edge;
} Square;

typedef struct {
    uint8_t is_down, number, count;
    Square squares[MAX_SIZE + 1];
} Line;

/* Where a play may begin: so many empty squares before an anchor, or right there. */
typedef struct {
    uint16_t line;
    uint8_t anchor, ahead;
    int16_t next;           /* in the same bucket */
    int32_t bound;
} Start;

typedef struct {
    Record record;
    int64_t worth;          /* points, or hundredths of a point with the leave */
} Ranked;

enum { MAX_STARTS = 2 * MAX_SIZE * (MAX_SIZE + 1), BUCKETS = 1024 };
enum { LIST, COUNT, BEST_ONES };    /* what is asked for */
enum { FINISHED, OUT_OF_TIME, FULL, NO_MEMORY, TOO_LARGE };     /* how a search ends */

typedef struct {
    const Graph *graph;
    const Setting *setting;
    const uint64_t *cells;
    uint32_t every;                 /* mask of all letters */

    /* The position */
    int counts_across, is_open, start;
    unsigned least_tiles;
    uint32_t no_hook;               /* letters that may not be all that is added to the end of a word */
    int has_flat, has_zones;
    unsigned zone_count;
    uint8_t tiles[2][MAX_SQUARES];  /* 0, a letter or FOREIGN; across, and down with rows for columns */
    int16_t values[2][MAX_SQUARES]; /* of the tiles that lie */
    int32_t flat[2][MAX_SQUARES];
    uint8_t zones[2][MAX_SQUARES];  /* zones that a square lies in, as bits */
    int64_t most_worth;

    /* The rack. A slot is one tile: by letter, then foreign tiles, then blanks */
    unsigned rack_size, most_tiles, blanks;
    uint32_t all_slots, blank_slots, first_blank;
    uint32_t rack_letters;
    uint32_t slots_for[MAX_LETTERS + 1];    /* slots whose tile can be the letter, blanks included */
    uint32_t available[256];                /* letters that a set of slots can lay */
    uint32_t taken[64];                     /* letter, + 32 by a blank: value | byte of `tiles` << 8 */
    uint8_t counts[MAX_LETTERS + 1];
    uint8_t by_value[MAX_RACK];             /* values on the rack, highest first */
    uint32_t highest[MAX_RACK + 1];         /* sum of the so many highest */
    int bonus[MAX_RACK + 1];

    /* Prefixes: those of n letters are prefixes[from[n]] to prefixes[to[n]]; a length begins with a block */
    Prefix *prefixes;
    Block *blocks;
    uint32_t *now, *then, *follows;
    size_t prefix_room;
    uint32_t from[MAX_RACK + 2], to[MAX_RACK + 2];
    uint32_t run_letters;                   /* letters that begin a run of tiles on the board */

    /* The board, prepared */
    uint32_t filled[2][MAX_SIZE];
    Near near[2][MAX_SQUARES];
    uint32_t cross[2][MAX_SQUARES];
    int32_t cross_value[2][MAX_SQUARES];
    Line lines[2 * MAX_SIZE];
    int line_count;

    /* The start at work: index of its first square, of the first and last that may end the play, and by tiles laid - 1
     * the head of a record and the factor of the word */
    const Line *line;
    const Square *squares;
    int first, first_end, last, known_ends;
    int32_t lying_before;
    uint64_t head;                  /* what the heads have in common */
    uint64_t heads[MAX_RACK];
    uint32_t factors[MAX_RACK];

    /* All plays */
    Record *found;
    size_t found_count, found_room, found_limit, counted;
    int asked;

    /* The best plays: a heap, the worst on top; bounds by tiles laid */
    Ranked *best;
    size_t best_count, best_wanted, best_room;
    int64_t scale;                  /* 1 by points, 100 by equity */
    int64_t needed;                 /* points + BIAS that a play without leave needs to get in */
    int64_t needed_keeping[MAX_RACK + 1];   /* the same when so many tiles are kept, with the best leave of so many */
    int32_t leave[256];             /* by set of slots kept */
    int32_t best_leave[MAX_RACK + 1];
    uint32_t bound_factor[MAX_RACK + 1];
    int64_t bound[MAX_RACK + 1];
    Start starts[MAX_STARTS];
    int start_count;
    int16_t buckets[BUCKETS];
    Record designations[SLACK];

    /* How it ends */
    jmp_buf exit;
    int64_t deadline;               /* of the monotonic clock, in nanoseconds; 0: none */
    unsigned ticks;
    int cut;                        /* prefixes were left out */

    State batches[MAX_RACK + 1][BATCH + 2];
} Search;

static NOINLINE __attribute__((noreturn)) void leave(Search *s, int how)
{
    longjmp(s->exit, how);
}

static int64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Look at the clock, once in a while. */
INLINE void tick(Search *s)
{
    if (UNLIKELY(s->deadline && !(++s->ticks & 15)) && nanoseconds() > s->deadline)
        leave(s, OUT_OF_TIME);
}

static NOINLINE void *room_for(Search *s, void *old, size_t count, size_t each)
{
    void *room = count > SIZE_MAX / each ? NULL : resized(old, count * each);
    if (!room)
        leave(s, NO_MEMORY);
    return room;
}

/* Room for at least SLACK more records. */
static NOINLINE void make_room(Search *s)
{
    tick(s);
    if (s->asked == COUNT && s->found_room) {
        s->counted += s->found_count;
        s->found_count = 0;
        return;
    }
    if (s->asked == LIST && s->found_count >= s->found_limit)
        leave(s, FULL);
    size_t room = s->found_room ? 2 * s->found_room : 4096;
    s->found = room_for(s, s->found, room, sizeof(Record));
    s->found_room = room;
}

/* ---------------------------------------------------------------- the best plays -------------------------------- */

/* Whether play `a` comes before `b` on the board: their tiles compared as (row, column, letter by code point, blank). */
static int comes_before(const Search *s, Record a, Record b)
{
    uint32_t at_a = (uint32_t)(a[0] >> 32), at_b = (uint32_t)(b[0] >> 32);
    unsigned down_a = at_a & 1, down_b = at_b & 1;
    unsigned line_a = at_a >> 1 & 31, line_b = at_b >> 1 & 31, first_a = at_a >> 6 & 31, first_b = at_b >> 6 & 31;
    unsigned count_a = at_a >> 11, count_b = at_b >> 11;
    unsigned row_a = down_a ? first_a : line_a, row_b = down_b ? first_b : line_b;
    unsigned column_a = down_a ? line_a : first_a, column_b = down_b ? line_b : first_b;
    if (row_a != row_b)
        return row_a < row_b;
    if (column_a != column_b)
        return column_a < column_b;
    for (unsigned i = 0;; i++) {
        if (i == count_a || i == count_b)
            return count_a < count_b;
        if (i == 1 && down_a != down_b)
            return down_b;  /* the second tile of a play across lies on the same row */
        unsigned tile_a = a[1] >> 8 * i & 63, tile_b = b[1] >> 8 * i & 63;
        if (tile_a != tile_b) {
            unsigned key_a = 2u * s->setting->rank[tile_a & 31] + tile_a / BLANK_BIT;
            unsigned key_b = 2u * s->setting->rank[tile_b & 31] + tile_b / BLANK_BIT;
            return key_a < key_b;
        }
    }
}

static int is_better(const Search *s, const Ranked *a, const Ranked *b)
{
    return a->worth != b->worth ? a->worth > b->worth : comes_before(s, a->record, b->record);
}

static int64_t divided_up(int64_t number, int64_t by)
{
    return number / by + (number % by > 0);
}

/* What a play needs from now on to be among those wanted; ties count, since they go by the board. */
static void raise_needs(Search *s)
{
    int64_t worst = s->best_count < s->best_wanted ? INT32_MIN * (int64_t)200 : s->best[0].worth;
    s->needed = divided_up(worst, s->scale) + (int64_t)BIAS;
    for (unsigned kept = 0; kept <= s->rack_size; kept++)
        s->needed_keeping[kept] = divided_up(worst - s->best_leave[kept], s->scale) + (int64_t)BIAS;
}

static NOINLINE void offer(Search *s, Record record, unsigned kept)
{
    Ranked *heap = s->best, play = {record, POINTS(record) * s->scale + s->leave[kept]};
    size_t count = s->best_count, wanted = s->best_wanted, at;
    if (count == wanted) {
        if (!is_better(s, &play, &heap[0]))
            return;
        for (at = 0;;) {        /* sink from the top */
            size_t child = 2 * at + 1;
            if (child >= count)
                break;
            if (child + 1 < count && is_better(s, &heap[child], &heap[child + 1]))
                child++;
            if (!is_better(s, &play, &heap[child]))
                break;
            heap[at] = heap[child];
            at = child;
        }
    } else {
        if (count == s->best_room) {
            size_t room = count ? 2 * count : 64;
            s->best = heap = room_for(s, s->best, room, sizeof(Ranked));
            s->best_room = room;
        }
        for (at = s->best_count++; at; at = (at - 1) / 2) {     /* rise from the bottom */
            if (!is_better(s, &heap[(at - 1) / 2], &play))
                break;
            heap[at] = heap[(at - 1) / 2];
        }
    }
    heap[at] = play;
    if (s->best_count == wanted)
        raise_needs(s);
}

/* The slots that a play leaves on the rack. */
static unsigned slots_kept(const Search *s, uint64_t tiles)
{
    uint32_t kept = s->all_slots;
    for (; tiles; tiles >>= 8) {
        uint32_t slots = tiles & BLANK_BIT ? s->blank_slots : s->slots_for[tiles & 31];
        slots &= kept;
        kept ^= slots & -slots;
    }
    return kept;
}

/* The leave of every set of slots, after `Leaves.value`. `model`: for the first tile of a letter (blank under 0) and
 * for a further one, 32 each; 9 x 9 for vowels and consonants kept; mask of the vowels; pairs of letters as (letter,
 * partner, worth without the partner), up to `pairs`. */
enum { LEAVE_FIRST = 0, LEAVE_FURTHER = 32, LEAVE_BALANCE = 64, LEAVE_VOWELS = 145, LEAVE_PAIRS = 146 };

static void fill_leaves(Search *s, const int32_t *model, size_t pairs)
{
    uint32_t letter_slots[MAX_LETTERS + 1] = {0}, vowels = 0;
    unsigned letter_of[MAX_RACK], letter = 0;
    for (unsigned slot = 0; slot < s->rack_size; slot++) {
        if (s->blank_slots >> slot & 1)
            letter = 0;
        else
            for (letter = 1; !(s->slots_for[letter] >> slot & 1); letter++) {}
        letter_of[slot] = letter;
        letter_slots[letter] |= 1u << slot;
        vowels |= ((uint32_t)model[LEAVE_VOWELS] >> letter & 1) << slot;
    }
    vowels &= ~s->blank_slots;
    for (unsigned set = 0; set <= s->all_slots; set++) {
        int64_t worth = 0;
        for (uint32_t rest = set; rest; rest &= rest - 1) {
            letter = letter_of[LOWEST(rest)];
            worth += model[(letter_slots[letter] & (rest - 1) & rest ? LEAVE_FURTHER : LEAVE_FIRST) + letter];
        }
        for (size_t i = 0; i < pairs; i++) {
            const int32_t *pair = model + LEAVE_PAIRS + 3 * i;
            if (set & letter_slots[pair[0]] && !(set & letter_slots[pair[1]]))
                worth += pair[2];
        }
        unsigned kept = (unsigned)__builtin_popcount(set), with_vowels = (unsigned)__builtin_popcount(set & vowels);
        unsigned consonants = kept - with_vowels - (unsigned)__builtin_popcount(set & s->blank_slots);
        worth += model[LEAVE_BALANCE + 9 * with_vowels + consonants];
        s->leave[set] = (int32_t)worth;
        if (worth > s->best_leave[kept])
            s->best_leave[kept] = (int32_t)worth;
    }
}

/* ---------------------------------------------------------------- blanks ---------------------------------------- */

/* Mask with the high bit of each byte of `tiles` that is this letter. */
INLINE uint64_t bytes_that_are(uint64_t tiles, uint32_t letter)
{
    uint64_t rest = tiles ^ letter * 0x0101010101010101ull, low = 0x7f7f7f7f7f7f7f7full;
    return ~(((rest & low) + low) | rest | low);
}

/* What a record changes by when the tile of a byte, named by its high bit, is a blank and not a letter of its own. */
INLINE Record as_blank(const Search *s, uint64_t tiles, uint32_t word_factor, uint64_t byte)
{
    unsigned bit = (unsigned)__builtin_ctzll(byte);
    uint64_t factor = s->squares[s->first + (int)(bit >> 3)].factor;
    uint64_t points = s->setting->value[tiles >> (bit - 7) & 31] * ((uint32_t)factor * (uint64_t)word_factor + (factor >> 32));
    return (Record){-points, 1ull << (bit - 2)};
}

#define FOR_EACH(byte, mask) for (uint64_t byte##_rest = (mask), byte; \
    (byte = byte##_rest & -byte##_rest) != 0; byte##_rest &= byte##_rest - 1)
#define UP_TO(byte) ((byte) | ((byte) - 1))

/* A finished word whose blanks are not all settled. */
typedef struct {
    const Search *search;
    uint64_t tiles;         /* as letters, settled blanks with their bit */
    uint32_t word_factor;
} Word;

/* Every choice of up to `left` more blanks among the tiles of `open`. */
static Record *lay_more_blanks(const Word *word, Record record, uint64_t open, unsigned left, Record *out)
{
    FOR_EACH(one, open) {
        Record next = record + as_blank(word->search, word->tiles, word->word_factor, one);
        *out++ = next;
        if (left > 1)
            out = lay_more_blanks(word, next, open & ~UP_TO(one), left - 1, out);
    }
    return out;
}

/* Every choice of tiles for the soft blanks, each a tile of the soft one's letter, and of further blanks. `open`: tiles
 * that may still become blanks. A set of tiles is met once, since of each letter those before the last one chosen are
 * closed. */
static Record *lay_soft_blanks(const Word *word, Record record, uint64_t soft, uint64_t open, unsigned left, Record *out)
{
    if (!soft) {
        *out++ = record;
        return left ? lay_more_blanks(word, record, open, left, out) : out;
    }
    unsigned letter = word->tiles >> ((unsigned)__builtin_ctzll(soft) - 7) & 31;
    uint64_t alike = bytes_that_are(word->tiles, letter);
    FOR_EACH(one, alike & open)
        out = lay_soft_blanks(word, record + as_blank(word->search, word->tiles, word->word_factor, one),
                              soft & (soft - 1), open & ~(alike & UP_TO(one)), left, out);
    return out;
}

/* Every designation of the blanks of a finished word: those that must be blanks (soft), and those that may be because
 * blanks are left on the rack. Returns the end of what it wrote to `out`, at most 256 records. */
static NOINLINE Record *designate(const Search *s, Record record, unsigned count, uint32_t rack, Record *out)
{
    uint64_t high = 0x8080808080808080ull & (~0ull >> (64 - 8 * count)), soft = record[1] << 1 & high;
    record[1] &= ~SOFT_BITS;
    Word word = {s, record[1], s->factors[count - 1]};
    uint64_t open = ~(record[1] << 2) & high;       /* tiles of their own letters */
    return lay_soft_blanks(&word, record, soft, open, (unsigned)__builtin_popcount(rack & s->blank_slots), out);
}

/* Offer a play in each of its designations. */
static NOINLINE void offer_designations(Search *s, Record plain, unsigned count, uint32_t rack)
{
    const Record *end = designate(s, plain, count, rack, s->designations);
    for (const Record *play = s->designations; play < end; play++)
        if ((int64_t)((*play)[0] & 0xffffffff) >= s->needed_keeping[s->rack_size - count])
            offer(s, *play, s->scale == 1 ? 0 : slots_kept(s, (*play)[1]));
}

/* ---------------------------------------------------------------- levels ---------------------------------------- */

/* Head of the record and factor of the word that end after `count` new tiles, worked out when first needed. */
static void fill_ends(Search *s, int count)
{
    const Square *squares = s->squares + s->first;
    int laid = s->known_ends;
    uint32_t factor = laid ? s->factors[laid - 1] : 1;
    for (; laid < count; laid++) {
        const Square *last = &squares[laid];
        factor *= last->word_factor;
        if (s->has_zones) {     /* once for each zone, however many of the squares lie in it */
            unsigned zones = 0;
            for (const Square *square = squares; square < last; square++)
                zones |= square->zones;
            factor <<= __builtin_popcount(last->zones & ~zones);
        }
        int64_t points = (int64_t)(last->lying_to_next - s->lying_before) * factor + last->extra + s->bonus[laid + 1];
        s->factors[laid] = factor;
        s->heads[laid] = s->head + (uint64_t)points + ((uint64_t)(laid + 1) << 43);
    }
    s->known_ends = laid;
}

/* What is constant while states take one square. */
typedef struct {
    uint64_t head;
    uint32_t factor, next_fits, may_end, bound_factor;
    unsigned count;             /* tiles laid, that of the square included */
    int64_t bound, needed;
    Record *out, *out_end;
} Level;

INLINE void write_back(Search *s, Level *level, const int BEST)
{
    if (!BEST)
        s->found_count = (size_t)(level->out - s->found);
}

INLINE void find_room(Search *s, Level *level)
{
    level->out = s->found + s->found_count;
    level->out_end = s->found + s->found_room - SLACK;
}

INLINE Level enter(Search *s, int at, const int BEST)
{
    const Square *square = &s->squares[at];
    int count = at - s->first + 1;
    if (s->known_ends < count)
        fill_ends(s, count);
    Level level = {
        .head = s->heads[count - 1],
        .factor = s->factors[count - 1],
        .next_fits = at < s->last ? square->next_fits : 0,
        .may_end = at >= s->first_end,
        .count = (unsigned)count,
    };
    if (BEST) {
        level.bound_factor = s->bound_factor[count - 1];
        level.bound = s->bound[count - 1];
        level.needed = s->needed_keeping[s->rack_size - (unsigned)count];
    } else {
        find_room(s, &level);
    }
    return level;
}

/* Record the word that these tiles make, if `ends` is 1 and not 0. */
INLINE void record(Search *s, Level *level, uint64_t tiles, uint64_t sums, uint32_t rack, uint32_t ends, const int BLANKS,
                   const int BEST)
{
    uint64_t head = level->head + (uint32_t)sums * (uint64_t)level->factor + (sums >> 32);
    if (BEST) {
        if (UNLIKELY(ends & ((int64_t)(head & 0xffffffff) >= level->needed))) {
            if (BLANKS && ((tiles & SOFT_BITS) | (rack & s->blank_slots)))
                offer_designations(s, (Record){head, tiles}, level->count, rack);
            else
                offer(s, (Record){head, tiles}, s->scale == 1 ? 0 : rack);
            level->needed = s->needed_keeping[s->rack_size - level->count];
        }
        return;
    }
    *level->out = (Record){head, tiles};
    if (BLANKS) {
        uint32_t unsettled = ((tiles & SOFT_BITS) | (rack & s->blank_slots)) != 0;
        OPAQUE(unsettled);
        unsettled &= ends;
        level->out += ends ^ unsettled;
        if (unsettled)
            level->out = designate(s, (Record){head, tiles}, level->count, rack, level->out);
    } else {
        level->out += ends;
    }
    if (UNLIKELY(level->out > level->out_end)) {
        write_back(s, level, BEST);
        make_room(s);
        find_room(s, level);
    }
}

/* A tile has been laid, and the tiles after it followed: record the word that ends here and write the state to `to`.
 * Returns 1 if it can go on. */
INLINE unsigned finish(Search *s, Level *level, State *to, uint64_t edge, uint64_t tiles, uint64_t sums, uint32_t rack,
                       const int BLANKS, const int BEST)
{
    uint32_t todo = LETTERS(edge) & level->next_fits & s->available[rack];
    uint32_t goes_on = todo != 0;
    *to = (State){edge, tiles, sums, todo, rack};
    record(s, level, tiles, sums, rack, ENDS(edge) & level->may_end, BLANKS, BEST);
    if (BEST && BLANKS)
        goes_on &= (int64_t)((uint32_t)sums * (uint64_t)level->bound_factor + (sums >> 32)) + level->bound >= s->needed;
    OPAQUE(goes_on);
    return goes_on;
}

/* Take a letter from the rack for a square: returns the rack then, adds to the sums, gives the byte of `tiles`. */
INLINE uint32_t take(const Search *s, uint32_t rack, unsigned letter, uint64_t factor, uint64_t *sums, uint64_t *tile,
                     const int BLANKS)
{
    uint32_t slot = rack & s->slots_for[letter];
    slot &= -slot;              /* the lowest: blanks have the highest slots, so a tile of its own if one is left */
    rack ^= slot;
    if (!BLANKS) {
        *sums += s->setting->value[letter] * factor;
        *tile = letter;
        return rack;
    }
    uint32_t by_blank = slot >= s->first_blank;
    OPAQUE(by_blank);
    uint32_t taken = s->taken[letter + (by_blank << 5)];
    *sums += (taken & 255) * factor;
    *tile = taken >> 8;
    return rack;
}

typedef void Advance(Search *s, int at, State *states, unsigned count);

/* States that have taken square `at`, which a run of tiles follows: read the run, then finish. */
INLINE void follow_run(Search *s, int at, State *states, unsigned count, const int BLANKS, const int BEST,
                       Advance *advance)
{
    const Square *square = &s->squares[at];
    unsigned left;
    for (int i = 0; i < square->run_length; i++) {
        unsigned letter = square->run[i] & 31;
        left = 0;
        for (unsigned j = 0; j < count; j++) {
            State state = states[j];
            uint32_t letters = LETTERS(state.edge);
            state.edge = edge_or_none(s->cells, TARGET(state.edge), letters, letter);
            states[left] = state;
            left += letters >> letter & 1;
        }
        count = left;
    }
    if (!count)
        return;
    Level level = enter(s, at, BEST);
    left = 0;
    for (unsigned j = 0; j < count; j++) {
        State state = states[j];
        left += finish(s, &level, &states[left], state.edge, state.tiles, state.sums, state.rack, BLANKS, BEST);
    }
    write_back(s, &level, BEST);
    if (left)
        advance(s, at + 1, states, left);
}

/* On to the next state when this one has no letter left, without a branch: the state behind the last can be read. */
#define TO_NEXT_STATE \
        uint32_t is_done = !todo; \
        OPAQUE(is_done); \
        states += is_done; \
        todo |= states->todo & -is_done;

/* The same where nothing goes on after the square, and no tiles follow it: only letters that end a word count. */
INLINE void take_last_square(Search *s, int at, State *states, unsigned count, const int BLANKS, const int BEST)
{
    uint64_t factor = s->squares[at].factor;
    unsigned shift = 8 * (unsigned)(at - s->first), left = 0;
    if (at < s->first_end)
        return;
    for (unsigned i = 0; i < count; i++) {
        State state = states[i];
        state.todo &= (uint32_t)(s->cells[TARGET(state.edge)] >> 32);
        states[left] = state;
        left += state.todo != 0;
    }
    Level level = enter(s, at, BEST);
    State *end = states + left;
    uint32_t todo = states->todo;
    end->todo = 1;
    while (states < end) {
        unsigned letter = LOWEST(todo);
        todo &= todo - 1;
        uint64_t sums = states->sums, tile;
        uint32_t rack = take(s, states->rack, letter, factor, &sums, &tile, BLANKS);
        record(s, &level, states->tiles | tile << shift, sums, rack, 1, BLANKS, BEST);
        TO_NEXT_STATE
    }
    write_back(s, &level, BEST);
}

/* States before the empty square `at`, each with letters to try there (at least one): lay them all, and go on with
 * those that can, in batches. The loop has one branch, its end: a state with no letter left gives way to the next by
 * arithmetic, and the state behind the last is there to be read. */
INLINE void take_square(Search *s, int at, State *states, unsigned count, const int BLANKS, const int BEST,
                        Advance *advance)
{
    const Square *square = &s->squares[at];
    const uint64_t *cells = s->cells;
    uint64_t factor = square->factor;
    unsigned shift = 8 * (unsigned)(at - s->first), made = 0;
    State *next = s->batches[at - s->first + 1], *end = states + count;
    uint32_t todo = states->todo;
    end->todo = 1;
    tick(s);
    if (at == s->last && !square->run_length) {
        take_last_square(s, at, states, count, BLANKS, BEST);
        return;
    }
#define LAY_NEXT_LETTER \
        unsigned letter = LOWEST(todo); \
        todo &= todo - 1; \
        uint64_t edge = edge_of(cells, TARGET(states->edge), LETTERS(states->edge), letter); \
        uint64_t sums = states->sums, tile; \
        uint32_t rack = take(s, states->rack, letter, factor, &sums, &tile, BLANKS); \
        uint64_t tiles = states->tiles | tile << shift; \
        State *to = next + made;
    if (square->run_length) {
        unsigned following = square->run[0] & 31;
        while (states < end) {
            LAY_NEXT_LETTER
            *to = (State){edge, tiles, sums, 0, rack};
            made += LETTERS(edge) >> following & 1;
            TO_NEXT_STATE
            if (UNLIKELY(made == BATCH)) {
                follow_run(s, at, next, made, BLANKS, BEST, advance);
                made = 0;
            }
        }
        if (made)
            follow_run(s, at, next, made, BLANKS, BEST, advance);
        return;
    }
    Level level = enter(s, at, BEST);
    while (states < end) {
        LAY_NEXT_LETTER
        made += finish(s, &level, to, edge, tiles, sums, rack, BLANKS, BEST);
        TO_NEXT_STATE
        if (UNLIKELY(made == BATCH)) {
            write_back(s, &level, BEST);
            advance(s, at + 1, next, made);
            made = 0;
            level = enter(s, at, BEST);
        }
    }
    write_back(s, &level, BEST);
    if (made)
        advance(s, at + 1, next, made);
}

/* ---------------------------------------------------------------- prefixes -------------------------------------- */

/* Transpose the letter masks of 32 prefixes into `next` of their block. */
static void transpose(const uint32_t *masks, uint32_t (*next)[2], unsigned half)
{
    uint32_t bits[32];
    memcpy(bits, masks, sizeof bits);
#define SWAP_BLOCKS(width, mask) \
    for (int from = 0; from < 32; from += 2 * width) \
        for (int i = from; i < from + width; i++) { \
            uint32_t swap = (bits[i] >> width ^ bits[i + width]) & mask; \
            bits[i + width] ^= swap; \
            bits[i] ^= swap << width; \
        }
    SWAP_BLOCKS(16, 0x0000ffffu)
    SWAP_BLOCKS(8, 0x00ff00ffu)
    SWAP_BLOCKS(4, 0x0f0f0f0fu)
    SWAP_BLOCKS(2, 0x33333333u)
    SWAP_BLOCKS(1, 0x55555555u)
    for (int i = 0; i < 32; i++)
        next[i][half] = bits[i];
}

static NOINLINE void make_prefix_room(Search *s, size_t room)
{
    s->prefixes = room_for(s, s->prefixes, room, sizeof(Prefix));
    s->blocks = room_for(s, s->blocks, room / 64, sizeof(Block));
    s->now = room_for(s, s->now, room, sizeof(uint32_t));
    s->then = room_for(s, s->then, room, sizeof(uint32_t));
    s->follows = room_for(s, s->follows, room, sizeof(uint32_t));
    s->prefix_room = room;
}

/* Bit by bit where few prefixes are, else by transposing: `next` of the prefixes from `from` to `to`. */
INLINE void fill_next(Search *s, uint32_t from, uint32_t to)
{
    uint32_t *follows = s->follows;
    for (uint32_t at = from; at < to; at += 32) {
        Block *block = &s->blocks[at >> 6];
        unsigned half = at >> 5 & 1;
        if (to - at > 12) {
            for (uint32_t i = to; i < at + 32; i++)
                follows[i] = 0;
            transpose(follows + at, block->next, half);
        } else {
            for (uint32_t i = at; i < to; i++)
                for (uint32_t letters = follows[i] & s->run_letters; letters; letters &= letters - 1)
                    block->next[LOWEST(letters)][half] |= 1u << (i & 31);
        }
    }
}

/* All strings that the rack can lay and that begin a word, length by length. The walk is that of `take_square`. */
INLINE void make_prefixes(Search *s, const int BLANKS)
{
    uint32_t made = 1, waiting = 1;
    if (!s->prefix_room)
        make_prefix_room(s, 16384);
    s->prefixes[0] = (Prefix){edge_to_root(s->graph), 0, s->all_slots, 0, 0};
    s->now[0] = 0;
    for (unsigned length = 0; length < s->most_tiles; length++) {
        Prefix *prefixes = s->prefixes;
        Block *blocks = s->blocks;
        uint32_t *now = s->now, *then = s->then, *follows = s->follows;
        const uint64_t *cells = s->cells;
        made = (made + 63) & ~63u;
        uint32_t from = made, cleared = made >> 6, then_count = 0, done = 0;
        now[waiting] = 0;
        const Prefix *prefix = &prefixes[now[0]];
        uint32_t todo = waiting && !s->cut ? LETTERS(prefix->edge) & s->available[prefix->rack] : 0;
        if (!todo)
            waiting = 0;
        while (done < waiting) {
            if (UNLIKELY(made + 128 > s->prefix_room)) {
                size_t at = (size_t)(prefix - prefixes);
                if (s->prefix_room >= MAX_PREFIXES) {
                    s->cut = 1;
                    break;
                }
                tick(s);
                make_prefix_room(s, 2 * s->prefix_room);
                prefixes = s->prefixes;
                blocks = s->blocks;
                now = s->now;
                then = s->then;
                follows = s->follows;
                prefix = prefixes + at;
            }
            if (UNLIKELY(cleared <= made >> 6))
                memset(&blocks[cleared++], 0, sizeof(Block));
            unsigned letter = LOWEST(todo);
            todo &= todo - 1;
            uint64_t edge = edge_of(cells, TARGET(prefix->edge), LETTERS(prefix->edge), letter), value = 0, tile;
            uint32_t rack = take(s, prefix->rack, letter, 1, &value, &tile, BLANKS);
            uint32_t goes_on = (LETTERS(edge) & s->available[rack]) != 0;
            Prefix *to = &prefixes[made];
            to->edge = edge;
            to->tiles = prefix->tiles | tile << 8 * length;
            to->rack = rack;
            to->sum = (uint16_t)(prefix->sum + prefix->last);
            to->last = (uint8_t)value;
            follows[made] = LETTERS(edge);
            Block *block = &blocks[made >> 6];
            block->last[letter] |= 1ull << (made & 63);
            block->word |= (uint64_t)ENDS(edge) << (made & 63);
            then[then_count] = made++;
            OPAQUE(goes_on);
            then_count += goes_on;
            uint32_t is_done = !todo;
            OPAQUE(is_done);
            done += is_done;
            prefix = &prefixes[now[done]];
            todo |= LETTERS(prefix->edge) & s->available[prefix->rack] & -is_done;
        }
        s->now = then;
        s->then = now;
        s->from[length + 1] = from;
        s->to[length + 1] = made;
        waiting = then_count;
        fill_next(s, from, made);
    }
}

/* ---------------------------------------------------------------- the board ------------------------------------- */

/* Runs of tiles of a line: how long, what they are worth, where they lead in the graph; written beside the empty
 * squares before and after them. */
INLINE void look_along(Search *s, int down, int number)
{
    int size = s->setting->size;
    const uint8_t *tiles = s->tiles[down] + number * size;
    const int16_t *values = s->values[down] + number * size;
    Near *near = s->near[down] + number * size;
    uint32_t filled = s->filled[down][number];
    while (filled) {
        int first = (int)LOWEST(filled), end = first + (int)LOWEST(~(filled >> first)), value = 0;
        uint64_t edge = edge_to_root(s->graph);
        filled &= ~BELOW(end);
        for (int i = first; i < end; i++) {
            unsigned letter = tiles[i] & 31;
            value += values[i];
            edge = edge_or_none(s->cells, TARGET(edge), LETTERS(edge), letter) & -(uint64_t)(LETTERS(edge) >> letter & 1);
        }
        if (first) {
            near[first - 1].after_length = (uint8_t)(end - first);
            near[first - 1].after_value = value;
            s->run_letters |= 1u << (tiles[first] & 31);
        }
        if (end < size) {
            near[end].before_length = (uint8_t)(end - first);
            near[end].before_value = value;
            near[end].before_edge = edge;
        }
    }
}

/* The letters that make a word between the tiles before and after each empty square of a line, and what those tiles
 * are worth: cross-sets and cross-sums for the plays that run across this line. */
INLINE void look_across(Search *s, int down, int number, uint32_t candidates)
{
    int size = s->setting->size;
    const uint8_t *tiles = s->tiles[down] + number * size;
    const Near *near = s->near[down] + number * size;
    uint32_t filled = s->filled[down][number];
    for (uint32_t beside = (filled << 1 | filled >> 1) & ~filled & BELOW(size); beside; beside &= beside - 1) {
        int place = (int)LOWEST(beside), value = 0;
        uint64_t edge = edge_to_root(s->graph);
        uint32_t fits = 0;
        if (place && filled >> (place - 1) & 1) {
            value = near[place].before_value;
            edge = near[place].before_edge;
        }
        if (!(filled >> (place + 1) & 1)) {
            fits = TARGET(edge) ? (uint32_t)(s->cells[TARGET(edge)] >> 32) : 0;
            if (near[place].before_length > 1)
                fits &= ~s->no_hook;
        } else {
            const uint8_t *run = tiles + place + 1;
            int length = near[place].after_length;
            value += near[place].after_value;
            for (uint32_t letters = LETTERS(edge) & candidates; letters; letters &= letters - 1) {
                unsigned letter = LOWEST(letters);
                uint64_t at = edge_of(s->cells, TARGET(edge), LETTERS(edge), letter);
                int i = 0;
                for (; i < length && LETTERS(at) >> (run[i] & 31) & 1; i++)
                    at = edge_of(s->cells, TARGET(at), LETTERS(at), run[i] & 31);
                fits |= (uint32_t)(i == length && ENDS(at)) << letter;
            }
        }
        s->cross[!down][place * size + number] = fits;
        s->cross_value[!down][place * size + number] = value;
    }
}

INLINE void prepare_board(Search *s)
{
    int size = s->setting->size;
    uint32_t candidates = s->blanks ? s->every : s->rack_letters;
    s->run_letters = 0;
    for (int down = 0; down < 2; down++)
        for (int number = 0; number < size; number++)
            if (s->filled[down][number]) {
                look_along(s, down, number);
                look_across(s, down, number, candidates);
            }
}

/* The empty squares of a line. `crossed`: those with a tile beside them across. Gives the index of each place. */
INLINE void prepare_line(Search *s, Line *line, int down, int number, uint32_t crossed, uint32_t every, uint8_t *index)
{
    const Setting *setting = s->setting;
    int size = setting->size, base = number * size, count = 0;
    int32_t lying = 0, extra = 0;
    uint32_t filled = s->filled[down][number];
    const uint8_t *letter_factor = setting->letter_factor[down] + base, *word_factor = setting->word_factor[down] + base;
    line->is_down = (uint8_t)down;
    line->number = (uint8_t)number;
    for (uint32_t empty = ~filled & BELOW(size); empty; empty &= empty - 1) {
        int place = (int)LOWEST(empty);
        const Near *near = &s->near[down][base + place];
        Square *square = &line->squares[count];
        index[place] = (uint8_t)count++;
        square->place = (uint8_t)place;
        square->word_factor = word_factor[place];
        square->before_length = square->run_length = 0;
        square->lying_before = lying;
        if (place && filled >> (place - 1) & 1) {
            square->before_length = near->before_length;
            square->before_edge = near->before_edge;
            lying += near->before_value;
        }
        if (filled >> (place + 1) & 1) {
            square->run_length = near->after_length;
            square->run = s->tiles[down] + base + place + 1;
        }
        square->lying_to_next = square->run_length ? lying + near->after_value : lying;
        square->is_crossed = crossed >> place & 1;
        square->fits = every;
        square->factor = letter_factor[place];
        square->zones = 0;
        if (s->has_zones)
            square->zones = s->zones[down][base + place];
        if (square->is_crossed) {
            int factor = word_factor[place];
            if (s->has_zones)
                factor <<= __builtin_popcount(square->zones);
            square->fits &= s->cross[down][base + place];
            if (s->counts_across)
                square->factor |= (uint64_t)(letter_factor[place] * factor) << 32;
            extra += s->cross_value[down][base + place] * factor;
        }
        if (s->has_flat)
            extra += s->flat[down][base + place];
        square->extra = extra;
        if (count > 1)
            square[-1].next_fits = square->fits;
    }
    line->count = (uint8_t)count;
    line->squares[count - 1].next_fits = 0;
}

/* ---------------------------------------------------------------- starts ---------------------------------------- */

/* The last square that a play through an anchor can reach by the tiles of the rack and the words across. */
INLINE int reach(const Search *s, const Line *line, int anchor)
{
    int at = anchor;
    while (at + 1 < line->count && at - anchor < (int)s->most_tiles - 1 && line->squares[at + 1].fits)
        at++;
    return at;
}

INLINE void set_start(Search *s, const Line *line, int anchor, int ahead, int reached)
{
    const Square *squares = line->squares, *first = &squares[anchor - ahead];
    int at = anchor - ahead, last = at + (int)s->most_tiles - 1;
    s->line = line;
    s->squares = squares;
    s->first = at;
    s->last = last < reached ? last : reached;
    s->known_ends = 0;
    s->lying_before = first->lying_before;
    s->head = BIAS - (uint64_t)(int64_t)(at ? first[-1].extra : 0) + ((uint64_t)line->is_down << 32)
        + ((uint64_t)line->number << 33) + ((uint64_t)first->place << 38);
    int first_end = at + (int)s->least_tiles - 1;
    if (first_end < anchor)
        first_end = anchor;
    /* One tile alone: no word of two letters, or a play that was found along its row already. */
    if (first_end == at && ((line->is_down && first->is_crossed) || !(first->before_length | first->run_length)))
        first_end++;
    s->first_end = first_end;
}

/* Put a number into its place among `count` numbers, highest first. */
INLINE void insert(uint64_t *numbers, unsigned count, uint64_t number)
{
    for (; count && numbers[count - 1] < number; count--)
        numbers[count] = numbers[count - 1];
    numbers[count] = number;
}

/* Bounds by tiles laid: a state's points come to at most main sum * bound_factor + sum across + bound. */
INLINE void fill_bounds(Search *s)
{
    int most = s->last - s->first + 1;
    fill_ends(s, most);
    for (int laid = 0; laid < most; laid++) {
        s->bound[laid] = 0;
        s->bound_factor[laid] = 0;
    }
    for (int count = most; count > 1; count--) {
        uint32_t factor = s->factors[count - 1], kept = s->rack_size - (unsigned)count;
        uint64_t weights[MAX_RACK];
        unsigned sorted = 0;
        if (s->first + count - 1 < s->first_end)
            continue;
        int64_t base = (int64_t)(s->heads[count - 1] & 0xffffffff) + divided_up(s->best_leave[kept], s->scale);
        for (int laid = count - 1; laid > 0; laid--) {      /* tiles laid already; the rest lie on the best squares */
            uint64_t square = s->squares[s->first + laid].factor;
            int64_t bound = base;
            insert(weights, sorted++, (uint32_t)square * (uint64_t)factor + (square >> 32));
            for (unsigned i = 0; i < sorted; i++)
                bound += (int64_t)(weights[i] * s->by_value[i]);
            if (bound > s->bound[laid - 1])
                s->bound[laid - 1] = bound;
            if (factor > s->bound_factor[laid - 1])
                s->bound_factor[laid - 1] = factor;
        }
    }
}

/* Run one start to its end. */
INLINE void run_start(Search *s, const Line *line, int anchor, int ahead, int reached, const int BLANKS, const int BEST,
                      Advance *advance)
{
    const Square *square = &line->squares[anchor];
    const uint64_t *cells = s->cells;
    const uint8_t *value = s->setting->value;
    if (square->before_length) {
        uint64_t edge = square->before_edge;
        uint32_t todo = LETTERS(edge) & square->fits & s->available[s->all_slots], alone = 0;
        if (!todo)
            return;
        set_start(s, line, anchor, 0, reached);
        if (s->no_hook && square->before_length > 1 && !square->run_length)
            alone = todo & s->no_hook;      /* these end no word by themselves */
        if (BEST && BLANKS)
            fill_bounds(s);
        State *state = &s->batches[0][0];
        if (todo & ~alone) {
            *state = (State){edge, 0, 0, todo & ~alone, s->all_slots};
            advance(s, anchor, state, 1);
        }
        if (UNLIKELY(alone)) {
            if (s->first_end == s->first)
                s->first_end++;
            *state = (State){edge, 0, 0, alone, s->all_slots};
            advance(s, anchor, state, 1);
        }
        return;
    }
    /* Prefixes of ahead + 1 letters, the last one on the anchor. */
    unsigned length = (unsigned)ahead + 1;
    int last = anchor - ahead + (int)s->most_tiles - 1;
    if (last > reached)
        last = reached;
    uint32_t end = s->to[length], made = 0;
    unsigned following = square->run_length ? square->run[0] & 31 : 0, premiums = 0;
    int only_words = anchor == last && !square->run_length, is_set = 0;
    uint64_t factor = square->factor;
    uint8_t shift[MAX_RACK];        /* squares ahead with a letter factor: where */
    int8_t more[MAX_RACK];          /* and factor - 1 */
    State *next = s->batches[length];
    Level level;
    for (uint32_t at = s->from[length] >> 6; at < (end + 63) >> 6; at++) {
        const Block *block = &s->blocks[at];
        uint64_t chosen;
        if (square->is_crossed) {
            chosen = 0;
            for (uint32_t letters = square->fits; letters; letters &= letters - 1)
                chosen |= block->last[LOWEST(letters)];
            if (only_words)
                chosen &= block->word;
        } else {
            chosen = end - at * 64 < 64 ? (1ull << (end - at * 64)) - 1 : ~0ull;
        }
        if (square->run_length)
            chosen &= (uint64_t)block->next[following][1] << 32 | block->next[following][0];
        if (!chosen)
            continue;
        if (!is_set) {
            is_set = 1;
            set_start(s, line, anchor, ahead, reached);
            if (BEST && BLANKS)
                fill_bounds(s);
            level = enter(s, anchor, BEST);
            for (int i = 0; i < ahead; i++) {
                uint32_t ahead_factor = (uint32_t)s->squares[s->first + i].factor;
                if (ahead_factor != 1) {
                    shift[premiums] = (uint8_t)(8 * i);
                    more[premiums++] = (int8_t)(ahead_factor - 1);
                }
            }
        }
        for (; chosen; chosen &= chosen - 1) {
            const Prefix *prefix = &s->prefixes[at * 64 + (unsigned)__builtin_ctzll(chosen)];
            uint64_t tiles = prefix->tiles, edge = prefix->edge, sums = prefix->sum + prefix->last * factor;
            for (unsigned i = 0; i < premiums; i++)
                sums += (uint64_t)(int64_t)more[i] * value[tiles >> shift[i] & 63];
            if (square->run_length) {
                int i = 1;
                edge = edge_of(cells, TARGET(edge), LETTERS(edge), following);
                for (; i < square->run_length; i++) {
                    unsigned letter = square->run[i] & 31;
                    if (!(LETTERS(edge) >> letter & 1))
                        break;
                    edge = edge_of(cells, TARGET(edge), LETTERS(edge), letter);
                }
                if (i < square->run_length)
                    continue;
            }
            made += finish(s, &level, next + made, edge, tiles, sums, prefix->rack, BLANKS, BEST);
            if (UNLIKELY(made == BATCH)) {
                write_back(s, &level, BEST);
                advance(s, anchor + 1, next, made);
                made = 0;
                level = enter(s, anchor, BEST);
            }
        }
    }
    if (is_set) {
        write_back(s, &level, BEST);
        if (made)
            advance(s, anchor + 1, next, made);
    }
}

/* An upper bound of the points (and leave) of a start; below 0 where no play ends. The highest values on the rack lie
 * on the best squares, those for the main word and those for the words across chosen apart. */
static int64_t bound_of(Search *s, const Line *line, int anchor, int ahead, int reached)
{
    int64_t best = -1;
    uint64_t along[MAX_RACK], across[MAX_RACK];     /* of the few squares that have them: factor - 1, share across */
    unsigned premiums = 0, crossed = 0;
    set_start(s, line, anchor, ahead, reached);
    unsigned most = (unsigned)(s->last - s->first + 1);
    fill_ends(s, (int)most);
    for (unsigned count = 1; count <= most; count++) {
        uint64_t factor = s->squares[s->first + (int)count - 1].factor;
        if ((uint32_t)factor > 1)
            insert(along, premiums++, (uint32_t)factor - 1);
        if (factor >> 32)
            insert(across, crossed++, factor >> 32);
        if (s->first + (int)count - 1 < s->first_end)
            continue;
        uint64_t sum_along = s->highest[count], sum_across = 0;
        for (unsigned i = 0; i < premiums; i++)
            sum_along += along[i] * s->by_value[i];
        for (unsigned i = 0; i < crossed; i++)
            sum_across += across[i] * s->by_value[i];
        int64_t bound = (int64_t)((s->heads[count - 1] & 0xffffffff) + sum_along * s->factors[count - 1] + sum_across)
            + divided_up(s->best_leave[s->rack_size - count], s->scale);
        if (bound > best)
            best = bound;
    }
    return best;
}

/* Keep a start for later, in the bucket of its bound. */
static void queue_start(Search *s, const Line *line, int anchor, int ahead, int reached)
{
    int64_t bound = bound_of(s, line, anchor, ahead, reached), bucket = bound - (int64_t)BIAS;
    if (bound < 0)
        return;
    bucket = bucket < 0 ? 0 : bucket >= BUCKETS ? BUCKETS - 1 : bucket;
    Start *start = &s->starts[s->start_count];
    *start = (Start){(uint16_t)(line - s->lines), (uint8_t)anchor, (uint8_t)ahead, s->buckets[bucket], 0};
    start->bound = (int32_t)(bound - (int64_t)BIAS);
    s->buckets[bucket] = (int16_t)s->start_count++;
}

/* All starts of a line, with `anchors` as its places that a play must use one of: run, or put aside for later. */
INLINE void do_line(Search *s, int down, int number, uint32_t anchors, uint32_t crossed, const int BLANKS,
                    const int BEST, Advance *advance)
{
    Line *line = &s->lines[BEST && BLANKS ? s->line_count++ : 0];
    uint8_t index[MAX_SIZE];
    int previous = -1;
    prepare_line(s, line, down, number, crossed, BLANKS ? s->every : s->rack_letters, index);
    tick(s);
    for (; anchors; anchors &= anchors - 1) {
        int place = (int)LOWEST(anchors), anchor = index[place], most_ahead = 0;
        const Square *square = &line->squares[anchor];
        if (square->fits) {
            int reached = reach(s, line, anchor);
            if (!square->before_length) {
                most_ahead = place - 1 - previous;
                if (most_ahead > (int)s->most_tiles - 1)
                    most_ahead = (int)s->most_tiles - 1;
            } else if (!LETTERS(square->before_edge)) {
                most_ahead = -1;
            }
            for (int ahead = 0; ahead <= most_ahead; ahead++) {
                if (!square->before_length && s->to[ahead + 1] == s->from[ahead + 1])
                    break;
                if (BEST && BLANKS)
                    queue_start(s, line, anchor, ahead, reached);
                else
                    run_start(s, line, anchor, ahead, reached, BLANKS, BEST, advance);
            }
        }
        previous = place;
    }
}

/* Everything: prefixes, board, lines, and the starts that were put aside, the most promising first. */
INLINE void generate(Search *s, const int BLANKS, const int BEST, Advance *advance)
{
    int size = s->setting->size, is_empty = 1;
    prepare_board(s);
    make_prefixes(s, BLANKS);
    for (int number = 0; number < size; number++)
        is_empty &= !s->filled[0][number];
    for (int down = 0; down < 2; down++)
        for (int number = 0; number < size; number++) {
            uint32_t filled = s->filled[down][number], beside = 0, anchors;
            if (number)
                beside |= s->filled[down][number - 1];
            if (number + 1 < size)
                beside |= s->filled[down][number + 1];
            beside &= ~filled;
            anchors = (beside | filled << 1 | filled >> 1) & ~filled & BELOW(size);
            if (is_empty) {
                int row = s->setting->start / size, column = s->setting->start % size;
                if (s->is_open)
                    anchors = BELOW(size);
                else if (number == (down ? column : row))
                    anchors = 1u << (down ? row : column);
            }
            if (anchors)
                do_line(s, down, number, anchors, beside, BLANKS, BEST, advance);
        }
    if (!BEST || !BLANKS)
        return;
    for (int bucket = BUCKETS - 1; bucket >= 0; bucket--)
        for (int at = s->buckets[bucket]; at >= 0; at = s->starts[at].next) {
            const Start *start = &s->starts[at];
            const Line *line = &s->lines[start->line];
            if (start->bound + (int64_t)BIAS >= s->needed)
                run_start(s, line, start->anchor, start->ahead, reach(s, line, start->anchor), BLANKS, BEST, advance);
        }
}

/* The four kinds of search, for processors with an instruction that counts bits and for those without. */
#define GENERATOR(name, attributes, BLANKS, BEST) \
    attributes static void advance_##name(Search *s, int at, State *states, unsigned count) \
    { \
        take_square(s, at, states, count, BLANKS, BEST, advance_##name); \
    } \
    attributes static void generate_##name(Search *s) \
    { \
        generate(s, BLANKS, BEST, advance_##name); \
    }
#define GENERATORS(kind, attributes) \
    GENERATOR(all_##kind, attributes, 0, 0) \
    GENERATOR(all_blanks_##kind, attributes, 1, 0) \
    GENERATOR(best_##kind, attributes, 0, 1) \
    GENERATOR(best_blanks_##kind, attributes, 1, 1)

GENERATORS(plain, )
#if defined(__x86_64__) && !defined(__POPCNT__)
GENERATORS(popcnt, __attribute__((target("popcnt"))))
#define CHOOSE(name) (__builtin_cpu_supports("popcnt") ? generate_##name##_popcnt : generate_##name##_plain)
#else
#define CHOOSE(name) generate_##name##_plain
#endif

/* ---------------------------------------------------------------- one search ------------------------------------ */

/* Slots and tables of a rack: `letters` holds FOREIGN for a tile that the graph does not know, 0 for a blank. */
static void set_rack(Search *s, const uint8_t *letters, unsigned count, unsigned most_tiles)
{
    uint32_t letter_of[MAX_RACK];
    unsigned slots = 0, foreign = 0;
    memset(s->counts, 0, sizeof s->counts);
    memset(s->taken, 0, sizeof s->taken);
    s->blanks = 0;
    for (unsigned i = 0; i < count; i++) {
        if (letters[i] == FOREIGN)
            foreign++;
        else if (letters[i])
            s->counts[letters[i]]++;
        else
            s->blanks++;
    }
    s->rack_size = count;
    s->most_tiles = count < most_tiles ? count : most_tiles;
    s->all_slots = BELOW(count);
    s->first_blank = 1u << (count - s->blanks);
    s->blank_slots = s->all_slots & ~BELOW(count - s->blanks);
    s->rack_letters = 0;
    for (unsigned letter = 1; letter <= MAX_LETTERS; letter++) {
        uint32_t value = s->setting->value[letter], is_held = s->counts[letter] > 0, from = slots;
        for (unsigned i = 0; i < s->counts[letter]; i++)
            letter_of[slots++] = 1u << letter;
        s->slots_for[letter] = (BELOW(slots) & ~BELOW(from)) | s->blank_slots;
        s->taken[letter] = value | letter << 8;
        s->taken[letter + BLANK_BIT] = is_held && s->blanks ? value | (letter | SOFT_BIT) << 8 : (letter | BLANK_BIT) << 8;
        s->rack_letters |= is_held << letter;
    }
    while (foreign--)
        letter_of[slots++] = 0;
    for (unsigned i = 0; i < s->blanks; i++)
        letter_of[slots++] = s->every;
    s->available[0] = 0;
    for (uint32_t set = 1; set <= s->all_slots; set++)
        s->available[set] = s->available[set & (set - 1)] | letter_of[LOWEST(set)];
    memset(s->by_value, 0, sizeof s->by_value);
    for (unsigned letter = 1, sorted = 0; letter <= MAX_LETTERS; letter++)
        for (unsigned i = 0; i < s->counts[letter]; i++) {
            unsigned place = sorted++;
            uint8_t value = s->setting->value[letter];
            for (; place && s->by_value[place - 1] < value; place--)
                s->by_value[place] = s->by_value[place - 1];
            s->by_value[place] = value;
        }
    s->highest[0] = 0;
    for (unsigned i = 0; i < MAX_RACK; i++)
        s->highest[i + 1] = s->highest[i] + s->by_value[i];
}

/* The tiles that lie, from code points; 0 if one is no tile of the game. */
static int set_tiles(Search *s, const uint32_t *points)
{
    const Setting *setting = s->setting;
    int size = setting->size;
    memset(s->filled, 0, sizeof s->filled);
    for (int row = 0, at = 0; row < size; row++)
        for (int column = 0; column < size; column++, at++) {
            uint32_t point = points[at];
            Tile tile = point < TABLE_SIZE ? setting->table[point] : tile_of(setting, point);
            if (tile.kind == NO_TILE)
                return 0;
            s->tiles[0][at] = tile.letter;
            if (!tile.letter)
                continue;
            int turned = column * size + row;
            s->tiles[1][turned] = tile.letter;
            s->values[0][at] = s->values[1][turned] = tile.value;
            s->filled[0][row] |= 1u << column;
            s->filled[1][column] |= 1u << row;
        }
    s->most_worth = setting->most_value;
    return 1;
}

/* Whether every number that the search can come to fits into 31 bits. */
static int fits_in_words(const Search *s)
{
    const Setting *setting = s->setting;
    int64_t doubled = (int64_t)1 << s->zone_count, extra = 0;
    int64_t new_tiles = (int64_t)s->most_tiles * setting->most_value * setting->most_letter_factor;
    int64_t lying = (int64_t)setting->size * s->most_worth;
    int64_t word = (int64_t)setting->most_factor * doubled;     /* at most 8**8 * 2**8 */
    int64_t across = (int64_t)setting->most_word_factor * doubled;
    for (unsigned i = 0; i <= MAX_RACK; i++)
        if (llabs(s->bonus[i]) > extra)
            extra = llabs(s->bonus[i]);
    if (s->has_flat)
        for (int i = 0; i < setting->squares; i++)
            extra += llabs(s->flat[0][i]);
    return word * (new_tiles + lying) + across * (new_tiles + setting->size * lying) + extra < INT32_MAX / 2;
}

static void free_search(Search *s)
{
    if (!s)
        return;
    free(s->prefixes);
    free(s->blocks);
    free(s->now);
    free(s->then);
    free(s->follows);
    free(s->found);
    free(s->best);
    free(s);
}

static Search *new_search(void)
{
    Search *s = resized(NULL, sizeof *s);
    if (s)
        memset(s, 0, sizeof *s);
    return s;
}

/* Search as `asked`; everything about the position has been set. `best_leave` and `leave` are zero by points. */
static int run(Search *s, int asked, size_t wanted, size_t limit)
{
    int how = setjmp(s->exit);
    if (how)
        return how;
    s->asked = asked;
    s->cells = s->graph->cells;
    s->found_count = s->counted = s->best_count = 0;
    s->found_limit = limit;
    s->best_wanted = wanted;
    s->cut = s->start_count = s->line_count = 0;
    s->ticks = 0;
    if (!s->most_tiles || !s->graph->root || s->least_tiles > s->most_tiles)
        return FINISHED;
    if (!fits_in_words(s))
        return TOO_LARGE;
    if (asked == BEST_ONES) {
        memset(s->buckets, -1, sizeof s->buckets);
        raise_needs(s);
        (s->blanks ? CHOOSE(best_blanks) : CHOOSE(best))(s);
    } else {
        if (s->found_room < 4096)
            make_room(s);
        (s->blanks ? CHOOSE(all_blanks) : CHOOSE(all))(s);
    }
    return s->cut || (asked == LIST && s->found_count > limit) ? FULL : FINISHED;
}

/* Sort the best plays, best first: a heap taken down from its top, which is the worst. */
static void sort_best(Search *s)
{
    for (size_t count = s->best_count; count > 1;) {
        Ranked worst = s->best[0], last = s->best[--count];
        size_t at = 0;
        for (;;) {
            size_t child = 2 * at + 1;
            if (child >= count)
                break;
            if (child + 1 < count && is_better(s, &s->best[child], &s->best[child + 1]))
                child++;
            if (!is_better(s, &last, &s->best[child]))
                break;
            s->best[at] = s->best[child];
            at = child;
        }
        s->best[at] = last;
        s->best[count] = worst;
    }
}

/* ---------------------------------------------------------------- words by their letters ------------------------ */

typedef struct {
    const Graph *graph;
    unsigned left[MAX_LETTERS + 1], needed[MAX_LETTERS + 1];    /* tiles, those of letters to come; blanks under 0 */
    unsigned left_count, needed_count;
    unsigned most_left;         /* tiles that a word may leave */
    uint64_t steps;
    uint8_t *path;
    uint8_t *words;             /* each: length, letters */
    size_t used, room;
} Anagrams;

/* The letters that can come next: of tiles left, of a blank that need not stand for a letter to come. */
static uint32_t anagram_letters(const Anagrams *a, uint32_t letters)
{
    unsigned lacking = 0;
    uint32_t mask = 0;
    if (a->needed_count > a->left_count)
        return 0;
    for (unsigned letter = 1; a->needed_count && letter <= MAX_LETTERS; letter++)
        if (a->needed[letter] > a->left[letter])
            lacking += a->needed[letter] - a->left[letter];
    if (lacking > a->left[0])
        return 0;
    for (uint32_t rest = letters; rest; rest &= rest - 1) {
        unsigned letter = LOWEST(rest);
        if (a->left[letter] || a->left[0] > lacking || (a->left[0] && a->needed[letter] > a->left[letter]))
            mask |= 1u << letter;
    }
    return mask;
}

/* Walk on from an edge, `length` letters along. 1 when all is done, 0 when the steps are used up, -1 without memory. */
static int find_anagrams(Anagrams *a, uint64_t edge, unsigned length)
{
    for (uint32_t letters = anagram_letters(a, LETTERS(edge)); letters; letters &= letters - 1) {
        unsigned letter = LOWEST(letters), tile = a->left[letter] ? letter : 0, is_needed = a->needed[letter] > 0;
        uint64_t next = edge_of(a->graph->cells, TARGET(edge), LETTERS(edge), letter);
        if (!a->steps--)
            return 0;
        a->path[length] = (uint8_t)letter;
        a->left[tile]--;
        a->left_count--;
        a->needed[letter] -= is_needed;
        a->needed_count -= is_needed;
        if (ENDS(next) && !a->needed_count && a->left_count <= a->most_left) {
            if (a->used + length + 2 > a->room) {
                size_t room = a->room ? 2 * a->room : 4096;
                uint8_t *words = resized(a->words, room);
                if (!words)
                    return -1;
                a->words = words;
                a->room = room;
            }
            a->words[a->used++] = (uint8_t)(length + 1);
            memcpy(a->words + a->used, a->path, length + 1);
            a->used += length + 1;
        }
        int how = TARGET(next) && a->left_count ? find_anagrams(a, next, length + 1) : 1;
        a->left[tile]++;
        a->left_count++;
        a->needed[letter] += is_needed;
        a->needed_count += is_needed;
        if (how != 1)
            return how;
    }
    return 1;
}

/* ---------------------------------------------------------------- the module ------------------------------------ */
#ifndef LETTRIX_WITHOUT_PYTHON

enum { POOLED = 4 };

typedef struct {
    PyObject *graph_type, *setting_type;
    Search *pool[POOLED];       /* contexts at rest; taken and given back while the GIL is held */
} ModuleState;

typedef struct {
    PyObject_HEAD
    Graph graph;
    Py_buffer view;
    int is_open, users;         /* users: searches that run without the GIL */
    uint8_t numbers[TABLE_SIZE];            /* of letters, by code point */
    uint32_t alphabet[MAX_LETTERS + 1];     /* code points, by number */
    PyObject *lexicon_error;
} GraphObject;

typedef struct {
    PyObject_HEAD
    Setting setting;
} SettingObject;

static PyObject *damaged(PyObject *lexicon_error)
{
    PyErr_SetString(lexicon_error, "the word graph is damaged");
    return NULL;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* ---- Graph(cells, root, alphabet, error) ---- */

static PyObject *graph_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"cells", "root", "alphabet", "error", NULL};
    PyObject *cells, *alphabet, *error, *copy = NULL;
    Py_ssize_t root;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OnUO:Graph", names, &cells, &root, &alphabet, &error))
        return NULL;
    Py_ssize_t letters = PyUnicode_GetLength(alphabet);
    if (letters < 1 || letters > MAX_LETTERS) {
        PyErr_SetString(PyExc_ValueError, "an alphabet has 1 to 31 letters");
        return NULL;
    }
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    GraphObject *self = (GraphObject *)alloc(type, 0);
    if (!self)
        return NULL;
    if (PyObject_GetBuffer(cells, &self->view, PyBUF_SIMPLE) < 0)
        goto failed;
    self->is_open = 1;
    if (!self->view.readonly || (uintptr_t)self->view.buf % sizeof(uint64_t)) {
        /* What is checked once must not change afterwards: such a graph is copied. */
        copy = PyBytes_FromStringAndSize(self->view.buf, self->view.len);
        PyBuffer_Release(&self->view);
        self->is_open = 0;
        if (!copy || PyObject_GetBuffer(copy, &self->view, PyBUF_SIMPLE) < 0)
            goto failed;
        self->is_open = 1;
        Py_CLEAR(copy);
    }
    self->graph.cells = self->view.buf;
    self->graph.count = (size_t)self->view.len / sizeof(uint64_t);
    self->graph.letter_count = (int)letters;
    self->graph.root = (uint32_t)root;
    if (self->graph.count < FIRST_STATE || self->graph.count > INT32_MAX
        || (root && (root < FIRST_STATE || (size_t)root >= self->graph.count))) {
        PyErr_SetString(PyExc_ValueError, "not the cells of a word graph");
        goto failed;
    }
    if (!PyUnicode_AsUCS4(alphabet, self->alphabet + 1, letters, 0))
        goto failed;
    for (int i = 1; i <= letters; i++)
        if (self->alphabet[i] < TABLE_SIZE)
            self->numbers[self->alphabet[i]] = (uint8_t)i;
    self->lexicon_error = error;
    Py_INCREF(error);
    return (PyObject *)self;
failed:
    Py_XDECREF(copy);
    Py_DECREF(self);
    return NULL;
}

static void graph_dealloc(PyObject *object)
{
    GraphObject *self = (GraphObject *)object;
    if (self->is_open)
        PyBuffer_Release(&self->view);
    Py_XDECREF(self->lexicon_error);
    dealloc(object);
}

static PyObject *graph_release(PyObject *object, PyObject *unused)
{
    GraphObject *self = (GraphObject *)object;
    (void)unused;
    if (self->users) {
        PyErr_SetString(PyExc_BufferError, "the word graph is being searched");
        return NULL;
    }
    if (self->is_open)
        PyBuffer_Release(&self->view);
    self->is_open = 0;
    Py_RETURN_NONE;
}

/* Ready to be searched: open, and every target checked, once. */
static int is_ready(GraphObject *self)
{
    if (!self->is_open) {
        PyErr_SetString(PyExc_ValueError, "the word graph was released");
        return 0;
    }
    if (!self->graph.is_valid) {
        int sound = validate(&self->graph);
        if (sound < 0)
            PyErr_NoMemory();
        else if (!sound)
            damaged(self->lexicon_error);
        return sound > 0;
    }
    return 1;
}

static unsigned number_of(const GraphObject *self, uint32_t point)
{
    if (point < TABLE_SIZE)
        return self->numbers[point];
    for (int i = 1; i <= self->graph.letter_count; i++)
        if (self->alphabet[i] == point)
            return (unsigned)i;
    return 0;
}

/* contains(word): reads a graph that nobody has checked, so it checks each step. */
static PyObject *graph_contains(PyObject *object, PyObject *word)
{
    GraphObject *self = (GraphObject *)object;
    uint32_t few[64], *points = few;
    Py_ssize_t length = PyUnicode_Check(word) ? PyUnicode_GetLength(word) : -1;
    if (length < 0) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "a word is a string");
        return NULL;
    }
    if (!self->is_open) {
        PyErr_SetString(PyExc_ValueError, "the word graph was released");
        return NULL;
    }
    if (length > 64)
        points = PyUnicode_AsUCS4Copy(word);
    else if (!PyUnicode_AsUCS4(word, few, 64, 0))
        return NULL;
    if (!points)
        return NULL;
    const uint64_t *cells = self->graph.cells;
    size_t count = self->graph.count;
    uint32_t state = self->graph.root, letters = state ? (uint32_t)cells[state] & ~1u : 0;
    uint64_t edge = 0;
    int how = 1;                /* -1: the walk left the file */
    for (Py_ssize_t i = 0; i < length; i++) {
        unsigned number = number_of(self, points[i]);
        if (!(number && letters >> number & 1)) {
            how = 0;
            break;
        }
        size_t at = (size_t)state + 1 + (size_t)__builtin_popcount(letters & BELOW(number));
        if (at >= count) {
            how = -1;
            break;
        }
        edge = cells[at];
        state = TARGET(edge);
        letters = LETTERS(edge);
    }
    if (points != few)
        PyMem_Free(points);
    if (how < 0)
        return damaged(self->lexicon_error);
    return PyBool_FromLong(how && ENDS(edge));
}

static size_t encode(uint32_t point, char *out)
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (char)(0xc0 | point >> 6);
        out[1] = (char)(0x80 | (point & 63));
        return 2;
    }
    if (point < 0x10000) {
        out[0] = (char)(0xe0 | point >> 12);
        out[1] = (char)(0x80 | (point >> 6 & 63));
        out[2] = (char)(0x80 | (point & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | point >> 18);
    out[1] = (char)(0x80 | (point >> 12 & 63));
    out[2] = (char)(0x80 | (point >> 6 & 63));
    out[3] = (char)(0x80 | (point & 63));
    return 4;
}

/* The words found, as a list of strings in the order in which they were. */
static PyObject *words_list(const GraphObject *self, const Anagrams *a)
{
    PyObject *words = PyList_New(0);
    char word[4 * 256];
    for (size_t at = 0; words && at < a->used;) {
        size_t length = a->words[at++], bytes = 0;
        for (; length--; at++)
            bytes += encode(self->alphabet[a->words[at]], word + bytes);
        PyObject *text = PyUnicode_FromStringAndSize(word, (Py_ssize_t)bytes);
        if (!text || PyList_Append(words, text) < 0)
            Py_CLEAR(words);
        Py_XDECREF(text);
    }
    return words;
}

/* anagrams(rack, needed, shortest, steps): `rack` and `needed` as numbers of tiles, one byte by letter, blanks under 0.
 * The words in alphabetical order, or None when the steps do not suffice. */
static PyObject *graph_anagrams(PyObject *object, PyObject *args)
{
    GraphObject *self = (GraphObject *)object;
    const char *rack, *needed;
    Py_ssize_t rack_length, needed_length, shortest, steps;
    Anagrams a = {0};
    uint8_t path[256];
    if (!PyArg_ParseTuple(args, "y#y#nn:anagrams", &rack, &rack_length, &needed, &needed_length, &shortest, &steps))
        return NULL;
    if (rack_length > MAX_LETTERS + 1 || needed_length > MAX_LETTERS + 1 || shortest < 1 || steps < 1) {
        PyErr_SetString(PyExc_ValueError, "not the counts of letters");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < rack_length; i++)
        a.left_count += a.left[i] = (uint8_t)rack[i];
    for (Py_ssize_t i = 0; i < needed_length; i++)
        a.needed_count += a.needed[i] = (uint8_t)needed[i];
    if (a.left_count > 255) {
        PyErr_SetString(PyExc_ValueError, "too many letters");
        return NULL;
    }
    if (!is_ready(self))
        return NULL;
    if ((Py_ssize_t)a.left_count < shortest)
        return PyList_New(0);
    a.most_left = a.left_count - (unsigned)shortest;
    a.graph = &self->graph;
    a.steps = (uint64_t)steps;
    a.path = path;
    int how;
    self->users++;
    Py_BEGIN_ALLOW_THREADS
    how = find_anagrams(&a, edge_to_root(&self->graph), 0);
    Py_END_ALLOW_THREADS
    self->users--;
    PyObject *found = NULL;
    if (how < 0)
        PyErr_NoMemory();
    else if (!how)
        found = Py_NewRef(Py_None);
    else
        found = words_list(self, &a);
    free(a.words);
    return found;
}

static PyMethodDef graph_methods[] = {
    {"contains", graph_contains, METH_O, "contains(word) -> bool"},
    {"anagrams", graph_anagrams, METH_VARARGS, "anagrams(rack, needed, shortest, steps) -> list of words, or None"},
    {"release", graph_release, METH_NOARGS, "release(): let go of the cells"},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot graph_slots[] = {
    {Py_tp_new, graph_new},
    {Py_tp_dealloc, graph_dealloc},
    {Py_tp_methods, graph_methods},
    {0, NULL},
};
static PyType_Spec graph_spec = {"lettrix._native.Graph", sizeof(GraphObject), 0, Py_TPFLAGS_DEFAULT, graph_slots};

/* ---- Setting(size, start, letter_factors, word_factors, alphabet, tiles, kinds, letters, values, bonuses) ---- */

/* The greatest product of the factors of MAX_RACK squares of one line. */
static uint64_t most_factor_of(const Setting *setting)
{
    uint64_t most = 1;
    for (int down = 0; down < 2; down++)
        for (int line = 0; line < setting->size; line++) {
            int how_many[MAX_FACTOR + 1] = {0}, left = MAX_RACK;
            uint64_t product = 1;
            for (int i = 0; i < setting->size; i++)
                how_many[setting->word_factor[down][line * setting->size + i]]++;
            for (int factor = MAX_FACTOR; factor > 1; factor--)
                for (; how_many[factor] && left; how_many[factor]--, left--)
                    product *= (uint64_t)factor;
            if (product > most)
                most = product;
        }
    return most;
}

static PyObject *setting_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"size", "start", "letter_factors", "word_factors", "alphabet", "tiles", "kinds", "letters",
                            "values", "bonuses", NULL};
    int size, start;
    const uint8_t *letter_factors, *word_factors, *kinds, *letters;
    const int16_t *values;
    const int32_t *bonuses;
    Py_ssize_t letter_factors_length, word_factors_length, kinds_length, letters_length, values_length, bonuses_length;
    PyObject *alphabet, *tiles;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "iiy#y#UUy#y#y#y#:Setting", names, &size, &start, &letter_factors,
                                     &letter_factors_length, &word_factors, &word_factors_length, &alphabet, &tiles,
                                     &kinds, &kinds_length, &letters, &letters_length, &values, &values_length,
                                     &bonuses, &bonuses_length))
        return NULL;
    Py_ssize_t tile_count = PyUnicode_GetLength(tiles), letter_count = PyUnicode_GetLength(alphabet);
    uint32_t points[2 * MAX_LETTERS + 2], order[MAX_LETTERS];
    if (size < 1 || size > MAX_SIZE || start < 0 || start >= size * size || letter_factors_length != size * size
        || word_factors_length != size * size || letter_count < 1 || letter_count > MAX_LETTERS
        || tile_count > 2 * MAX_LETTERS + 2 || kinds_length != tile_count || letters_length != tile_count
        || values_length != tile_count * (Py_ssize_t)sizeof(int16_t)
        || bonuses_length != (MAX_RACK + 1) * (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_ValueError, "the board or the tiles are not of the right size");
        return NULL;
    }
    if (!PyUnicode_AsUCS4(tiles, points, 2 * MAX_LETTERS + 2, 0) || !PyUnicode_AsUCS4(alphabet, order, MAX_LETTERS, 0))
        return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    SettingObject *self = (SettingObject *)alloc(type, 0);
    if (!self)
        return NULL;
    Setting *setting = &self->setting;
    setting->size = size;
    setting->squares = size * size;
    setting->start = start;
    setting->letter_count = (int)letter_count;
    for (int row = 0, at = 0; row < size; row++)
        for (int column = 0; column < size; column++, at++) {
            int turned = column * size + row;
            if (letter_factors[at] > MAX_FACTOR || word_factors[at] < 1 || word_factors[at] > MAX_FACTOR)
                goto out_of_range;
            setting->letter_factor[0][at] = setting->letter_factor[1][turned] = letter_factors[at];
            setting->word_factor[0][at] = setting->word_factor[1][turned] = word_factors[at];
            if (letter_factors[at] > setting->most_letter_factor)
                setting->most_letter_factor = letter_factors[at];
            if (word_factors[at] > setting->most_word_factor)
                setting->most_word_factor = word_factors[at];
        }
    setting->most_factor = most_factor_of(setting);
    for (Py_ssize_t i = 0; i < letter_count; i++)
        for (Py_ssize_t j = 0; j < letter_count; j++)
            setting->rank[i + 1] += order[j] < order[i];
    for (Py_ssize_t i = 0; i < tile_count; i++) {
        Tile tile = {letters[i], kinds[i], values[i]};
        if (tile.kind < EMPTY || tile.kind > BLANK || values[i] > MAX_WORTH || values[i] < -MAX_WORTH
            || (tile.letter > letter_count && tile.letter != FOREIGN) || (tile.kind == EMPTY) != (tile.letter == 0))
            goto out_of_range;
        if (tile.kind == LETTER) {
            if (values[i] < 0 || values[i] > MAX_VALUE)
                goto out_of_range;
            if (tile.letter != FOREIGN) {
                setting->value[tile.letter] = (uint8_t)values[i];
                setting->letters |= 1u << tile.letter;
            }
        }
        if (abs(values[i]) > setting->most_value)
            setting->most_value = abs(values[i]);
        if (points[i] < TABLE_SIZE) {
            setting->table[points[i]] = tile;
        } else {
            setting->others[setting->other_count].point = points[i];
            setting->others[setting->other_count++].tile = tile;
        }
    }
    for (int i = 0; i <= MAX_RACK; i++) {
        if (bonuses[i] > MAX_EXTRA || bonuses[i] < -MAX_EXTRA)
            goto out_of_range;
        setting->bonus[i] = bonuses[i];
    }
    return (PyObject *)self;
out_of_range:
    Py_DECREF(self);
    PyErr_SetString(PyExc_OverflowError, "a value or factor is out of the range of the native generator");
    return NULL;
}

static PyType_Slot setting_slots[] = {
    {Py_tp_new, setting_new},
    {Py_tp_dealloc, dealloc},
    {0, NULL},
};
static PyType_Spec setting_spec = {"lettrix._native.Setting", sizeof(SettingObject), 0, Py_TPFLAGS_DEFAULT, setting_slots};

/* ---- search ---- */

static int out_of_range(void)
{
    PyErr_SetString(PyExc_OverflowError, "a number is out of the range of the native generator");
    return 0;
}

/* Square -> number, from a dict: for each entry, a number within `most` either way. */
static int read_squares(const Search *s, PyObject *dict, long most, void (*set)(Search *, int, int32_t), Search *to)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(dict, &at, &key, &value)) {
        long square = PyLong_AsLong(key), number = PyErr_Occurred() ? 0 : PyLong_AsLong(value);
        if (PyErr_Occurred())
            return 0;
        if (square < 0 || square >= s->setting->squares || number > most || number < -most)
            return out_of_range();
        set(to, (int)square, (int32_t)number);
    }
    return 1;
}

static void set_worth(Search *s, int square, int32_t worth)
{
    int size = s->setting->size, turned = square % size * size + square / size;
    s->values[0][square] = s->values[1][turned] = (int16_t)worth;
    if (abs(worth) > s->most_worth)
        s->most_worth = abs(worth);
}

static void set_flat(Search *s, int square, int32_t points)
{
    int size = s->setting->size, turned = square % size * size + square / size;
    s->flat[0][square] = s->flat[1][turned] = points;
}

static void set_zones(Search *s, const uint8_t *zones)
{
    int size = s->setting->size;
    unsigned all = 0;
    for (int row = 0, at = 0; row < size; row++)
        for (int column = 0; column < size; column++, at++) {
            s->zones[0][at] = s->zones[1][column * size + row] = zones[at];
            all |= zones[at];
        }
    s->zone_count = (unsigned)__builtin_popcount(all);
    s->has_zones = all != 0;
}

static Search *taken_from_pool(ModuleState *state)
{
    for (int i = 0; i < POOLED; i++)
        if (state->pool[i]) {
            Search *s = state->pool[i];
            state->pool[i] = NULL;
            return s;
        }
    return new_search();
}

/* Keep a context for the next search, unless it has grown large. */
static void give_back(ModuleState *state, Search *s)
{
    if (s->prefix_room <= 1 << 17 && s->found_room <= 1 << 18 && s->best_room <= 1 << 16)
        for (int i = 0; i < POOLED; i++)
            if (!state->pool[i]) {
                state->pool[i] = s;
                return;
            }
    free_search(s);
}

/* What was found: (bytes of records, total number); for best plays each record with its worth in a third word. */
static PyObject *result_of(Search *s, int asked, int how)
{
    PyObject *records;
    size_t count = asked == BEST_ONES ? s->best_count : s->counted + s->found_count;
    if (asked == LIST) {
        if (count > s->found_limit)
            count = s->found_limit;
        records = PyBytes_FromStringAndSize((const char *)s->found, (Py_ssize_t)(count * sizeof(Record)));
    } else if (asked == BEST_ONES) {
        sort_best(s);
        records = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * 3 * sizeof(uint64_t)));
        if (records) {
            uint64_t *out = (uint64_t *)PyBytes_AsString(records);
            for (size_t i = 0; i < count; i++, out += 3) {
                out[0] = s->best[i].record[0];
                out[1] = s->best[i].record[1];
                out[2] = (uint64_t)s->best[i].worth;
            }
        }
    } else {
        records = PyBytes_FromStringAndSize(NULL, 0);
    }
    if (!records)
        return NULL;
    return Py_BuildValue("(NnO)", records, (Py_ssize_t)count, how == FINISHED ? Py_True : Py_False);
}

enum { COUNTS_ACROSS = 1, IS_OPEN = 2, WHOLE_RACK_ONLY = 4 };
enum { MAX_PAIRS = 64, MAX_LEAVE = 1000000 };

/* The model of `fill_leaves`, checked. */
static int read_leaves(Search *s, PyObject *leaves)
{
    char *bytes;
    Py_ssize_t length;
    int32_t model[LEAVE_PAIRS + 3 * MAX_PAIRS];
    if (PyBytes_AsStringAndSize(leaves, &bytes, &length) < 0)
        return 0;
    Py_ssize_t rest = length - LEAVE_PAIRS * (Py_ssize_t)sizeof(int32_t);
    if (rest < 0 || rest % (3 * (Py_ssize_t)sizeof(int32_t)) || (size_t)length > sizeof model)
        return out_of_range();
    memcpy(model, bytes, (size_t)length);
    size_t pairs = (size_t)rest / (3 * sizeof(int32_t));
    for (size_t i = 0; i < LEAVE_PAIRS + 3 * pairs; i++)
        if (i != LEAVE_VOWELS && (model[i] > MAX_LEAVE || model[i] < -MAX_LEAVE))
            return out_of_range();
    for (size_t i = 0; i < pairs; i++)
        for (int j = 0; j < 2; j++)
            if (model[LEAVE_PAIRS + 3 * i + j] < 0 || model[LEAVE_PAIRS + 3 * i + j] > MAX_LETTERS)
                return out_of_range();
    for (unsigned kept = 0; kept <= MAX_RACK; kept++)
        s->best_leave[kept] = INT32_MIN;
    fill_leaves(s, model, pairs);
    return 1;
}

/* search(graph, setting, text, rack, worth, flat, zones, flags, least_tiles, most_tiles, no_hook, asked, wanted,
 * leaves, limit, budget): see native.py. */
static PyObject *search(PyObject *module, PyObject *args)
{
    ModuleState *state = PyModule_GetState(module);
    PyObject *graph_object, *setting_object, *text, *rack, *worth, *flat, *zones, *no_hook, *leaves;
    int flags, least_tiles, most_tiles, asked;
    Py_ssize_t wanted, limit;
    double budget;
    uint32_t points[MAX_SQUARES], rack_points[MAX_RACK], hook_points[MAX_LETTERS];
    uint8_t letters[MAX_RACK];
    if (!PyArg_ParseTuple(args, "OOUUOOOiiiUinOnd:search", &graph_object, &setting_object, &text, &rack, &worth, &flat,
                          &zones, &flags, &least_tiles, &most_tiles, &no_hook, &asked, &wanted, &leaves, &limit, &budget))
        return NULL;
    if (!PyObject_TypeCheck(graph_object, (PyTypeObject *)state->graph_type)
        || !PyObject_TypeCheck(setting_object, (PyTypeObject *)state->setting_type)
        || (worth != Py_None && !PyDict_Check(worth)) || (flat != Py_None && !PyDict_Check(flat))
        || (zones != Py_None && !PyBytes_Check(zones)) || (leaves != Py_None && !PyBytes_Check(leaves))) {
        PyErr_SetString(PyExc_TypeError, "search needs a Graph, a Setting and what describes a position");
        return NULL;
    }
    GraphObject *graph = (GraphObject *)graph_object;
    const Setting *setting = &((SettingObject *)setting_object)->setting;
    Py_ssize_t rack_size = PyUnicode_GetLength(rack), hooks = PyUnicode_GetLength(no_hook);
    if (PyUnicode_GetLength(text) != setting->squares || setting->letter_count != graph->graph.letter_count
        || asked < LIST || asked > BEST_ONES || wanted < 0 || limit < 0
        || (zones != Py_None && PyBytes_Size(zones) != setting->squares)) {
        PyErr_SetString(PyExc_ValueError, "the board is not that of the rules, or there is nothing to search for");
        return NULL;
    }
    if (rack_size > MAX_RACK || hooks > MAX_LETTERS) {
        out_of_range();
        return NULL;
    }
    if (!PyUnicode_AsUCS4(text, points, MAX_SQUARES, 0) || !PyUnicode_AsUCS4(rack, rack_points, MAX_RACK, 0)
        || !PyUnicode_AsUCS4(no_hook, hook_points, MAX_LETTERS, 0) || !is_ready(graph))
        return NULL;
    Search *s = taken_from_pool(state);
    if (!s)
        return PyErr_NoMemory();
    s->graph = &graph->graph;
    s->setting = setting;
    s->every = setting->letters;
    s->counts_across = flags & COUNTS_ACROSS;
    s->is_open = flags & IS_OPEN;
    s->least_tiles = least_tiles < 1 ? 1 : least_tiles > MAX_RACK ? MAX_RACK + 1 : (unsigned)least_tiles;
    int has_foreign = 0;
    for (Py_ssize_t i = 0; i < rack_size; i++) {
        Tile tile = tile_of(setting, rack_points[i]);
        letters[i] = tile.kind == BLANK ? 0 : tile.kind == LETTER ? tile.letter : FOREIGN;
        has_foreign |= letters[i] == FOREIGN;
    }
    set_rack(s, letters, (unsigned)rack_size, most_tiles < 0 ? 0 : (unsigned)most_tiles);
    for (unsigned i = 0; i <= MAX_RACK; i++)
        s->bonus[i] = flags & WHOLE_RACK_ONLY && i != s->rack_size ? 0 : setting->bonus[i];
    s->no_hook = 0;
    for (Py_ssize_t i = 0; i < hooks; i++) {
        Tile tile = tile_of(setting, hook_points[i]);
        if (tile.kind == LETTER && tile.letter != FOREIGN)
            s->no_hook |= 1u << tile.letter;
    }
    s->scale = 1;
    s->leave[0] = 0;
    memset(s->best_leave, 0, sizeof s->best_leave);
    int is_set = set_tiles(s, points);
    if (!is_set)
        PyErr_SetString(PyExc_ValueError, "a tile on the board is none of this game");
    s->has_zones = s->has_flat = 0;
    s->zone_count = 0;
    if (is_set && worth != Py_None)
        is_set = read_squares(s, worth, MAX_WORTH, set_worth, s);
    if (is_set && flat != Py_None) {
        s->has_flat = 1;
        memset(s->flat, 0, sizeof s->flat);
        is_set = read_squares(s, flat, MAX_EXTRA, set_flat, s);
    }
    if (is_set && zones != Py_None)
        set_zones(s, (const uint8_t *)PyBytes_AsString(zones));
    if (is_set && leaves != Py_None) {
        s->scale = 100;
        is_set = has_foreign ? out_of_range() : read_leaves(s, leaves);
    }
    if (!is_set) {
        give_back(state, s);
        return NULL;
    }
    s->deadline = budget >= 0 && budget < 1e6 ? nanoseconds() + (int64_t)(budget * 1e9) : 0;
    int how;
    graph->users++;
    Py_INCREF(graph_object);
    Py_INCREF(setting_object);
    Py_BEGIN_ALLOW_THREADS
    how = run(s, asked, (size_t)wanted, (size_t)limit);
    Py_END_ALLOW_THREADS
    graph->users--;
    Py_DECREF(graph_object);
    Py_DECREF(setting_object);
    PyObject *found = NULL;
    if (how == NO_MEMORY)
        PyErr_NoMemory();
    else if (how == TOO_LARGE)
        out_of_range();
    else
        found = result_of(s, asked, how);
    give_back(state, s);
    return found;
}

#ifdef LETTRIX_FAILING_MEMORY
/* fail_after(n): let so many allocations of a search succeed and then none; below 0: all. For tests. */
static PyObject *fail_after(PyObject *module, PyObject *number)
{
    ModuleState *state = PyModule_GetState(module);
    allocations_left = (int)PyLong_AsLong(number);
    for (int i = 0; i < POOLED; i++) {
        free_search(state->pool[i]);
        state->pool[i] = NULL;
    }
    Py_RETURN_NONE;
}
#endif

static PyMethodDef methods[] = {
    {"search", search, METH_VARARGS, "search(...) -> (records, count, complete): see lettrix.generation.native"},
#ifdef LETTRIX_FAILING_MEMORY
    {"fail_after", fail_after, METH_O, "fail_after(n): how many allocations succeed"},
#endif
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    state->graph_type = PyType_FromModuleAndSpec(module, &graph_spec, NULL);
    state->setting_type = PyType_FromModuleAndSpec(module, &setting_spec, NULL);
    if (!state->graph_type || !state->setting_type)
        return -1;
    if (PyModule_AddObjectRef(module, "Graph", state->graph_type) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Setting", state->setting_type);
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    ModuleState *state = PyModule_GetState(module);
    Py_VISIT(state->graph_type);
    Py_VISIT(state->setting_type);
    return 0;
}

static int module_clear(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    Py_CLEAR(state->graph_type);
    Py_CLEAR(state->setting_type);
    for (int i = 0; i < POOLED; i++) {
        free_search(state->pool[i]);
        state->pool[i] = NULL;
    }
    return 0;
}

static void module_free(void *module)
{
    module_clear(module);
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};
static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_native", .m_doc = "The native move generator.", .m_size = sizeof(ModuleState),
    .m_methods = methods, .m_slots = module_slots, .m_traverse = module_traverse, .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&module_definition);
}
#endif
