#include "cli/shared/feature_options.h"

#include <assert.h>

const char *const feature_set_words[] = {"all", "machsmt", NULL};

FeatureSource *feature_settings_source(const FeatureSettings *settings, Error *error)
{
  assert(settings->set == 0 || settings->set == 1);
  FeatureOptions options = {
      .machsmt = settings->set == 1,
      .command = settings->command,
      .table = settings->table,
      .seconds = (double)settings->limit_ms / 1000,
  };
  return source_create(&options, error);
}
