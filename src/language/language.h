/* A language of inputs: all that fuzzing, voting, reducing, replaying and reporting know of an input.
 *
 * A language has constructs, and instances that are generated, mutated, printed and read; an examiner, which says
 * what runs of solvers on an input show; a reducer. An adapter implements this interface, and a line in languages.def
 * adds it. To everybody else an input is bytes: an input of several files is one text, which its adapter takes apart.
 *
 * Instances are immutable. What a language makes depends only on its settings and on the arguments: the same
 * number gives the same instance on every machine, so that (settings, number, instance, construct) are enough
 * to make an input again. */
#ifndef LANGUAGE_LANGUAGE_H
#define LANGUAGE_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/strbuf.h"
#include "language/examiner.h"
#include "language/reducer.h"

typedef struct Language Language;
typedef struct Instance Instance;

/* What can be an arm of an agent. The texts live as long as the language. */
typedef struct {
  const char *name;
  const char *class; /* "operator", "predicate" ... */
} LanguageConstruct;

typedef struct {
  const char *name;      /* "SMT-LIB" */
  const char *extension; /* of files: ".smt2" */
  const ExaminerInterface *examiner;
  const ReducerInterface *reducer; /* NULL: inputs cannot be reduced */
  /* What has to be known of an input to run a solver on it, without understanding it. */
  ScriptTraits (*traits)(const char *text, size_t length);
  void (*destroy)(Language *language);
  size_t (*construct_count)(const Language *language);
  LanguageConstruct (*construct)(const Language *language, size_t number);
  /* Never NULL. */
  Instance *(*generate)(Language *language, uint64_t number);
  /* An instance that has a construct once more than the one given. NULL: it cannot be placed there. */
  Instance *(*mutate)(Language *language, const Instance *instance, size_t construct,
                      uint64_t number);
  /* From a text of any origin. NULL: the error says why. */
  Instance *(*read)(Language *language, const char *text, size_t length, Error *error);
  void (*release)(Instance *instance);
  /* The text, valid as long as the instance. */
  const char *(*text)(const Instance *instance, size_t *length);
  uint64_t (*size)(const Instance *instance); /* in nodes */
  /* Adds how often each construct occurs. */
  void (*count)(Language *language, const Instance *instance, uint32_t *counts);
  /* Appends what is left of it without names and constants: the same for instances that differ in these only. */
  void (*shape)(const Instance *instance, StrBuf *out);
  /* Makes what is generated from now on larger or smaller by a step. False: it is at its limit. */
  bool (*resize)(Language *language, bool larger);
  /* The size that resizing has led to, as a number for set_scale. False: it is no such number. */
  uint64_t (*scale)(const Language *language);
  bool (*set_scale)(Language *language, uint64_t scale);
} LanguageInterface;

/* The first member of every language. */
struct Language {
  const LanguageInterface *interface;
};

#endif
