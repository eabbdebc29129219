#include "run/capability/capability.h"

#include <assert.h>
#include <string.h>

#include "run/capability/capability_cache.h"

const char *capability_status_name(CapabilityStatus status)
{
#define CAPABILITY_NAME(code, name) [code] = name,
  static const char *const names[] = {CAPABILITY_STATUS_LIST(CAPABILITY_NAME)};
#undef CAPABILITY_NAME
  assert(status < CAPABILITY_COUNT);
  return names[status];
}

bool capability_is_usable(CapabilityStatus status)
{
  return status <= CAPABILITY_UNDECIDED;
}

bool capability_is_accepted(CapabilityStatus status)
{
  return capability_is_usable(status) || status == CAPABILITY_FAILS || status == CAPABILITY_WRONG;
}

void capability_result_deinit(CapabilityResult *result)
{
  free(result->message);
  free(result->script);
  *result = (CapabilityResult){0};
}

void capabilities_deinit(Capabilities *capabilities)
{
  for (size_t i = 0; capabilities->results && i < capabilities->list->items.count; i++)
    capability_result_deinit(&capabilities->results[i]);
  free(capabilities->results);
  free(capabilities->not_kept);
  *capabilities = (Capabilities){0};
}

static bool is_complete(const Capabilities *found)
{
  for (size_t i = 0; i < found->list->items.count; i++)
    if (found->results[i].status == CAPABILITY_NOT_ASKED) return false;
  return true;
}

Status capabilities_find(Supervisor *sup, const Solver *solver, const CapabilityList *list,
                         const CapabilityOptions *options, Capabilities *found, Error *error)
{
  *found = (Capabilities){.list = list};
  found->results = mem_alloc_zero(list->items.count + 1, sizeof *found->results);
  CapabilityIdentity identity = {0};
  Status status = STATUS_OK;
  if (options->cache) status = capability_identify(sup, solver, list, &identity, error);
  if (status == STATUS_OK && options->cache && !options->refresh)
    found->from_cache = capability_cache_load(options->cache, &identity, found);
  if (status == STATUS_OK && !found->from_cache) {
    status = capabilities_ask(sup, solver, options, found, error);
    Error trouble;
    if (status == STATUS_OK && options->cache && is_complete(found) &&
        capability_cache_save(options->cache, &identity, found, &trouble) != STATUS_OK)
      found->not_kept = mem_copy_string(trouble.message, strlen(trouble.message));
  }
  if (status != STATUS_OK) capabilities_deinit(found);
  return status;
}

void capabilities_left_out(const Capabilities *all, size_t count, LeftOuts *left_out)
{
  assert(count <= LEFT_OUT_SOLVERS);
  for (uint32_t item = 0; count && item < all[0].list->items.count; item++) {
    uint64_t solvers = 0;
    for (size_t i = 0; i < count; i++) {
      assert(all[i].list == all[0].list);
      if (!capability_is_accepted(all[i].results[item].status)) solvers |= UINT64_C(1) << i;
    }
    if (solvers) VEC_PUSH(left_out, ((LeftOut){item, solvers}));
  }
}
