/* A language of inputs: all that fuzzing, voting, reducing, replaying and reporting know of an input.
 *
 * A language has constructs, and instances that are generated, mutated, printed and read; an examiner, which says
 * what runs of solvers on an input show; a reducer. An adapter implements this interface, and a line in languages.def
 * adds it. To everybody else an input is bytes: an input of several files is one text, which its adapter takes apart
 * (ScriptTraits.unpack, run/solver/input_files.h). A text that is not UTF-8 cannot be shown, and one with zero bytes cannot be stored:
 * what is binary has to be written otherwise in the text.
 *
 * Instances are immutable. What a language makes depends only on its settings and on the arguments: the same
 * number gives the same instance on every machine, so that (settings, number, instance, construct) are enough
 * to make an input again. */
#ifndef LANGUAGE_LANGUAGE_H
#define LANGUAGE_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/paths.h"
#include "base/status.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "language/examiner.h"
#include "language/reducer.h"
#include "language/setting.h"

typedef struct Language Language;
typedef struct Instance Instance;

/* What can be an arm of an agent. The texts live as long as the language. */
typedef struct {
  const char *name;
  const char *class; /* "operator", "predicate" ... */
} LanguageConstruct;

/* What pages tell apart in an input: regular expressions that JavaScript understands, without groups that are numbered. NULL: there is
 * no such thing. */
typedef struct {
  const char *comment, *literal, *word;
  const char *plain; /* what has none of these in it, whatever it looks like */
} LanguageHighlight;

/* An option of campaigns that is otherwise for a language. */
typedef struct {
  const char *name, *value; /* NULL ends a table */
} LanguageDefault;

/* A size of what is generated that agents may choose on its own: depth, width ... */
typedef struct {
  const char *name; /* NULL: there is no such one */
  size_t count;     /* of values, up to LANGUAGE_VALUES_MAX */
} LanguageDimension;

enum { LANGUAGE_DIMENSIONS_MAX = 8, LANGUAGE_VALUES_MAX = 32 };

/* What a language is made for. */
typedef struct {
  const SettingRows *rows; /* values of its settings */
  uint64_t seed;           /* everything random follows from it */
  bool small;              /* it looks for bugs: what no setting says should be small */
  bool
      themes; /* of many kinds, each for the solvers that have what is in it (LanguageInterface.themes) */
  const char *directory; /* where relative paths in values begin; NULL: where we are */
  const PathVec *
      examples; /* paths of inputs that it should have if no setting says which part is used; NULL: none */
  const Solver *solvers; /* that will be run: what one of them does not have may be left out */
  size_t solver_count;   /* 0: nothing is left out */
  Supervisor *sup;       /* to ask them; waking it ends that */
  /* To tell the user in a line what is left out, and how far asking solvers is; NULL: nobody wants to know. The total is 0
   * when it is done. */
  void (*note)(void *user, const char *line);
  void (*progress)(void *user, const char *what, size_t done, size_t total);
  bool (*interrupted)(void *user); /* has the user lost patience? NULL: never */
  void *user;
} LanguageRequest;

typedef struct {
  const char *name;                   /* "SMT-LIB"; case does not matter where it is looked up */
  const char *extension;              /* of files: ".smt2" */
  const LanguageHighlight *highlight; /* NULL: pages show inputs as they are */
  const char *const *alternatives; /* other extensions that are read, ends with NULL; NULL: none */
  const char *const *parts; /* extensions of files that are a part of an input only; as above */
  /* Reads an input by what the user calls it, such as the paths of several files with ':' between. NULL: a file. */
  Status (*load)(const char *path, FileText *text, Error *error);
  /* Do two paths that are given one after the other stand for one input, PATH:NEXT? NULL: never. */
  bool (*joins)(const char *path, const char *next);
  const LanguageSetting *settings; /* that create reads; NULL: it has none */
  /* Of campaigns for bugs, and for margins of time, where nobody gave them; NULL: none. */
  const LanguageDefault *bug_defaults, *margin_defaults;
  /* `name` becomes what reports call the part of the language that is used: a logic, say. NULL: the error says why. */
  Language *(*create)(const LanguageRequest *request, StrBuf *name, Error *error);
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
  /* Names of ways to make an instance of one or two others, ends with NULL; NULL: there are none. NULL as the result: it is not
   * possible with these. */
  const char *const *transforms;
  size_t pairing; /* which of them takes both; the others are of the first */
  Instance *(*transform)(Language *language, size_t transform, const Instance *first,
                         const Instance *second, uint64_t number);
  /* From a text of any origin. NULL: the error says why. */
  Instance *(*read)(Language *language, const char *text, size_t length, Error *error);
  void (*release)(Instance *instance);
  /* The text, valid as long as the instance. */
  const char *(*text)(const Instance *instance, size_t *length);
  uint64_t (*size)(const Instance *instance); /* in nodes */
  /* Adds how often each construct occurs. */
  void (*count)(Language *language, const Instance *instance, uint32_t *counts);
  /* The same of what one query asks about, by its number from 1. NULL: an instance is one query. */
  void (*count_query)(Language *language, const Instance *instance, uint32_t query,
                      uint32_t *counts);
  /* Which of the solvers that the language was made for have all that the instance needs, as bits by their number; 0: it is
   * not known. NULL: it never is. */
  uint64_t (*takers)(Language *language, const Instance *instance);
  /* The same, with those that lack something in some cases only, such as arguments that are no literals. NULL where takers is. */
  uint64_t (*likely_takers)(Language *language, const Instance *instance);
  /* Appends what the instance has that the part of the language that is used has not, in words: "arrays"; nothing: it fits. NULL:
   * everything does. */
  void (*excess)(Language *language, const Instance *instance, StrBuf *out);
  /* Appends what is left of it without names and constants: the same for instances that differ in these only. */
  void (*shape)(const Instance *instance, StrBuf *out);
  /* Makes what is generated from now on larger or smaller by a step. False: it is at its limit. */
  bool (*resize)(Language *language, bool larger);
  /* The size that resizing has led to, as a number for set_scale. False: it is no such number. */
  uint64_t (*scale)(const Language *language);
  bool (*set_scale)(Language *language, uint64_t scale);
  /* Appends scales of kinds of small inputs that are worth trying in turn, at the size of now. NULL: there are none. */
  void (*themes)(const Language *language, U64Vec *scales);
  /* The dimensions of sizes, from 0; NULL: it has none. Agents choose their values where they are asked to or, if
   * `sizes_by_agents`, always. */
  bool sizes_by_agents;
  LanguageDimension (*dimension)(const Language *language, size_t number);
  /* The name of a value of one, such as "depth 4". Lives as long as the language. */
  const char *(*dimension_value)(const Language *language, size_t number, size_t value);
  /* The scale at which each has its value. */
  uint64_t (*scale_of)(const Language *language, const uint8_t *values);
} LanguageInterface;

/* The first member of every language. */
struct Language {
  const LanguageInterface *interface;
};

#endif
