#include "campaign/replay.h"

#include <inttypes.h>
#include <string.h>

#include "record/store/vocabulary.h"

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

static Instance *make_one(Language *language, const Instance *parent, const StoreInstance *link)
{
  if (parent)
    return breed_again(language, parent, (size_t)link->construct, link->number, link->placed);
  Instance *plain = language->interface->generate(language, link->number);
  if (!link->placed) return plain;
  Instance *enriched =
      breed_again(language, plain, (size_t)link->construct, link->number, link->placed);
  language->interface->release(plain);
  return enriched;
}

/* The input of a link, generated or, with a parent, as a mutation of it; NULL: what is made now is not what it was. */
static Instance *make_link(const CampaignSetup *setup, const Instance *parent,
                           const StoreInstance *link)
{
  Language *language = setup->language;
  if (!language->interface->set_scale(language, link->scale)) return NULL;
  Instance *instance = make_one(language, parent, link);
  if (!instance || fits(language, instance, link)) return instance;
  language->interface->release(instance);
  return NULL;
}

/* With seeds, what is new is a mutation of one of them, and which one is not in the store. */
static Instance *begin_chain(const Chain *chain, const CampaignSetup *setup, Error *error)
{
  const StoreInstance *link = &chain->links.items[chain->links.count - 1];
  if (chain->kept)
    return setup->language->interface->read(setup->language, chain->text.bytes, chain->text.length,
                                            error);
  Instance *instance = setup->spec->seeds.count == 0 ? make_link(setup, NULL, link) : NULL;
  if (!instance)
    error_set(
        error, STATUS_IO, "input %" PRIu64 " cannot be regenerated: its text was not kept, and %s",
        link->number,
        setup->spec->seeds.count > 0 ? "it was made of a seed"
                                     : "the generator makes something else of its number now");
  return instance;
}

static Instance *follow_chain(const Chain *chain, const CampaignSetup *setup, Instance *instance,
                              Error *error)
{
  for (size_t i = chain->links.count - 1; i-- > 0 && instance;) {
    const StoreInstance *link = &chain->links.items[i];
    Instance *next = make_link(setup, instance, link);
    setup->language->interface->release(instance);
    instance = next;
    if (!instance)
      error_set(error, STATUS_IO,
                "input %" PRIu64 " cannot be regenerated: the mutation of input %" PRIu64
                " gives something else now",
                link->number, link->parent);
  }
  return instance;
}

static Status make(const FindingRecord *record, Store *store, const CampaignSetup *setup,
                   StrBuf *text, Error *error)
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

Status replay_input(const FindingRecord *record, Store *store, const CampaignSetup *setup,
                    StrBuf *text, bool *made, Error *error)
{
  const StoreText *kept = report_finding_text(record, store_text_word(STORE_TEXT_SCRIPT));
  if (!kept) kept = report_finding_text(record, "input");
  *made = !kept;
  if (kept && kept->full_length > kept->length)
    return error_set(error, STATUS_IO, "only the first %zu of %" PRIu64 " bytes were kept",
                     kept->length, kept->full_length);
  if (!kept) return make(record, store, setup, text, error);
  strbuf_add(text, kept->bytes, kept->length);
  return STATUS_OK;
}
