/* Properties of networks: VNN-LIB 1.0, and its canonical form.
 *
 * A property declares inputs X_0 .. and outputs Y_0 .., and asserts conjunctions and disjunctions of linear
 * comparisons. All numbers are exact rationals. The canonical form is a disjunction of parts; a part is a box
 * of the inputs, a box of the outputs, and rows a v <= b over inputs and outputs (mostly outputs alone):
 *
 *   Property property;
 *   if (property_read(&property, text, length, &error)) ...
 *   PropertyPart part = {0};
 *   for (uint64_t i = 0; i < property.part_count; i++) property_part(&property, i, &part);
 *   property_part_deinit(&part);
 *   property_deinit(&property);
 *
 * Parts are enumerated, never stored: a property with a million of them costs no more than its text. */
#ifndef NN_PROPERTY_PROPERTY_H
#define NN_PROPERTY_PROPERTY_H

#include <gmp.h>
#include <stdbool.h>

#include "base/status.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum {
  PROPERTY_MAX_PARTS = 1 << 20,     /* of the canonical form */
  PROPERTY_MAX_VARIABLES = 1 << 24, /* inputs, and outputs */
  PROPERTY_MAX_DIGITS = 10000,      /* of a number */
  PROPERTY_MAX_EXPONENT = 5000,
  PROPERTY_MAX_BYTES = 1 << 30 /* of a file, after decompression */
};

/* Variables are numbers: inputs first, then outputs. */
typedef struct {
  uint32_t variable;
  mpq_t value; /* not 0 */
} PropertyCoefficient;

/* sum of coefficients <= bound, or < if it is strict. Variables ascend. An atom with one variable has the
 * coefficient 1 or -1. */
typedef struct {
  uint32_t first, count; /* in coefficients */
  bool strict;
  mpq_t bound;
} PropertyAtom;

typedef enum { PROPERTY_ATOM, PROPERTY_AND, PROPERTY_OR } PropertyKind;

/* Arguments come before the nodes that use them. */
typedef struct {
  PropertyKind kind;
  uint32_t first; /* in arguments, or the atom */
  uint32_t count; /* of arguments */
  uint64_t parts; /* of its disjunctive normal form; UINT64_MAX: too many to count */
} PropertyNode;

typedef struct {
  uint32_t node;
  uint64_t parts_before; /* of the arguments of a disjunction before this one */
} PropertyArgument;

typedef struct {
  uint32_t inputs, outputs;
  VEC(PropertyCoefficient) coefficients;
  VEC(PropertyAtom) atoms;
  VEC(PropertyNode) nodes;
  VEC(PropertyArgument) arguments;
  U32Vec assertions; /* nodes */
  uint64_t part_count;
  /* The canonical form: atoms that all parts share, and the disjunctions that tell parts apart. */
  U32Vec common_lower, common_upper; /* by variable: 1 + the atom of the tightest bound, or 0 */
  U32Vec common_rows;                /* atoms */
  U32Vec choices;                    /* nodes */
  bool common_false;                 /* a constant atom that does not hold */
} Property;

/* One disjunct of the canonical form. */
typedef struct {
  U32Vec lower, upper; /* by variable: 1 + the atom of the tightest bound, or 0 */
  U32Vec rows;         /* atoms with several variables */
  bool empty;          /* no values satisfy the boxes */
  bool own_inputs;     /* its input box differs from the one that all parts share */
} PropertyPart;

/* Reads VNN-LIB text, which is followed by a zero byte (FileText). */
Status property_read(Property *property, const char *text, uint64_t length, Error *error);
/* The same from a file, which may be compressed with gzip. */
Status property_load(Property *property, const char *path, Error *error);
/* A zeroed Property is empty and valid. */
void property_deinit(Property *property);

/* Part `index` < part_count. Memory of `part`, zeroed at first, is used again. */
void property_part(const Property *property, uint64_t index, PropertyPart *part);
void property_part_deinit(PropertyPart *part);

/* Bounds of a variable in a part, rounded outward to doubles; infinite if there are none. */
double property_lower(const Property *property, const PropertyPart *part, uint32_t variable);
double property_upper(const Property *property, const PropertyPart *part, uint32_t variable);

/* Do these values, by variable, satisfy the property as it is written, or a part of it? Exact. */
bool property_holds(const Property *property, mpq_t *values);
bool property_part_holds(const Property *property, const PropertyPart *part, mpq_t *values);
bool property_atom_holds(const Property *property, const PropertyAtom *atom, mpq_t *values);

/* The property as VNN-LIB text, and its canonical form: one disjunction of conjunctions. */
void property_print(const Property *property, StrBuf *out);
void property_print_canonical(const Property *property, StrBuf *out);

/* The least double not below a number. */
double property_round_up(const mpq_t value);

#endif
