/* The prototypes as the bench calls them; without their folder nothing of this is asked for. */
#ifndef WITH_PROTOTYPES
enum { HAS_PROTOTYPES = 0 };
static void prepare_prototypes(const uint64_t *fast, const uint64_t *old, const Setting *of) { (void)fast, (void)old, (void)of; }
static int prototypes_agree(const char *b, const char *r, size_t n, int64_t sum, int64_t top)
{
    return (void)b, (void)r, (void)n, (void)sum, (void)top, 1;
}
static void fast_all(void) {}
static void fast_best(void) {}
static void old_all(void) {}
static void old_best(void) {}
#else
enum { HAS_PROTOTYPES = 1 };
void fast_prepare(const uint64_t *lexicon, int size, const uint8_t *values, const int *bonuses, const uint8_t *letter,
                  const uint8_t *word);
long fast_run(const uint8_t *board, const uint8_t *rack, int count, int best, long *points);
void old_prepare(const uint64_t *lexicon, int size, const uint8_t *values, const int *bonuses, const uint8_t *letter,
                 const uint8_t *word);
long old_run(const uint8_t *board, const uint8_t *rack, int count, int best, long *points);

static uint8_t their_board[MAX_SQUARES], their_rack[MAX_RACK];
static int their_count;

static void prepare_prototypes(const uint64_t *fast, const uint64_t *old, const Setting *of)
{
    fast_prepare(fast, of->size, of->value, of->bonus, of->letter_factor[0], of->word_factor[0]);
    old_prepare(old, of->size, of->value, of->bonus, of->letter_factor[0], of->word_factor[0]);
}

static int prototypes_agree(const char *board, const char *rack, size_t plays, int64_t sum, int64_t top)
{
    long points, is_same;
    their_count = (int)strlen(rack);
    for (int at = 0; board[at]; at++)
        their_board[at] = (uint8_t)(board[at] == '.' ? 0 : (board[at] & 31) | (board[at] & 32));
    for (int i = 0; i < their_count; i++)
        their_rack[i] = (uint8_t)(rack[i] == '?' ? 0 : rack[i] & 31);
    is_same = fast_run(their_board, their_rack, their_count, 0, &points) == (long)plays && points == sum;
    if (!is_same)
        fprintf(stderr, "the fast prototype finds other plays: rack %s\n", rack);
    fast_run(their_board, their_rack, their_count, 1, &points);
    if (is_same && plays && points != top)
        fprintf(stderr, "the fast prototype's best is another: %ld %ld\n", points, (long)top);
    if (is_same && (old_run(their_board, their_rack, their_count, 0, &points) != (long)plays || points != sum))
        fprintf(stderr, "the old prototype finds other plays: rack %s\n", rack);
    return (int)is_same;
}

static void fast_all(void) { fast_run(their_board, their_rack, their_count, 0, NULL); }
static void fast_best(void) { fast_run(their_board, their_rack, their_count, 1, NULL); }
static void old_all(void) { old_run(their_board, their_rack, their_count, 0, NULL); }
static void old_best(void) { old_run(their_board, their_rack, their_count, 1, NULL); }
#endif
