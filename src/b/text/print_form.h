/* For the files of the printer. */
#ifndef B_TEXT_PRINT_FORM_H
#define B_TEXT_PRINT_FORM_H

#include "b/text/print.h"

typedef struct {
  const BBank *bank;
  StrBuf *out;
  bool classical;
} BPrinter;

/* Prints a term; its own brackets are the caller's affair. */
void b_printer_term(BPrinter *printer, BTerm term);
/* In parentheses, if it is written with an infix operator of a priority below the given one. */
void b_printer_operand(BPrinter *printer, BTerm term, uint32_t priority);
void b_printer_name(BPrinter *printer, Symbol name);
void b_printer_list(BPrinter *printer, BTerm term, uint32_t first, uint32_t count);
/* Binders, comprehensions, IF, LET, records. */
void b_printer_form(BPrinter *printer, BTerm term);
/* Writes a term that has no classical form in classical B; false if it has one. */
bool b_printer_classical(BPrinter *printer, BTerm term);

/* All infix operators, and those that bind tighter than a comma or a comparison. */
enum { B_PRINT_TIGHT = 255, B_PRINT_ITEM = 125, B_PRINT_ARITHMETIC = 170 };

#endif
