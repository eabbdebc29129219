#include "run/process/stack.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "run/process/libdw.h"

/* How far a stack is followed; how many frames are named; from how many on it is a recursion, whose functions are
 * looked for among the innermost ones. */
enum { FRAMES_MAX = 1000, FRAMES_NAMED = 24, FRAMES_DEEP = 1000, FRAMES_CYCLE = 256 };

typedef char *Demangle(const char *mangled, char *buffer, size_t *length, int *status);

typedef struct {
  LibDw dw;
  Dwfl *dwfl;
  Demangle *demangle; /* NULL: names stay as they are */
  VEC(Dwarf_Addr) frames;
} Stack;

static int take_frame(Dwfl_Frame *frame, void *user)
{
  Stack *stack = user;
  Dwarf_Addr pc;
  bool activation;
  if (!stack->dw.dwfl_frame_pc(frame, &pc, &activation)) return DWARF_CB_ABORT;
  /* A return address is after the call, and may be in the next function. */
  VEC_PUSH(&stack->frames, activation ? pc : pc - 1);
  return stack->frames.count < FRAMES_MAX ? DWARF_CB_OK : DWARF_CB_ABORT;
}

static bool unwind(Stack *stack, pid_t process, pid_t thread)
{
  static char *no_path;
  static const Dwfl_Callbacks callbacks_empty;
  Dwfl_Callbacks callbacks = callbacks_empty;
  callbacks.find_elf = stack->dw.dwfl_linux_proc_find_elf;
  callbacks.find_debuginfo = stack->dw.dwfl_standard_find_debuginfo;
  callbacks.debuginfo_path = &no_path;
  stack->dwfl = stack->dw.dwfl_begin(&callbacks);
  if (!stack->dwfl) return false;
  if (stack->dw.dwfl_linux_proc_report(stack->dwfl, process) == 0 &&
      stack->dw.dwfl_report_end(stack->dwfl, NULL, NULL) == 0 &&
      stack->dw.dwfl_linux_proc_attach(stack->dwfl, process, true) == 0)
    stack->dw.dwfl_getthread_frames(stack->dwfl, thread, take_frame, stack);
  return stack->frames.count > 0;
}

/* --- names --- */

static void add_name(const Stack *stack, const char *name, StrBuf *out)
{
  int status = -1;
  char *readable = stack->demangle ? stack->demangle(name, NULL, NULL, &status) : NULL;
  strbuf_add_text(out, readable && status == 0 ? readable : name);
  free(readable);
}

/* Where the function begins, by the tables for unwinding; the place itself if they do not have it. */
static Dwarf_Addr function_start(const Stack *stack, Dwfl_Module *module, Dwarf_Addr pc,
                                 Dwarf_Addr base)
{
  Dwarf_Addr bias = 0, start, end;
  Dwarf_Frame *frame;
  bool signal_frame;
  Dwarf_CFI *cfi = stack->dw.dwfl_module_eh_cfi(module, &bias);
  if (!cfi || stack->dw.dwarf_cfi_addrframe(cfi, pc - bias, &frame) != 0) return pc - base;
  int result = stack->dw.dwarf_frame_info(frame, &start, &end, &signal_frame);
  free(frame);
  return result >= 0 ? start + bias - base : pc - base;
}

static void add_frame_name(const Stack *stack, Dwarf_Addr pc, StrBuf *out)
{
  Dwfl_Module *module = stack->dw.dwfl_addrmodule(stack->dwfl, pc);
  if (!module) {
    strbuf_add_text(out, "unknown");
    return;
  }
  GElf_Off offset;
  GElf_Sym symbol;
  const char *name = stack->dw.dwfl_module_addrinfo(module, pc, &offset, &symbol, NULL, NULL, NULL);
  /* The nearest symbol before it need not be its function's. */
  if (name && offset < symbol.st_size) {
    add_name(stack, name, out);
    return;
  }
  Dwarf_Addr base = 0;
  const char *path = stack->dw.dwfl_module_info(module, NULL, &base, NULL, NULL, NULL, NULL, NULL);
  const char *slash = path ? strrchr(path, '/') : NULL;
  strbuf_printf(out, "%s+0x%llx",
                slash  ? slash + 1
                : path ? path
                       : "module",
                (unsigned long long)function_start(stack, module, pc, base));
}

static char *name_of(const Stack *stack, size_t frame)
{
  StrBuf name;
  strbuf_init(&name, 0);
  add_frame_name(stack, stack->frames.items[frame], &name);
  char *copy = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  return copy;
}

/* --- text --- */

static void add_line(size_t number, Dwarf_Addr pc, const char *name, StrBuf *out)
{
  strbuf_printf(out, "#%zu 0x%llx in %s\n", number, (unsigned long long)pc, name);
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Functions that are there more than once, each once. */
static void add_cycle(const Stack *stack, StrBuf *out)
{
  char *names[FRAMES_CYCLE];
  size_t number = 0;
  assert(stack->frames.count >= FRAMES_CYCLE);
  for (size_t i = 0; i < FRAMES_CYCLE; i++) names[i] = name_of(stack, i);
  qsort(names, FRAMES_CYCLE, sizeof *names, compare_names);
  for (size_t i = 1; i < FRAMES_CYCLE; i++) {
    bool again = strcmp(names[i], names[i - 1]) == 0;
    bool told = i > 1 && strcmp(names[i], names[i - 2]) == 0;
    if (again && !told) add_line(number++, 0, names[i], out);
  }
  for (size_t i = 0; i < FRAMES_CYCLE; i++) free(names[i]);
}

static void add_frames(const Stack *stack, StrBuf *out)
{
  for (size_t i = 0; i < stack->frames.count && i < FRAMES_NAMED; i++) {
    char *name = name_of(stack, i);
    add_line(i, stack->frames.items[i], name, out);
    free(name);
  }
}

void stack_add(pid_t process, pid_t thread, StrBuf *out)
{
  Stack stack = {0};
  if (!libdw_load(&stack.dw)) return;
  void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
  void *found = library ? dlsym(library, "__cxa_demangle") : NULL;
  memcpy(&stack.demangle, &found, sizeof found);
  if (unwind(&stack, process, thread)) {
    if (stack.frames.count >= FRAMES_DEEP)
      add_cycle(&stack, out);
    else
      add_frames(&stack, out);
  }
  if (stack.dwfl) stack.dw.dwfl_end(stack.dwfl);
  VEC_FREE(&stack.frames);
}
