/* The sections of the terminal report on the host and its parts. */
#ifndef ASSAY_REPORT_TEXT_HOST_H
#define ASSAY_REPORT_TEXT_HOST_H

struct document;
struct page;

/* What the machine and its kernel are: facts alone. */
void text_host(struct page *page, const struct document *document);

/* These add the measured rows below the facts; the system has rows alone. */
void text_cpu(struct page *page, const struct document *document);
void text_system(struct page *page, const struct document *document);
void text_memory(struct page *page, const struct document *document);
void text_storage(struct page *page, const struct document *document);

#endif
