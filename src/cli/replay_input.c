#include "cli/replay_input.h"

#include <inttypes.h>
#include <string.h>

/* From an input up to one that was kept, or has no parent. */
typedef struct {
  VEC(StoreInstance) links; /* the input first */
  StrBuf text;              /* of the last one, if it was kept */
  bool kept;
} Chain;

static Status read_link(Store *store, int64_t campaign, uint64_t number, StoreInstance *link,
                        Error *error)
{
  StoreCursor *cursor;
  Status status = store_open_instances(store, campaign, number, &cursor, error);
  if (status != STATUS_OK) return status;
  bool found = store_next_instance(cursor, link) && link->number == number;
  status = store_end(cursor, error);
  if (status == STATUS_OK && !found)
    return error_set(error, STATUS_IO, "there is no input %" PRIu64 " in the store", number);
  return status;
}

/* A parent is always older, so that this comes to an end whatever the store says. */
static Status read_chain(Chain *chain, Store *store, int64_t campaign, uint64_t number,
                         Error *error)
{
  for (;;) {
    StoreInstance link;
    uint64_t full_length;
    Status status = read_link(store, campaign, number, &link, error);
    if (status == STATUS_OK)
      status =
          store_get_text(store, campaign, number, &chain->text, &full_length, &chain->kept, error);
    if (status != STATUS_OK) return status;
    if (chain->kept && full_length > chain->text.length) {
      chain->kept = false;
      strbuf_clear(&chain->text);
    }
    VEC_PUSH(&chain->links, link);
    if (chain->kept || link.parent == STORE_NONE) return STATUS_OK;
    if (link.parent >= number)
      return error_set(error, STATUS_IO, "input %" PRIu64 " of the store has a younger parent",
                       number);
    number = link.parent;
  }
}

static bool fits(const Language *language, const Instance *instance, const StoreInstance *link)
{
  return language->interface->size(instance) == link->size;
}

typedef VEC(uint64_t) Scales;

/* The scale that one step leads to from another one, unless it is known. */
static void add_scale(Scales *scales, Language *language, uint64_t from, bool larger)
{
  const LanguageInterface *interface = language->interface;
  if (!interface->set_scale(language, from) || !interface->resize(language, larger)) return;
  uint64_t scale = interface->scale(language);
  for (size_t i = 0; i < scales->count; i++)
    if (scales->items[i] == scale) return;
  VEC_PUSH(scales, scale);
}

static Instance *make_one(Language *language, const Instance *parent, const StoreInstance *link)
{
  const LanguageInterface *interface = language->interface;
  if (!parent) return interface->generate(language, link->number);
  if (link->construct >= interface->construct_count(language)) return NULL;
  return interface->mutate(language, parent, (size_t)link->construct, link->number);
}

static bool same_text(const Language *language, const Instance *a, const Instance *b)
{
  size_t length_a, length_b;
  const char *text_a = language->interface->text(a, &length_a);
  const char *text_b = language->interface->text(b, &length_b);
  return length_a == length_b && memcmp(text_a, text_b, length_a) == 0;
}

/* The input of a link, generated or, with a parent, as a mutation of it; NULL: what is made now is not what it was.
 *
 * A campaign that adapts has made its inputs larger and smaller on its way, and the store does not say when. All
 * scales that it can have come to are tried: one of those with the right size it was, and if they give different
 * inputs, nobody knows which. */
static Instance *make_link(const FuzzSetup *setup, const Instance *parent,
                           const StoreInstance *link)
{
  enum { SCALES_MOST = 40, FAR = 8 };
  Language *language = setup->language;
  const LanguageInterface *interface = language->interface;
  uint64_t first = interface->scale(language);
  Instance *found = NULL;
  bool ambiguous = false;
  Scales scales = {0};
  VEC_PUSH(&scales, first);
  for (size_t i = 0; i < scales.count && i < SCALES_MOST; i++) {
    uint64_t scale = scales.items[i];
    if (!interface->set_scale(language, scale)) continue;
    Instance *instance = make_one(language, parent, link);
    bool huge = instance && interface->size(instance) / FAR > link->size;
    if (instance && !found && fits(language, instance, link)) {
      found = instance;
    } else if (instance) {
      if (fits(language, instance, link) && !same_text(language, found, instance)) ambiguous = true;
      interface->release(instance);
    }
    if (!setup->options.adapt) break;
    add_scale(&scales, language, scale, false);
    if (!huge) add_scale(&scales, language, scale, true);
  }
  interface->set_scale(language, first);
  VEC_FREE(&scales);
  if (ambiguous) {
    interface->release(found);
    found = NULL;
  }
  return found;
}

/* With seeds, what is new is a mutation of one of them, and which one is not in the store. */
static Instance *begin_chain(const Chain *chain, const FuzzSetup *setup, Error *error)
{
  const StoreInstance *link = &chain->links.items[chain->links.count - 1];
  if (chain->kept)
    return setup->language->interface->read(setup->language, chain->text.bytes, chain->text.length,
                                            error);
  Instance *instance = setup->given->seeds.count == 0 ? make_link(setup, NULL, link) : NULL;
  if (!instance)
    error_set(error, STATUS_IO,
              "input %" PRIu64 " cannot be made again: its text was not kept, and %s", link->number,
              setup->given->seeds.count > 0
                  ? "it was made of a seed"
                  : "the generator makes something else of its number now");
  return instance;
}

static Instance *follow_chain(const Chain *chain, const FuzzSetup *setup, Instance *instance,
                              Error *error)
{
  for (size_t i = chain->links.count - 1; i-- > 0 && instance;) {
    const StoreInstance *link = &chain->links.items[i];
    Instance *next = make_link(setup, instance, link);
    setup->language->interface->release(instance);
    instance = next;
    if (!instance)
      error_set(error, STATUS_IO,
                "input %" PRIu64 " cannot be made again: the mutation of input %" PRIu64
                " gives something else now",
                link->number, link->parent);
  }
  return instance;
}

static Status make(const FindingRecord *record, Store *store, const FuzzSetup *setup, StrBuf *text,
                   Error *error)
{
  Language *language = setup->language;
  Chain chain = {0};
  strbuf_init(&chain.text, 0);
  Status status = read_chain(&chain, store, record->campaign, record->instance.number, error);
  if (status == STATUS_OK) {
    Instance *instance = begin_chain(&chain, setup, error);
    if (instance) instance = follow_chain(&chain, setup, instance, error);
    if (instance) {
      size_t length;
      const char *bytes = language->interface->text(instance, &length);
      strbuf_add(text, bytes, length);
      language->interface->release(instance);
    } else {
      status = error->status;
    }
  }
  strbuf_deinit(&chain.text);
  VEC_FREE(&chain.links);
  return status;
}

Status replay_input(const FindingRecord *record, Store *store, const FuzzSetup *setup, StrBuf *text,
                    bool *made, Error *error)
{
  const StoreText *kept = finding_text(record, "script");
  if (!kept) kept = finding_text(record, "input");
  *made = !kept;
  if (kept && kept->full_length > kept->length)
    return error_set(error, STATUS_IO, "only the first %zu of %" PRIu64 " bytes were kept",
                     kept->length, kept->full_length);
  if (!kept) return make(record, store, setup, text, error);
  strbuf_add(text, kept->bytes, kept->length);
  return STATUS_OK;
}
