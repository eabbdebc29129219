/* The server of pages, with a library for encryption below it that we do not use. */
#include "base/lazy/lazy.h"

#define MICROHTTPD_FUNCTIONS(X)                                                                    \
  X(MHD_add_response_header)                                                                       \
  X(MHD_create_response_from_buffer)                                                               \
  X(MHD_create_response_from_callback)                                                             \
  X(MHD_destroy_response)                                                                          \
  X(MHD_get_connection_info)                                                                       \
  X(MHD_get_daemon_info)                                                                           \
  X(MHD_lookup_connection_value)                                                                   \
  X(MHD_queue_response)                                                                            \
  X(MHD_resume_connection)                                                                         \
  X(MHD_run)                                                                                       \
  X(MHD_start_daemon)                                                                              \
  X(MHD_stop_daemon)                                                                               \
  X(MHD_suspend_connection)

LAZY_LIBRARY("libmicrohttpd.so.12", "libmicrohttpd12", MICROHTTPD_FUNCTIONS)
