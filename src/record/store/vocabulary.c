#include "record/store/vocabulary.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WORD(code, word) [code] = word,

const char *store_role_word(StoreRole role)
{
  static const char *const words[] = {STORE_ROLE_LIST(WORD)};
  assert((unsigned)role < STORE_ROLE_COUNT);
  return words[role];
}

const char *store_agent_word(StoreAgent agent)
{
  static const char *const words[] = {STORE_AGENT_LIST(WORD)};
  assert((unsigned)agent < STORE_AGENT_COUNT);
  return words[agent];
}

const char *store_text_word(StoreTextRole role)
{
  static const char *const words[] = {STORE_TEXT_LIST(WORD)};
  assert((unsigned)role < STORE_TEXT_COUNT);
  return words[role];
}

const char *store_state_word(StoreState state)
{
  static const char *const words[] = {STORE_STATE_LIST(WORD)};
  assert((unsigned)state < STORE_STATE_COUNT);
  return words[state];
}

const char *store_setting_word(StoreSettingName name)
{
  static const char *const words[] = {STORE_SETTING_LIST(WORD)};
  assert((unsigned)name < STORE_SETTING_COUNT);
  return words[name];
}

static const char finding_start[] = "finding-";

void store_finding_name(uint64_t number, char name[STORE_FINDING_NAME])
{
  assert(number > 0);
  snprintf(name, STORE_FINDING_NAME, "%s%02" PRIu64, finding_start, number);
}

uint64_t store_finding_number(const char *name, size_t length)
{
  static const uint64_t MOST = INT64_MAX / 16;
  uint64_t number = 0;
  size_t at = sizeof finding_start - 1;
  if (length <= at || memcmp(name, finding_start, at) != 0) return 0;
  for (; at < length; at++) {
    if (name[at] < '0' || name[at] > '9' || number > MOST) return 0;
    number = number * 10 + (uint64_t)(name[at] - '0');
  }
  return number;
}
