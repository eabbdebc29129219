/* What predicates of a campaign are made of. */
#ifndef LANGUAGE_B_SETTINGS_H
#define LANGUAGE_B_SETTINGS_H

#include "b/gen/gen.h"
#include "language/setting.h"

typedef struct {
  const char *types, *conjuncts, *operators;
  uint64_t depth;
  bool infinite;
} BLanguageSettings;

extern const LanguageSetting b_settings[];

/* What the generator is told. */
Status b_settings_apply(const BLanguageSettings *settings, uint64_t seed, BGenSettings *generator,
                        Error *error);

#endif
