#include "cli/shared/feature_options.h"

const char *const feature_set_words[] = {"all", "machsmt", NULL};

FeatureSource *feature_settings_source(const FeatureSettings *settings, Error *error)
{
  FeatureOptions options = {
      .machsmt = settings->set == 1,
      .command = settings->command,
      .table = settings->table,
      .seconds = (double)settings->limit_ms / 1000,
  };
  return source_create(&options, error);
}
