#include "smt/draw/draw_datatype.h"

#include "smt/term/signature.h"
#include "smt/text/print.h"

typedef struct {
  const Bank *bank;
  Random *random;
  const Sort *fields;
  uint32_t count;
  uint32_t block; /* how many datatypes are declared together */
  uint32_t first; /* the number of the first of them */
  bool parametric;
  StrBuf *text;
} Writer;

static void write_datatype_name(Writer *writer, uint32_t number)
{
  if (writer->parametric)
    strbuf_printf(writer->text, "(D%u T)", number);
  else
    strbuf_printf(writer->text, "D%u", number);
}

/* The first constructor of each is not recursive, so that there are finite values. */
static void write_field_sort(Writer *writer, bool may_recur)
{
  Random *random = writer->random;
  if (may_recur && random_chance(random, 1, 3))
    write_datatype_name(writer, writer->first + (uint32_t)random_below(random, writer->block));
  else if (writer->parametric && random_chance(random, 1, 2))
    strbuf_add_text(writer->text, "T");
  else
    print_sort(writer->text, writer->bank, writer->fields[random_below(random, writer->count)]);
}

static void write_constructor(Writer *writer, uint32_t number, uint32_t constructor, bool plain)
{
  strbuf_printf(writer->text, " (c%u_%u", number, constructor);
  uint64_t fields = plain ? 0 : random_below(writer->random, 4);
  for (uint64_t i = 0; i < fields; i++) {
    strbuf_printf(writer->text, " (s%u_%u_%llu ", number, constructor, (unsigned long long)i);
    write_field_sort(writer, constructor > 0);
    strbuf_add_text(writer->text, ")");
  }
  strbuf_add_text(writer->text, ")");
}

static void write_datatype(Writer *writer, uint32_t number)
{
  bool enumeration = random_chance(writer->random, 1, 5);
  uint32_t count = 1 + (uint32_t)random_below(writer->random, 3) + enumeration;
  strbuf_add_text(writer->text, writer->parametric ? "\n  (par (T) (" : "\n  (");
  for (uint32_t i = 0; i < count; i++) write_constructor(writer, number, i, enumeration);
  strbuf_add_text(writer->text, writer->parametric ? "))" : ")");
}

static void write_block(Writer *writer)
{
  writer->parametric = random_chance(writer->random, 1, 3);
  strbuf_add_text(writer->text, "(declare-datatypes (");
  for (uint32_t i = 0; i < writer->block; i++)
    strbuf_printf(writer->text, "%s(D%u %d)", i ? " " : "", writer->first + i, writer->parametric);
  strbuf_add_text(writer->text, ") (");
  for (uint32_t i = 0; i < writer->block; i++) write_datatype(writer, writer->first + i);
  strbuf_add_text(writer->text, "))\n");
}

void draw_datatypes(const Bank *bank, Random *random, const Sort *fields, uint32_t count,
                    uint32_t number, StrBuf *text)
{
  Writer writer = {.bank = bank,
                   .random = random,
                   .fields = fields,
                   .count = count,
                   .first = number,
                   .text = text};
  uint32_t end = number + 1 + (uint32_t)random_below(random, 3);
  while (writer.first < end) {
    writer.block = 1 + (uint32_t)random_below(random, end - writer.first);
    write_block(&writer);
    writer.first += writer.block;
  }
}

Sort draw_datatype_sort(Bank *bank, Random *random, uint32_t datatype, const Sort *sorts,
                        uint32_t count)
{
  const Datatype *info = &bank->datatypes.items[datatype];
  Sort args[SORT_SLOTS];
  uint32_t parameters = info->parameter_count;
  SortCtor ctor = info->ctor;
  for (uint32_t i = 0; i < parameters; i++) args[i] = sorts[random_below(random, count)];
  return sorts_make(&bank->sorts, ctor, NULL, args, parameters);
}
