#include "campaign/listener.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/mem.h"

void listener_take(const CampaignListener *listener, const CampaignEvent *event)
{
  if (listener->take) listener->take(listener->user, event);
}

__attribute__((format(printf, 3, 0))) static void tell(const CampaignListener *listener,
                                                       void (*to)(void *user, const char *message),
                                                       const char *format, va_list arguments)
{
  char *text;
  if (vasprintf(&text, format, arguments) < 0) mem_exhausted(0);
  to(listener->user, text);
  free(text);
}

void listener_warn(const CampaignListener *listener, const char *format, ...)
{
  va_list arguments;
  if (!listener->warn) return;
  va_start(arguments, format);
  tell(listener, listener->warn, format, arguments);
  va_end(arguments);
}

void listener_progress(const CampaignListener *listener, const char *format, ...)
{
  va_list arguments;
  if (!listener->progress) return;
  va_start(arguments, format);
  tell(listener, listener->progress, format, arguments);
  va_end(arguments);
}

bool listener_interrupted(const CampaignListener *listener)
{
  return listener->interrupted && listener->interrupted(listener->user);
}

bool listener_paused(const CampaignListener *listener)
{
  return listener->paused && listener->paused(listener->user);
}
