#include "language/b/settings.h"

const LanguageSetting b_settings[] = {
    {SETTING_STRING(BLanguageSettings, types), .name = "types", .value_name = "LIST",
     .help = "what predicates are made of: INTEGER, BOOL, REAL, STRING, pairs, sets, relations, "
             "functions, sequences, records, given, trees; all but trees"},
    {SETTING_UNSIGNED(BLanguageSettings, depth), .name = "depth", .value_name = "N", .initial = "3",
     .low = 1, .high = B_GEN_DEPTH_MAX, .help = "nodes from the root of a conjunct to its leaves"},
    {SETTING_STRING(BLanguageSettings, conjuncts), .name = "conjuncts", .value_name = "N-M",
     .initial = "2-4", .help = "conjuncts of a predicate"},
    {SETTING_STRING(BLanguageSettings, operators), .name = "operators", .value_name = "LIST",
     .help = "how often operators are generated, as they are written or by their node: closure1=20 "
             "is 20 times as often as usual, 0 is never"},
    {SETTING_FLAG(BLanguageSettings, infinite), .name = "infinite",
     .help = "also infinite sets, and what depends on the tool, such as MAXINT"},
    {0}};

Status b_settings_apply(const BLanguageSettings *settings, uint64_t seed, BGenSettings *generator,
                        Error *error)
{
  *generator = b_gen_settings_default();
  generator->seed = seed;
  generator->depth = (uint32_t)settings->depth;
  generator->infinite = settings->infinite;
  Status status = settings->types ? b_gen_read_types(settings->types, generator, error) : STATUS_OK;
  if (!status && settings->operators)
    status = b_gen_read_weights(settings->operators, generator, error);
  return status ? status : b_gen_read_conjuncts(settings->conjuncts, generator, error);
}
