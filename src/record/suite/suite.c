#include "record/suite/suite.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/value.h"

static char *copy(const char *text)
{
  return mem_copy_string(text, strlen(text));
}

/* --- families --- */

/* An input, and the first of its ancestors. */
typedef struct {
  uint64_t number, root;
  double margin;
} Member;
typedef VEC(Member) Members;

static int by_number(const void *key, const void *member)
{
  uint64_t number = *(const uint64_t *)key, other = ((const Member *)member)->number;
  return (number > other) - (number < other);
}

/* Rows come in the order of their numbers, and parents have lower ones. */
static uint64_t root_of(const Members *members, const StoreInstance *row)
{
  if (row->parent == STORE_NONE || members->count == 0) return row->number;
  const Member *parent =
      bsearch(&row->parent, members->items, members->count, sizeof *members->items, by_number);
  return parent ? parent->root : row->number;
}

static Status read_members(Store *store, int64_t campaign, Members *members, Error *error)
{
  StoreCursor *cursor;
  StoreInstance row;
  Status status = store_open_instances(store, campaign, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_instance(cursor, &row)) {
    Member member = {row.number, root_of(members, &row), row.margin};
    VEC_PUSH(members, member);
  }
  return store_end(cursor, error);
}

/* Families together, and in each the largest margin first. */
static int by_family(const void *a, const void *b)
{
  const Member *x = a, *y = b;
  if (x->root != y->root) return x->root < y->root ? -1 : 1;
  if (x->margin != y->margin) return x->margin > y->margin ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* --- campaigns --- */

/* What the spec of a campaign says about its inputs; the language is to be freed. */
static Status read_settings(Store *store, int64_t campaign, char **language, uint64_t *limit_ms,
                            Error *error)
{
  StoreCursor *cursor;
  StoreSetting setting;
  Status status = store_open_settings(store, campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  *limit_ms = 0;
  while (store_next_setting(cursor, &setting)) {
    char *value = mem_copy_string(setting.value.bytes, setting.value.length);
    uint64_t ms;
    if (strcmp(setting.name, "language") == 0 && !*language) {
      *language = value;
      value = NULL;
    } else if (strcmp(setting.name, "timeout") == 0 &&
               value_parse_duration(value, &ms) == VALUE_OK && ms <= SUITE_LIMIT_MAX)
      *limit_ms = ms;
    free(value);
  }
  return store_end(cursor, error);
}

/* Adds the best member of each family that has a text. */
static Status add_families(Suite *suite, Store *store, const StoreCampaign *campaign,
                           const SuiteInput *origin, const Members *members, Error *error)
{
  Status status = STATUS_OK;
  uint64_t done = STORE_NONE; /* the family that has its input */
  StrBuf text;
  strbuf_init(&text, 0);
  for (size_t i = 0; i < members->count && status == STATUS_OK; i++) {
    const Member *member = &members->items[i];
    uint64_t full;
    bool found;
    if (member->root == done) continue;
    strbuf_clear(&text);
    status = store_get_text(store, campaign->id, member->number, &text, &full, &found, error);
    if (status != STATUS_OK || !found || full != text.length) continue;
    SuiteInput input = *origin;
    input.store = copy(origin->store);
    input.campaign = copy(origin->campaign);
    input.language = copy(origin->language);
    input.number = member->number;
    input.margin = member->margin;
    input.text = mem_copy_string(text.bytes, text.length);
    input.length = text.length;
    VEC_PUSH(suite, input);
    done = member->root;
  }
  strbuf_deinit(&text);
  return status;
}

static Status add_campaign(Suite *suite, Store *store, const StoreCampaign *campaign, Error *error)
{
  Members members = {0};
  char *language = NULL;
  uint64_t limit_ms = 0;
  Status status = read_settings(store, campaign->id, &language, &limit_ms, error);
  if (status == STATUS_OK) status = read_members(store, campaign->id, &members, error);
  size_t kept = 0;
  for (size_t i = 0; i < members.count; i++)
    if (isfinite(members.items[i].margin) && members.items[i].margin > 0)
      members.items[kept++] = members.items[i];
  members.count = kept;
  if (kept) qsort(members.items, kept, sizeof *members.items, by_family);
  if (status == STATUS_OK) {
    char *name = copy(campaign->name), *where = copy(store_name(store));
    if (!language) language = copy("smt");
    const SuiteInput origin = {
        .store = where, .campaign = name, .language = language, .limit_ms = limit_ms};
    status = add_families(suite, store, campaign, &origin, &members, error);
    free(name);
    free(where);
  }
  free(language);
  VEC_FREE(&members);
  return status;
}

Status suite_add_store(Suite *suite, Store *store, Error *error)
{
  VEC(StoreCampaign) campaigns = {0};
  StoreCursor *cursor;
  StoreCampaign row;
  Status status = store_open_campaigns(store, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_campaign(cursor, &row)) {
    row.name = copy(row.name);
    VEC_PUSH(&campaigns, row);
  }
  status = store_end(cursor, error);
  for (size_t i = 0; i < campaigns.count; i++) {
    if (status == STATUS_OK) status = add_campaign(suite, store, &campaigns.items[i], error);
    free((void *)(uintptr_t)campaigns.items[i].name);
  }
  VEC_FREE(&campaigns);
  return status;
}

/* --- the choice --- */

static int by_margin(const void *a, const void *b)
{
  const SuiteInput *x = a, *y = b;
  if (x->margin != y->margin) return x->margin > y->margin ? -1 : 1;
  int order = strcmp(x->store, y->store);
  if (order == 0) order = strcmp(x->campaign, y->campaign);
  if (order) return order;
  return x->number < y->number ? -1 : x->number > y->number;
}

static void input_free(SuiteInput *input)
{
  free(input->store);
  free(input->campaign);
  free(input->language);
  free(input->text);
  free(input->reduced);
  free(input->constructs);
}

static bool is_there(const Suite *suite, size_t count, const SuiteInput *input)
{
  for (size_t i = 0; i < count; i++)
    if (suite->items[i].length == input->length &&
        memcmp(suite->items[i].text, input->text, input->length) == 0)
      return true;
  return false;
}

void suite_choose(Suite *suite, size_t count)
{
  size_t kept = 0;
  if (suite->count) qsort(suite->items, suite->count, sizeof *suite->items, by_margin);
  for (size_t i = 0; i < suite->count; i++) {
    if (kept < count && !is_there(suite, kept, &suite->items[i]))
      suite->items[kept++] = suite->items[i];
    else
      input_free(&suite->items[i]);
  }
  assert(kept <= count);
  suite->count = kept;
}

void suite_drop(Suite *suite, size_t number)
{
  assert(number < suite->count);
  input_free(&suite->items[number]);
  suite->count--;
  memmove(&suite->items[number], &suite->items[number + 1],
          (suite->count - number) * sizeof *suite->items);
}

void suite_free(Suite *suite)
{
  for (size_t i = 0; i < suite->count; i++) input_free(&suite->items[i]);
  VEC_FREE(suite);
}
