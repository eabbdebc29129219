#include "support/toy_language.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "base/vec.h"

enum { LENGTH_MIN = 2, LENGTH_MAX = 32 };

struct Instance {
  ToyLanguage *toy;
  size_t length;
  char text[LENGTH_MAX + 1];
};

static Instance *make(ToyLanguage *toy, size_t length)
{
  Instance *instance = mem_alloc_zero(1, sizeof *instance);
  instance->toy = toy;
  instance->length = length;
  toy->instances++;
  return instance;
}

static void destroy(Language *language)
{
  (void)language;
}

static size_t construct_count(const Language *language)
{
  (void)language;
  return TOY_LETTERS;
}

static LanguageConstruct construct(const Language *language, size_t number)
{
  static const char *const names[TOY_LETTERS] = {"a", "b", "c", "d", "e", "f",
                                                 "g", "h", "i", "j", "k", "l"};
  (void)language;
  return (LanguageConstruct){names[number], "letter"};
}

static Instance *generate(Language *language, uint64_t number)
{
  ToyLanguage *toy = (ToyLanguage *)language;
  Random random = random_stream(toy->seed, 1, number);
  Instance *instance = make(toy, toy->length);
  for (size_t i = 0; i < toy->length; i++)
    instance->text[i] = (char)('a' + random_below(&random, TOY_LETTERS));
  return instance;
}

static Instance *mutate(Language *language, const Instance *instance, size_t letter,
                        uint64_t number)
{
  ToyLanguage *toy = (ToyLanguage *)language;
  if (letter == toy->nowhere) return NULL;
  Random random = random_stream(toy->seed, 2, number);
  Instance *copy = make(toy, instance->length);
  memcpy(copy->text, instance->text, instance->length);
  copy->text[random_below(&random, instance->length)] = (char)('a' + letter);
  return copy;
}

static bool is_word(const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (text[i] < 'a' || text[i] > 'z') return false;
  return length > 0 && length <= LENGTH_MAX;
}

static Instance *read_text(Language *language, const char *text, size_t length, Error *error)
{
  if (!is_word(text, length)) {
    error_set(error, STATUS_LIMIT, "not a word of the toy language");
    return NULL;
  }
  Instance *instance = make((ToyLanguage *)language, length);
  memcpy(instance->text, text, length);
  return instance;
}

static void release(Instance *instance)
{
  instance->toy->instances--;
  free(instance);
}

static const char *text(const Instance *instance, size_t *length)
{
  *length = instance->length;
  return instance->text;
}

static uint64_t size(const Instance *instance)
{
  return instance->length;
}

static void count(Language *language, const Instance *instance, uint32_t *counts)
{
  (void)language;
  for (size_t i = 0; i < instance->length; i++)
    if (instance->text[i] < 'a' + TOY_LETTERS) counts[instance->text[i] - 'a']++;
}

/* The letters, as words. */
static void shape(const Instance *instance, StrBuf *out)
{
  for (size_t i = 0; i < instance->length; i++) strbuf_printf(out, "%c ", instance->text[i]);
}

/* --- examining --- */

struct Examiner {
  size_t open; /* examinations */
};

struct Examination {
  Examiner *examiner;
};

static Examiner *create_examiner(const ExamineLimits *limits)
{
  (void)limits;
  return mem_alloc_zero(1, sizeof(Examiner));
}

static void destroy_examiner(Examiner *examiner)
{
  assert(examiner->open == 0);
  free(examiner);
}

static ScriptTraits traits(const char *word, size_t length)
{
  (void)word;
  (void)length;
  return (ScriptTraits){.queries = 1};
}

static Examination *begin(Examiner *examiner, FileText *word, Facts *facts, Error *error)
{
  Examination *examination = mem_alloc(1, sizeof *examination);
  examination->examiner = examiner;
  examiner->open++;
  *facts = (Facts){.traits = traits(word->bytes, word->length)};
  if (!is_word(word->bytes, word->length)) {
    error_set(error, STATUS_SYNTAX, "not a word of the toy language");
    return examination;
  }
  facts->understood = facts->conclusive = facts->plain = true;
  facts->logic = mem_copy_string("words", strlen("words"));
  bool sat = memchr(word->bytes, TOY_WITNESS, word->length);
  VEC_PUSH(&facts->computed, sat ? SAYS_SAT : SAYS_UNSAT);
  return examination;
}

static void end(Examination *examination)
{
  examination->examiner->open--;
  free(examination);
}

static bool is_claimed(const Examination *examination, const Profile *profile)
{
  (void)examination;
  (void)profile;
  return true;
}

static const ExaminerInterface examiner = {
    .words = {.input = "word", .query = "word"},
    .create = create_examiner,
    .destroy = destroy_examiner,
    .begin = begin,
    .end = end,
    .is_claimed = is_claimed,
};

/* --- reducing --- */

/* Letters of the best word that have not been tried. */
typedef struct {
  ReduceContext *context;
  VEC(size_t) places;
} Letters;

static size_t count_letters(const void *subject)
{
  return ((const Letters *)subject)->places.count;
}

static bool leave_out(void *subject, size_t at, size_t end, StrBuf *word, TextHash *hash)
{
  const Letters *letters = subject;
  const StrBuf *best = &letters->context->text;
  strbuf_clear(word);
  for (size_t i = 0; i < best->length; i++) {
    bool out = false;
    for (size_t k = at; k < end; k++) out |= letters->places.items[k] == i;
    if (!out) strbuf_add_char(word, best->bytes[i]);
  }
  *hash = text_hash(word->bytes, word->length);
  return word->length > 0;
}

