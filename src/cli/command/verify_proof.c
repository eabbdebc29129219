/* assay verify --proof and --check-proof. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/command/verify_job.h"
#include "cli/option/json.h"
#include "cli/option/style.h"
#include "nn/bound/compile.h"

static Status digest_both(const char *network, const char *property, Digest digests[2],
                          Error *error)
{
  Status status = digest_file(&digests[0], network, error);
  return status ? status : digest_file(&digests[1], property, error);
}

int verify_write_proof(const char *path, const Proof *proof, const char *network,
                       const char *property)
{
  Error error;
  Digest digests[2] = {0};
  Status status = digest_both(network, property, digests, &error);
  if (!status) {
    StrBuf text;
    strbuf_init(&text, 0);
    proof_print(proof, digests[0], digests[1], &text);
    status = file_write(path, text.bytes, text.length, &error);
    strbuf_deinit(&text);
  }
  return status ? command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message) : EXIT_FINE;
}

static int report(const VerifyCommand *given, Status status, const Error *error,
                  const ProofCount *count, double seconds)
{
  const char *word = status ? "wrong" : "right";
  if (given->json) {
    json_t *object = json_object();
    json_object_set_new(object, "proof", json_text(word, strlen(word)));
    json_object_set_new(object, "seconds", json_number(seconds));
    json_object_set_new(object, "nodes", json_count(count->nodes));
    json_object_set_new(object, "closed", json_count(count->closed));
    if (status)
      json_object_set_new(object, "reason", json_text(error->message, strlen(error->message)));
    json_print_line(stdout, object);
  } else if (status) {
    printf("wrong\n");
    fprintf(stderr, "assay verify: %s: %s\n", given->check_proof, error->message);
  } else {
    printf("right: unsat, %llu node%s\n", (unsigned long long)count->nodes,
           text_plural(count->nodes));
  }
  return status ? EXIT_FINDING : EXIT_FINE;
}

static int check_text(const VerifyCommand *given, const char *text, const Graph *graph,
                      const Property *property, const Digest digests[2])
{
  Net net;
  Error error;
  ProofCount count;
  if (compile_graph(graph, &net, &error))
    return command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message);
  uint64_t start = clock_monotonic_ns();
  Status status = proof_check(text, &net, property, digests[0], digests[1], &count, &error);
  net_deinit(&net);
  if (status && status != STATUS_SYNTAX)
    return command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message);
  return report(given, status, &error, &count, (double)(clock_monotonic_ns() - start) / 1e9);
}

int verify_check_proof(const VerifyCommand *given, const char *network, const char *property_path)
{
  Error error;
  Digest digests[2] = {0};
  FileText text;
  Graph graph;
  Property property;
  if (digest_both(network, property_path, digests, &error) ||
      verify_load(network, property_path, &graph, &property, &error))
    return command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message);
  int code;
  if (file_read(given->check_proof, 0, &text, &error)) {
    code = command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message);
  } else {
    code = check_text(given, text.bytes, &graph, &property, digests);
    file_text_free(&text);
  }
  graph_deinit(&graph);
  property_deinit(&property);
  return code;
}
