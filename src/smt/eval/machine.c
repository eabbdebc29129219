#include "smt/eval/machine.h"

#include <assert.h>
#include <string.h>

#include "smt/eval/machine_run.h"
#include "smt/eval/open.h"

/* Evals */

static void eval_init(Eval *eval, Bank *bank, size_t bytes)
{
  *eval = (Eval){.bank = bank};
  heap_init(&eval->heap, bytes);
  for (size_t i = 0; i < sizeof eval->z / sizeof eval->z[0]; i++) mpz_init(eval->z[i]);
  for (size_t i = 0; i < sizeof eval->q / sizeof eval->q[0]; i++) mpq_init(eval->q[i]);
}

static void eval_deinit(Eval *eval)
{
  heap_deinit(&eval->heap);
  for (size_t i = 0; i < sizeof eval->z / sizeof eval->z[0]; i++) mpz_clear(eval->z[i]);
  for (size_t i = 0; i < sizeof eval->q / sizeof eval->q[0]; i++) mpq_clear(eval->q[i]);
}

/* The machine */

/* Computes the constants that the model defines. */
static void bind_model(Machine *machine)
{
  const Bank *bank = machine->eval.bank;
  for (size_t i = 0; machine->model && i < machine->model->definitions.count; i++) {
    const Definition *definition = &machine->model->definitions.items[i];
    if (definition->kind == DEFINITION_DEFINED) continue;
    if (funs_info(&bank->funs, definition->fun)->arity > 0) continue;
    Value *value = &machine->globals.items[definition->fun];
    if (value->kind != VALUE_NONE) continue;
    value->tag = 1;
    machine->eval.steps = machine->step_limit;
    const Code *code = machine_code(machine, definition->definition, CODE_CLOSED);
    Value computed = machine_call(machine, code, NULL, NULL, definition->definition);
    machine->globals.items[definition->fun] = computed;
  }
}

Machine *machine_create(Bank *bank, const Model *model, const EvalLimits *limits, bool complete)
{
  Machine *machine = mem_alloc_zero(1, sizeof *machine);
  size_t bytes = limits && limits->bytes ? limits->bytes : EVAL_BYTES;
  eval_init(&machine->eval, bank, bytes);
  eval_init(&machine->literals, bank, bytes);
  machine->eval.machine = machine->literals.machine = machine;
  machine->eval.complete = complete;
  machine->literals.steps = UINT64_MAX;
  machine->step_limit = limits && limits->steps ? limits->steps : EVAL_STEPS;
  machine->model = model;
  machine->boxes = limits ? limits->boxes : NULL;
  compiler_init(&machine->compiler, bank, model, &machine->literals);
  machine->compiler.calls_are_costly = machine->boxes != NULL;
  VEC_RESERVE(&machine->globals, bank->funs.items.count);
  machine->globals.count = bank->funs.items.count;
  memset(machine->globals.items, 0, machine->globals.count * sizeof(Value));
  open_find_functions(machine);
  bind_model(machine);
  machine->base = heap_mark(&machine->eval.heap);
  return machine;
}

void machine_destroy(Machine *machine)
{
  if (!machine) return;
  assert(machine->frames.count == 0 && machine->quantifiers.count == 0);
  for (size_t i = 0; i < machine->codes.count; i++) {
    code_deinit(machine->codes.items[i]);
    free(machine->codes.items[i]);
  }
  for (size_t i = 0; i < machine->universes.count; i++) VEC_FREE(&machine->universes.items[i]);
  VEC_FREE(&machine->codes);
  for (size_t i = 0; i < CODE_FORMS; i++) VEC_FREE(&machine->code_of[i]);
  VEC_FREE(&machine->choices);
  VEC_FREE(&machine->open_funs);
  VEC_FREE(&machine->universe_of);
  VEC_FREE(&machine->universes);
  VEC_FREE(&machine->globals);
  VEC_FREE(&machine->stack);
  VEC_FREE(&machine->frames);
  VEC_FREE(&machine->quantifiers);
  compiler_deinit(&machine->compiler);
  eval_deinit(&machine->eval);
  eval_deinit(&machine->literals);
  free(machine);
}

