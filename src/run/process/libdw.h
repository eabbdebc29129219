/* The functions of elfutils' libdw that unwind the stack of a stopped process. The library is opened at run time, and
 * only by the process that traces a solver. */
#ifndef RUN_PROCESS_LIBDW_H
#define RUN_PROCESS_LIBDW_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>

#define LIBDW_FUNCTIONS(X)                                                                         \
  X(dwfl_begin)                                                                                    \
  X(dwfl_end)                                                                                      \
  X(dwfl_report_end)                                                                               \
  X(dwfl_linux_proc_report)                                                                        \
  X(dwfl_linux_proc_attach)                                                                        \
  X(dwfl_linux_proc_find_elf)                                                                      \
  X(dwfl_standard_find_debuginfo)                                                                  \
  X(dwfl_getthread_frames)                                                                         \
  X(dwfl_frame_pc)                                                                                 \
  X(dwfl_addrmodule)                                                                               \
  X(dwfl_module_addrinfo)                                                                          \
  X(dwfl_module_info)                                                                              \
  X(dwfl_module_eh_cfi)                                                                            \
  X(dwarf_cfi_addrframe)                                                                           \
  X(dwarf_frame_info)

typedef struct {
#define LIBDW_MEMBER(name) __typeof__(name) *name;
  LIBDW_FUNCTIONS(LIBDW_MEMBER)
#undef LIBDW_MEMBER
} LibDw;

/* False: it is not installed, or too old. */
bool libdw_load(LibDw *dw);

#endif
