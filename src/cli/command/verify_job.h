/* What the files of 'assay verify' share. */
#ifndef CLI_COMMAND_VERIFY_JOB_H
#define CLI_COMMAND_VERIFY_JOB_H

#include "cli/option/commands.h"
#include "cli/shared/work_job.h"
#include "solve/verify/verify.h"

typedef struct {
  CommonOptions common;
  uint64_t timeout_ms;
  uint64_t jobs;
  uint64_t seed;
  int engine; /* Engine */
  int split;  /* SplitChoice */
  int method; /* BoundMethod */
  bool no_select, no_order, no_deepen, no_clip;
  const char *model;
  const char *verifier; /* of the engine external */
  const char *results;
  const char *proof, *check_proof;
  const char *instances;
  const char *output;
  const char *plot;
  bool json;
  WorkersSettings workers; /* with instances */
} VerifyCommand;

/* In bytes; 0: not known. */
uint64_t verify_file_size(const char *path);
/* Loads both files. */
Status verify_load(const char *network, const char *property_path, Graph *graph, Property *property,
                   Error *error);
/* Loads both files and verifies. STATUS_OK also if an operator is not supported: that is 'unknown', with the reason. `proof` may be NULL. */
Status verify_files(const VerifyCommand *given, const char *network, const char *property,
                    uint64_t timeout_ms, Proof *proof, VerifyResult *result, Error *error);
/* --proof: writes the proof of an instance; --check-proof: reads and checks one. Exit codes. */
int verify_write_proof(const char *path, const Proof *proof, const char *network,
                       const char *property);
int verify_check_proof(const VerifyCommand *given, const char *network, const char *property);
/* All lines of a CSV file: network, property, seconds. */
int verify_instances(const VerifyCommand *given);
/* What a worker does for it. */
extern const WorkCommand verify_work;

#endif