void machine_set(Machine *machine, Fun constant, Value value)
{
  assert(constant < machine->globals.count);
  machine->globals.items[constant] = value;
}

const Code *machine_code(Machine *machine, Term term, CodeForm form)
{
  assert(term && form < CODE_FORMS);
  U32Vec *code_of = &machine->code_of[form];
  while (code_of->count <= term) VEC_PUSH(code_of, 0);
  if (code_of->items[term] == 0) {
    Code *code = mem_alloc(1, sizeof *code);
    code_compile(&machine->compiler, term, form, code);
    VEC_PUSH(&machine->codes, code);
    code_of->items[term] = (uint32_t)machine->codes.count;
  }
  return machine->codes.items[code_of->items[term] - 1];
}

/* Small evaluations */

void machine_restart(Machine *machine)
{
  assert(machine->frames.count == 0);
  heap_release(&machine->eval.heap, machine->base);
  machine->eval.steps = machine->step_limit;
}

Value machine_value(Machine *machine, Term term)
{
  return machine_call(machine, machine_code(machine, term, CODE_CLOSED), NULL, NULL, term);
}

Value machine_apply(Machine *machine, Term lambda, const Value *args)
{
  return machine_call(machine, machine_code(machine, lambda, CODE_FUNCTION), args, NULL, lambda);
}

/* Programs */

Program *program_create(Machine *machine, const Term *roots, uint32_t count)
{
  assert(count == 0 || roots);
  Program *program = mem_alloc_zero(1, sizeof *program);
  program->machine = machine;
  code_compile_roots(&machine->compiler, roots, count, &program->code);
  VEC_APPEND(&program->slots, program->code.initial.items, program->code.initial.count);
  return program;
}

void program_destroy(Program *program)
{
  if (!program) return;
  code_deinit(&program->code);
  VEC_FREE(&program->slots);
  free(program);
}

/* Steps that were not reached are undetermined, for this root and those that share them. */
static void give_up(Program *program, Region region)
{
  const Code *code = &program->code;
  Value *slots = program->machine->stack.items;
  for (uint32_t i = region.first; i < region.first + region.count; i++) {
    const Step *step = &code->steps.items[code->lists.items[i]];
    if (slots[step->slot].kind == VALUE_NONE)
      slots[step->slot] = value_unknown(REASON_STEPS, step->call.term);
  }
}

static void run_root(Program *program, uint32_t root)
{
  assert(root < program->code.root_regions.count);
  Machine *machine = program->machine;
  Region region = program->code.regions.items[program->code.root_regions.items[root]];
  machine->eval.steps = machine->step_limit;
  CallFrame frame = {.code = &program->code,
                     .at = region.first,
                     .end = region.first + region.count,
                     .delivery = DELIVER_NOWHERE};
  VEC_PUSH(&machine->frames, frame);
  if (!machine_run(machine, 0)) give_up(program, region);
}

void program_run(Program *program)
{
  Machine *machine = program->machine;
  size_t count = program->code.initial.count;
  assert(machine->frames.count == 0);
  heap_release(&machine->eval.heap, machine->base);
  machine->stack.count = 0;
  VEC_RESERVE(&machine->stack, count);
  if (count) memcpy(machine->stack.items, program->code.initial.items, count * sizeof(Value));
  machine->stack.count = count;
  for (uint32_t i = 0; i < program->code.roots.count; i++) run_root(program, i);
  if (count) memcpy(program->slots.items, machine->stack.items, count * sizeof(Value));
  machine->stack.count = 0;
}

Value program_value(const Program *program, uint32_t root)
{
  assert(root < program->code.roots.count);
  return program->slots.items[program->code.roots.items[root]];
}
