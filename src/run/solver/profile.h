/* What is known of a solver, as data: how it is called and how to understand what it prints.
 *
 * Profiles are YAML: a list of mappings with the members of `Profile` as keys (doc/solvers.md). The
 * binary carries those of profiles/; files of the user add to them or take their place. */
#ifndef RUN_SOLVER_PROFILE_H
#define RUN_SOLVER_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/vec.h"

/* Words of a command line. Some may hold a placeholder, see PROFILE_PLACEHOLDERS in profile.c. */
typedef struct {
  char **items;
  uint32_t items_count;
} ProfileWords;

#define PROFILE_MEANING_LIST(X)                                                                    \
  X(MEANS_NOTHING, "nothing")                                                                      \
  X(MEANS_SAT, "sat") /* this and the next two: of exit codes only, and they decide nothing */     \
  X(MEANS_UNSAT, "unsat")                                                                          \
  X(MEANS_UNKNOWN, "unknown")                                                                      \
  X(MEANS_TIMEOUT, "timeout")                                                                      \
  X(MEANS_MEMORY, "memory")                                                                        \
  X(MEANS_UNSUPPORTED, "unsupported")                                                              \
  X(MEANS_CRASH, "crash")                                                                          \
  X(MEANS_ERROR, "error")                                                                          \
  X(MEANS_UNKNOWN_NAME, "unknown-name") /* an error: a sort or function that it does not know */   \
  X(MEANS_IGNORED,                                                                                 \
    "ignored") /* an error that changes nothing: an option that it left out, a model that it has not */

#define PROFILE_MEANING_ENUM(code, name) code,
typedef enum { PROFILE_MEANING_LIST(PROFILE_MEANING_ENUM) MEANING_COUNT } ProfileMeaning;
#undef PROFILE_MEANING_ENUM

/* A text in an error message, a warning, or anything that is not an answer. */
typedef struct {
  char *contains; /* one of the two; NULL: the other */
  char *begins;   /* at the start of a line */
  ProfileMeaning means;
} ProfilePattern;

typedef struct {
  int32_t code;
  ProfileMeaning means;
  char *note; /* may be NULL */
} ProfileExit;

/* Asks for something that is then found after a text in the output. */
typedef struct {
  ProfileWords words;
  char *after; /* NULL: cannot be asked */
} ProfileQuestion;

/* How parameters in a solver expression become words. */
typedef enum {
  PARAMETERS_PLAIN,       /* as they are */
  PARAMETERS_EQUALS,      /* name=value, or a word that begins with a dash */
  PARAMETERS_DASH,        /* -name; the dash may be left out in the expression */
  PARAMETERS_DASHES,      /* --name; the same */
  PARAMETERS_PREFERENCES, /* --preference=name=value, or a word that begins with a dash */
} ProfileParameters;

/* How a session forgets a script before the next. */
typedef enum {
  STYLE_RESET, /* (reset): as much like a new process as it gets */
  STYLE_PUSH /* (push 1) before and (pop 1) after, for scripts that allow it: faster, by other code */
} ProfileStyle;

/* How a script asks for a model, where no word of the command line makes the solver print one. */
typedef enum {
  ASK_NOTHING,
  ASK_MODEL /* (get-model) */,
  ASK_VALUE /* (get-value ...) */
} ProfileAsk;

