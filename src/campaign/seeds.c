#include "campaign/seeds.h"

#include <string.h>

#include "base/file.h"
#include "base/random.h"
#include "language/table.h"
#include "language/text_set.h"

/* Warnings about single files; after that they are counted. */
enum { WARNINGS_MOST = 3, STREAM_SAMPLE = 0x5eed };

/* --- finding them --- */

/* Which of them stay is drawn one by one, so that the order stays, too. */
static void sample(PathVec *paths, size_t wanted, uint64_t seed)
{
  Random random = random_stream(seed, STREAM_SAMPLE, 0);
  size_t kept = 0, count = paths->count;
  for (size_t i = 0; i < count; i++) {
    char *path = paths->items[i];
    if (random_below(&random, count - i) < wanted - kept)
      paths->items[kept++] = path;
    else
      free(path);
  }
  paths->count = kept;
}

Status seeds_find(const CampaignSpec *spec, const LanguageInterface *language, PathVec *paths,
                  Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < spec->seeds.count && status == STATUS_OK; i++) {
    char *path = path_from(spec->directory, spec->seeds.items[i]);
    status = language_find_inputs(language, path, paths, error);
    free(path);
  }
  if (spec->seed_count && spec->seed_count < paths->count)
    sample(paths, spec->seed_count, spec->seed);
  return status;
}

/* --- giving them to the campaign --- */

typedef struct {
  const CampaignSetup *setup;
  Campaign *campaign;
  const CampaignListener *listener;
  TextSet known; /* the texts of those that were given */
  size_t good, unreadable, equal, foreign;
} Seeds;

static Instance *read_seed(Seeds *seeds, const char *path)
{
  Language *language = seeds->setup->language;
  FileText text = {0};
  Error error;
  Instance *instance = NULL;
  if (language_load(language->interface, path, &text, &error) == STATUS_OK)
    instance = language->interface->read(language, text.bytes, text.length, &error);
  if (!instance && seeds->unreadable++ < WARNINGS_MOST)
    listener_warn(seeds->listener, "%s: %s; continuing without it", path, error.message);
  file_text_free(&text);
  return instance;
}

static bool is_equal(Seeds *seeds, const Instance *instance)
{
  size_t length;
  const char *text = seeds->setup->language->interface->text(instance, &length);
  TextHash hash = text_hash(text, length);
  if (text_set_has(&seeds->known, hash)) return true;
  text_set_add(&seeds->known, hash);
  return false;
}

/* It is used all the same: that is what the user has asked for. */
static void warn_of_foreign(Seeds *seeds, const char *path, const Instance *instance)
{
  Language *language = seeds->setup->language;
  if (!language->interface->excess) return;
  StrBuf excess;
  strbuf_init(&excess, 0);
  language->interface->excess(language, instance, &excess);
  if (excess.length && seeds->foreign++ < WARNINGS_MOST)
    listener_warn(seeds->listener, "%s is not in %s: it has %s", path, seeds->setup->logic,
                  strbuf_text(&excess));
  strbuf_deinit(&excess);
}

static void add_seed(Seeds *seeds, const char *path)
{
  Instance *instance = read_seed(seeds, path);
  if (!instance) return;
  if (is_equal(seeds, instance)) {
    seeds->equal++;
    seeds->setup->language->interface->release(instance);
    return;
  }
  warn_of_foreign(seeds, path, instance);
  campaign_add_seed(seeds->campaign, instance, path);
  seeds->good++;
}

static void warn_of_all(const Seeds *seeds, size_t paths)
{
  if (seeds->unreadable > WARNINGS_MOST)
    listener_warn(seeds->listener, "%zu of %zu seeds cannot be used", seeds->unreadable, paths);
  if (seeds->foreign > WARNINGS_MOST)
    listener_warn(seeds->listener, "%zu of %zu seeds are not in %s", seeds->foreign, paths,
                  seeds->setup->logic);
  if (seeds->equal)
    listener_warn(seeds->listener, "%zu of %zu seeds are the same as others, and left out",
                  seeds->equal, paths);
}

Status seeds_add(const CampaignSetup *setup, Campaign *campaign, const CampaignListener *listener,
                 Error *error)
{
  Seeds seeds = {.setup = setup, .campaign = campaign, .listener = listener};
  PathVec paths = {0};
  Status status = seeds_find(setup->spec, setup->language->interface, &paths, error);
  for (size_t i = 0; i < paths.count && status == STATUS_OK; i++) add_seed(&seeds, paths.items[i]);
  warn_of_all(&seeds, paths.count);
  if (status == STATUS_OK && setup->spec->seeds.count && !seeds.good)
    status = error_set(error, STATUS_IO, "there is no seed that can be used");
  path_vec_free(&paths);
  text_set_free(&seeds.known);
  return status;
}