static size_t accept_word(void *subject, size_t at, size_t end)
{
  Letters *letters = subject;
  StrBuf word;
  TextHash hash;
  strbuf_init(&word, 0);
  leave_out(letters, at, end, &word, &hash);
  reduce_take_text(letters->context, &word);
  strbuf_deinit(&word);
  for (size_t i = end; i < letters->places.count; i++)
    letters->places.items[at + i - end] = letters->places.items[i] - (end - at);
  letters->places.count -= end - at;
  return at;
}

static Status reduce_word(ReduceContext *context, Error *error)
{
  static const SearchSubject kind = {count_letters, leave_out, accept_word};
  Letters letters = {.context = context};
  uint64_t changes = 1;
  (void)error;
  while (changes && !context->stopped) {
    letters.places.count = 0;
    for (size_t i = 0; i < context->text.length; i++) VEC_PUSH(&letters.places, i);
    changes = reduce_search(context, &kind, &letters, (SearchStyle){0});
  }
  context->statistics.minimal = !context->stopped;
  reduce_report(context, true);
  VEC_FREE(&letters.places);
  return STATUS_OK;
}

static const ReducerInterface reducer = {.reduce = reduce_word};

/* --- size --- */

static bool resize(Language *language, bool larger)
{
  ToyLanguage *toy = (ToyLanguage *)language;
  if (toy->length == (larger ? LENGTH_MAX : LENGTH_MIN)) return false;
  toy->length += larger ? 1 : -1ul;
  return true;
}

static uint64_t scale(const Language *language)
{
  return ((const ToyLanguage *)language)->length;
}

static bool set_scale(Language *language, uint64_t scale)
{
  ToyLanguage *toy = (ToyLanguage *)language;
  if (scale < LENGTH_MIN || scale > LENGTH_MAX) return false;
  toy->length = scale;
  return true;
}

/* All but what differs between the two. */
#define TOY_MEMBERS                                                                                \
  .reducer = &reducer, .construct_count = construct_count, .construct = construct,                 \
  .generate = generate, .mutate = mutate, .read = read_text, .release = release, .text = text,     \
  .size = size, .count = count, .shape = shape, .resize = resize, .scale = scale,                  \
  .set_scale = set_scale

void toy_language_init(ToyLanguage *toy, uint64_t seed)
{
  static const LanguageInterface interface = {
      .name = "toy",
      .extension = ".toy",
      .examiner = &examiner,
      .traits = traits,
      .destroy = destroy,
      TOY_MEMBERS,
  };
  *toy = (ToyLanguage){
      .language.interface = &interface, .seed = seed, .length = 8, .nowhere = TOY_LETTERS};
}

/* --- from settings, and as two files --- */

typedef struct {
  uint64_t length;
  const char *start;
} ToySettings;

static const LanguageSetting settings[] = {
    {SETTING_UNSIGNED(ToySettings, length), .name = "length", .value_name = "N", .initial = "8",
     .low = LENGTH_MIN, .high = LENGTH_MAX, .help = "letters of a word"},
    {SETTING_STRING(ToySettings, start), .name = "start", .value_name = "TEXT", .help = "nothing"},
    {0}};

static void unpack(const char *word, size_t length, InputFiles *files)
{
  StrBuf number;
  strbuf_init(&number, 0);
  strbuf_printf(&number, "%zu\n", length);
  input_files_add(files, ".size", mem_copy_string(strbuf_text(&number), number.length),
                  number.length);
  input_files_add(files, ".word", mem_copy_string(word, length), length);
  strbuf_deinit(&number);
}

static ScriptTraits pair_traits(const char *word, size_t length)
{
  ScriptTraits found = traits(word, length);
  found.unpack = unpack;
  return found;
}

static Examination *begin_pair(Examiner *pair_examiner, FileText *word, Facts *facts, Error *error)
{
  Examination *examination = begin(pair_examiner, word, facts, error);
  facts->traits.unpack = unpack;
  return examination;
}

static const ExaminerInterface pair_examiner = {
    .words = {.input = "word", .query = "word"},
    .create = create_examiner,
    .destroy = destroy_examiner,
    .begin = begin_pair,
    .end = end,
    .is_claimed = is_claimed,
};

static void destroy_pair(Language *language)
{
  assert(((ToyLanguage *)language)->instances == 0);
  free(language);
}

static Language *create(const LanguageRequest *request, StrBuf *name, Error *error)
{
  ToySettings values = {0};
  ToyLanguage *toy = NULL;
  if (setting_read_rows(settings, request->rows, &values, error) == STATUS_OK) {
    toy = mem_alloc_zero(1, sizeof *toy);
    *toy = (ToyLanguage){.language.interface = &toy_pair_interface,
                         .seed = request->seed,
                         .length = values.length,
                         .nowhere = TOY_LETTERS};
    strbuf_add_text(name, "words");
  }
  setting_free_values(settings, &values);
  return toy ? &toy->language : NULL;
}

static const LanguageHighlight highlight = {.word = "[aeiou]"};

const LanguageInterface toy_pair_interface = {
    .highlight = &highlight,
    .name = "toy-pair",
    .extension = ".toy",
    .settings = settings,
    .create = create,
    .examiner = &pair_examiner,
    .traits = pair_traits,
    .destroy = destroy_pair,
    TOY_MEMBERS,
};