/* Lists that are not there are empty; texts that are not there NULL. */
typedef struct {
  char *name;          /* in solver expressions; several profiles may share one, see `versions` */
  char *title;         /* for people */
  char *install;       /* where it comes from */
  char *language;      /* of the inputs that it reads (language/table.h); NULL: SMT-LIB */
  ProfileWords runner; /* a program that runs `programs`: [java, -jar] */
  ProfileWords
      programs; /* files to look for in PATH; "assay" is the program that runs, if it has that name */
  ProfileWords versions; /* beginnings of the versions that this is for; none: for all */
  ProfileQuestion version;
  ProfileWords always; /* in every call */
  /* Last words for an input in a file: {file}; for one of several files, placeholders by their extensions: {onnx} */
  ProfileWords file;
  ProfileWords standard_input; /* ... for a script on standard input */
  ProfileWords session;        /* ... for commands that come one by one; empty: not known */
  bool needs_suffix;           /* refuses files whose names do not end in .smt2 */
  bool descriptor; /* reads its file itself, so that RUN_INPUT_PATH can be its name: saves a file */
  ProfileWords queries;          /* it is asked the same {queries} times; scripts need no words */
  ProfileWords incremental;      /* for scripts with push or several queries */
  ProfileWords strings;          /* for scripts with strings or sequences */
  ProfileWords floats;           /* for scripts with floating-point numbers */
  ProfileWords soft_time;        /* it answers unknown after {ms} or {seconds} */
  ProfileWords hard_time;        /* it ends after {ms} or {seconds} */
  ProfileWords memory;           /* it gives up at {megabytes} */
  ProfileWords seed;             /* {seed} */
  ProfileWords models;           /* allows get-model and get-value */
  ProfileWords print_models;     /* prints a model after each sat */
  ProfileAsk ask_models;         /* instead, if there are no such words */
  ProfileWords cores;            /* allows get-unsat-core */
  ProfileWords quiet;            /* no warnings */
  ProfileQuestion counter;       /* of work: a number that does not depend on time */
  ProfileWords environment;      /* "NAME=value" sets, "NAME" removes */
  ProfileWords fast_environment; /* the same for speed: answers as without, memory another matter */
  char *answers; /* the name of the reader of its output (response.h); NULL: "smtlib" */
  ProfileStyle session_style; /* what separates queries in a session */
  uint32_t session_queries;   /* after so many a session begins anew; 0: after very many */
  ProfileParameters parameters;
  ProfileExit *exits;
  uint32_t exits_count;
  ProfilePattern *patterns; /* the first that fits counts */
  uint32_t patterns_count;
  ProfileWords logics;       /* it claims to know */
  ProfileWords variants;     /* parameters that must not change an answer */
  ProfileWords safe_options; /* the same: sound and stable, alone and together, for any script */
  ProfileWords experimental; /* constructs that its own documentation calls so, by their names */
} Profile;

typedef struct Profiles Profiles;

/* Those of the binary. Finding a profile may read it: several threads may not do so at once. */
Profiles *profiles_create(void);
void profiles_destroy(Profiles *profiles);
/* Adds those of a text or file. On error nothing is added; the error has a line where one is known. */
Status profiles_read(Profiles *profiles, const char *text, size_t length, Error *error);
Status profiles_read_file(Profiles *profiles, const char *path, Error *error);
/* Adds the user's own file, if it is there: $XDG_CONFIG_HOME/assay/solvers.yaml, in ~/.config
 * without that variable. */
Status profiles_read_own(Profiles *profiles, Error *error);
/* Solvers that are found by these profiles run in this folder, an absolute path, and relative paths of their programs
 * begin there. Otherwise it is ours, and the result NULL. */
void profiles_set_directory(Profiles *profiles, const char *directory);
const char *profiles_directory(const Profiles *profiles);
/* Solvers that are found by these profiles are isolated in every run (run/process/isolate.h). */
void profiles_set_isolated(Profiles *profiles);
bool profiles_isolated(const Profiles *profiles);

/* The profile with index `index`, the latest first; NULL if there are no more. */
const Profile *profiles_at(const Profiles *profiles, size_t index);
/* The latest of this name that is for this version (NULL: any); NULL if there is none. */
const Profile *profiles_find(const Profiles *profiles, const char *name, const char *version);
/* Is there one of this name that is not for all versions? */
bool profiles_depend_on_version(const Profiles *profiles, const char *name);
/* For plain commands; its patterns hold for all. */
const Profile *profiles_generic(const Profiles *profiles);

/* Is it for inputs of this language? The generic one is for all. */
bool profile_reads(const Profile *profile, const char *language);
const char *profile_language(const Profile *profile);

#endif
