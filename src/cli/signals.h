/* INT, TERM and HUP end a run early but cleanly; a second one ends it at once. */
#ifndef ASSAY_CLI_SIGNALS_H
#define ASSAY_CLI_SIGNALS_H

struct stop;

/* Installs the handlers; SIGPIPE and SIGXFSZ are ignored, since their errno tells
 * the same without killing the report. Returns the flag they set. */
const struct stop *signals_install(void);

/* A terminal signals every process of ours, and the supervisor passes its signal on: what
 * comes within so many milliseconds of the first is the same one. */
enum { SIGNALS_SAME_MS = 300 };

/* A clock for that, for handlers. */
long long signals_now_ms(void);

/* The name of the signal that was received, or NULL. */
const char *signals_received(void);

#endif
