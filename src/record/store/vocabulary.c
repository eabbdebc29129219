#include "record/store/vocabulary.h"

#include <assert.h>

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
