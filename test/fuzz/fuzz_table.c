/* libFuzzer target: any bytes are read as a table of runs, and as ARFF. */
#include "solve/select/runs.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *path = target_file(data, size);
  Error error = {0};
  Runs runs;
  if (runs_read(&runs, path, &(RunsOptions){0}, &error) == STATUS_OK)
    for (uint32_t i = 0; i < names_count(&runs.benchmarks); i++)
      for (uint32_t k = 0; k < names_count(&runs.solvers); k++)
        if (!(runs_score(runs_get(&runs, i, k), runs.limit, 2) >= 0)) abort();
  runs_free(&runs);
  Csv csv;
  Status status = csv_open_arff(&csv, path, &error);
  while (status == STATUS_OK && (status = csv_next(&csv, &error)) == STATUS_OK && csv.more)
    for (size_t i = 0; i < csv.titles.count; i++) {
      double number;
      csv_number(&csv, (int)i, 0, &number, &error);
    }
  csv_close(&csv);
  return 0;
}
