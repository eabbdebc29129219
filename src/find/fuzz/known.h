/* A registry of findings that are known already: what was reported is counted, and not reported again. */
#ifndef FIND_FUZZ_KNOWN_H
#define FIND_FUZZ_KNOWN_H

#include <stdbool.h>

#include "base/status.h"
#include "base/vec.h"

/* An entry of a file in YAML, which is a list of these. */
typedef struct {
  char *signature;   /* of the finding; may have * ? and [..] as in names of files */
  char **constructs; /* that the reduced form has, all of them; none: it does not matter */
  uint32_t constructs_count;
  char *shape; /* of the reduced form, a digest (registry_shape); NULL: it does not matter */
  char *note;  /* NULL: none */
  char *link;  /* NULL: none */
} KnownEntry;

typedef struct {
  KnownEntry *items;
  unsigned count;
} KnownList;

typedef struct {
  VEC(KnownList) lists; /* one for each file */
} Known;

void registry_deinit(Known *known);
/* Adds the entries of a text, of a file, or of all *.yaml of a folder. The error says where. */
Status registry_read(Known *known, const char *text, size_t length, Error *error);
Status registry_read_path(Known *known, const char *path, Error *error);

/* The digest of a shape (LanguageInterface.shape), 16 digits. */
enum { REGISTRY_SHAPE = 17 };
void registry_shape(const char *shape, char digest[REGISTRY_SHAPE]);

/* The entry for a finding; NULL: it is not known. `constructs` and `shape` are those of its reduced form, NULL if there is
 * none: then only entries without them fit. */
const KnownEntry *registry_find(const Known *known, const char *signature,
                                const char *const *constructs, size_t count, const char *shape);
/* Is there an entry with this signature, whatever its constructs and shape? Then the reduced form decides. */
bool registry_has_signature(const Known *known, const char *signature);

#endif
