/* A contract of all report formats: whatever the document, they print a whole, valid
 * text and never a number that is none. Adding a format's line covers it. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unknown.h"
#include "odd_documents.h"
#include "report/report.h"
#include "result/conclude.h"
#include "result/json.h"
#include "result/marks.h"
#include "result/result.h"

static const char *rendered(const struct report_format *format,
                            const struct document *document, struct arena *arena)
{
    static const struct report_options options = { .width = 80, .utf8 = true };
    struct text *out = ARENA_NEW(arena, struct text);
    struct err err;

    text_init(out, arena);
    assert_int_equal(format->render(document, &options, out, &err), 0);
    return out->bytes;
}

/* Valid UTF-8, no control character but the newline. */
static void assert_clean(struct arena *arena, const char *text)
{
    char *lines = arena_strdup(arena, text);

    for (char *s = lines; *s != '\0'; s++) {
        if (*s == '\n')
            *s = ' ';
    }
    assert_string_equal(text_clean(arena, lines), lines);
}

/* "nan", "inf" and "null pointer" printed as if they were values. */
static void assert_no_such_number(const char *text)
{
    static const char *const words[] = { "nan", "inf", "infinity", "(null)",
                                         "18446744073709551615" };

    for (size_t i = 0; i < SAMPLE_COUNT(words); i++) {
        size_t length = strlen(words[i]);
        for (const char *s = text; (s = strcasestr(s, words[i])) != NULL; s++) {
            bool starts = s == text || !isalnum((unsigned char)s[-1]);
            if (starts && !isalnum((unsigned char)s[length]))
                fail_msg("'%s' in '%.60s'", words[i],
                         s - text > 20 ? s - 20 : text);
        }
    }
}

static void every_format_bears_every_document(void **state)
{
    (void)state;
    for (size_t d = 0; d < SAMPLE_COUNT(odd_documents); d++) {
        struct arena arena;
        struct document *document;
        arena_init(&arena);
        document = odd_documents[d].build(&arena);
        for (size_t f = 0; report_formats[f] != NULL; f++) {
            const char *text = rendered(report_formats[f], document, &arena);
            print_message("# %s of %s\n", report_formats[f]->name,
                          odd_documents[d].name);
            assert_true(text[0] != '\0');
            assert_int_equal(text[strlen(text) - 1], '\n');
            assert_clean(&arena, text);
            assert_no_such_number(text);
            if (report_formats[f]->exit_status != NULL)
                assert_in_range(report_formats[f]->exit_status(document), 0, 3);
        }
        arena_release(&arena);
    }
}

/* Unknown members may come singly: a limit whose device nobody noted. */
static void every_format_bears_a_lack(void **state)
{
    size_t at = 0;
    struct arena arena;

    (void)state;
    for (;; at++) {
        struct document *document;
        arena_init(&arena);
        document = odd_without(&arena, at);
        if (document == NULL)
            break;
        for (size_t f = 0; report_formats[f] != NULL; f++)
            assert_no_such_number(rendered(report_formats[f], document, &arena));
        mark_results(document, &arena);
        conclude_results(document, &arena);
        arena_release(&arena);
    }
    arena_release(&arena);
    assert_true(at > 300);
}

/* No CPU that is known to be online is not the same as none. */
static void unknown_cpus_are_not_none(void **state)
{
    static const struct {
        const char *format;
        const char *lie;
    } cases[] = { { "text", " of 0 CPUs" },
                  { "quickbench", " of 0" },
                  { "yabs", "\"cores\": 0" },
                  { "html", "Online CPUs" } };
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_copy(&arena);
    document->host.cpu.usable_reason = "a quota";
    document->host.cpu.online = (struct cpu_list){ 0 };
    for (size_t i = 0; i < SAMPLE_COUNT(cases); i++)
        assert_null(
            strstr(rendered(report_find(cases[i].format), document, &arena),
                   cases[i].lie));
    arena_release(&arena);
}

/* Of over a thousand CPUs each counts. */
static void many_cpus_are_written_out(void **state)
{
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_copy(&arena);
    document->host.cpu.usable_reason = "an affinity mask";
    document->host.cpu.usable_cpus = 1030;
    for (size_t f = 0; report_formats[f] != NULL; f++)
        assert_null(
            strstr(rendered(report_formats[f], document, &arena), "1.03e+03"));
    arena_release(&arena);
}

/* What a hostile name must not be able to write into a format. */
static const struct {
    const char *format;
    const char *danger;
} dangers[] = {
    { "html", "<script" },
    { "html", "</svg> #" },
    { "html", "\" onload" },
    { "html", "'><" },
    { "junit", "<script" },
    { "junit", "]]>" },
    { "junit", "\" onload" },
    { "csv", ",=cmd" },
    { "csv", ",\"=cmd" },
    { "csv", "\n=cmd" },
    { "csv", "\n\"=cmd" },
    { "openmetrics", "'\"'" },
    { "openmetrics", "C calc'!A0\"" },
};

static void hostile_names_stay_names(void **state)
{
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_hostile(&arena);
    for (size_t i = 0; i < SAMPLE_COUNT(dangers); i++) {
        const struct report_format *format = report_find(dangers[i].format);
        assert_non_null(format);
        if (strstr(rendered(format, document, &arena), dangers[i].danger))
            fail_msg("%s lets through %s", dangers[i].format, dangers[i].danger);
    }
    arena_release(&arena);
}

/* A figure that two requirements ask for comes once, with both thresholds. */
static void nagios_joins_thresholds(void **state)
{
    struct arena arena;
    struct document *document;
    struct result_finding *findings;

    (void)state;
    arena_init(&arena);
    document = odd_copy(&arena);
    findings = document->verdicts[1].findings; /* etcd: p99 and score */
    findings[0].statistic = findings[1].statistic;
    findings[0].unit = findings[1].unit;
    findings[0].value = findings[1].value;
    findings[0].bound = 50;
    findings[0].at_least = true;
    assert_non_null(strstr(rendered(report_find("nagios"), document, &arena),
                           " 'etcd/disk.fsync.append/score'=1480;500:;50:\n"));
    arena_release(&arena);
}

/* The guidelines of plug-ins know no exponents. */
static void nagios_spells_numbers_out(void **state)
{
    static const struct {
        double value;
        const char *unit;
        const char *want;
    } cases[] = {
        { 16.4e9, "bytes/s", "=16400000000;" },
        { 5.16e-9, "share", "=0.000000516%;" },
        { 3, "ns", "=0.000000003s;" },
        { 0.125, "ratio", "=0.125;" },
        { 100, "ratio", "=100;" },
        { 0, "ratio", "=0;" },
        { 1234567890123, "ratio", "=1234567890123;" },
        { -2.5e10, "ratio", "=-25000000000;" },
    };
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_copy(&arena);
    for (size_t i = 0; i < SAMPLE_COUNT(cases); i++) {
        struct result_finding *finding = &document->verdicts[0].findings[0];
        finding->value = cases[i].value;
        finding->unit = cases[i].unit;
        if (strstr(rendered(report_find("nagios"), document, &arena),
                   cases[i].want) == NULL)
            fail_msg("no '%s'", cases[i].want);
    }
    arena_release(&arena);
}

/* Without its name a host is not to be found in any report. */
static void a_host_without_name_leaves_no_trace(void **state)
{
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_copy(&arena);
    document->host.name = NULL;
    for (size_t f = 0; report_formats[f] != NULL; f++)
        assert_null(strstr(rendered(report_formats[f], document, &arena),
                           "validator-07"));
    arena_release(&arena);
}

/* Where two directories were tested, each format says which a result is of. */
static void results_name_their_directory(void **state)
{
    static const char *const formats[] = { "html",        "markdown", "csv",
                                           "junit",       "tap",      "text",
                                           "openmetrics", "nagios" };
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_two_targets(&arena);
    document->verdict_count = 0; /* nagios then tells results */
    for (size_t i = 0; i < SAMPLE_COUNT(formats); i++) {
        const char *text = rendered(report_find(formats[i]), document, &arena);
        if (strstr(text, "/srv") == NULL ||
            strstr(text, "/var/lib/node") == NULL)
            fail_msg("%s does not tell the directories apart", formats[i]);
    }
    arena_release(&arena);
}

/* What moves no bytes has no rate of bytes, not one of 0. */
static void nothing_has_no_rate(void **state)
{
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_copy(&arena);
    for (size_t f = 0; report_formats[f] != NULL; f++)
        assert_null(
            strstr(rendered(report_formats[f], document, &arena), "0.00 B/s"));
    arena_release(&arena);
}

/* A column of the page or of a table that no row has a value for is left out. */
static void empty_columns_are_left_out(void **state)
{
    static const char *const columns[] = { ">p50</th>", ">p99</th>",
                                           ">Clock</th>", "p99 latency" };
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_copy(&arena);
    for (size_t i = 0; i < SAMPLE_COUNT(columns); i++) {
        const char *format = i < 3 ? "html" : "markdown";
        assert_non_null(strstr(rendered(report_find(format), document, &arena),
                               columns[i]));
    }
    for (size_t i = 0; i < document->result_count; i++) {
        struct result *result = &document->results[i];
        result->latency = NULL;
        for (size_t p = 0; p < result->curve_count; p++) {
            result->curve[p].clock_hz = UNKNOWN_DOUBLE;
            result->curve[p].p99_ns = UNKNOWN_U64;
        }
    }
    for (size_t i = 0; i < SAMPLE_COUNT(columns); i++) {
        const char *format = i < 3 ? "html" : "markdown";
        assert_null(strstr(rendered(report_find(format), document, &arena),
                           columns[i]));
    }
    arena_release(&arena);
}

static void formats_are_found(void **state)
{
    static const struct {
        const char *path;
        const char *format;
    } cases[] = {
        { "r.json", "json" },   { "a.b/R.HTML", "html" },
        { "r.htm", "html" },    { "r.yabs.json", "yabs" },
        { "r.md", "markdown" }, { "r.xml", "junit" },
        { "r.tap", "tap" },     { "r.prom", "openmetrics" },
        { "r.csv", "csv" },     { "r", NULL },
        { ".json", NULL },      { "r.json.bak", NULL },
    };

    (void)state;
    for (size_t i = 0; i < SAMPLE_COUNT(cases); i++) {
        const struct report_format *format = report_for_path(cases[i].path);
        if (cases[i].format == NULL)
            assert_null(format);
        else
            assert_string_equal(format->name, cases[i].format);
    }
    assert_null(report_find("JSON"));
    for (size_t f = 0; report_formats[f] != NULL; f++)
        assert_ptr_equal(report_find(report_formats[f]->name),
                         report_formats[f]);
}

static void nagios_has_its_own_exit_status(void **state)
{
    const struct report_format *nagios = report_find("nagios");
    struct arena arena;
    struct document *document;

    (void)state;
    arena_init(&arena);
    document = odd_copy(&arena);
    assert_int_equal(nagios->exit_status(document), 2); /* one fails */
    document->verdicts += 1;
    document->verdict_count = 2;
    assert_int_equal(nagios->exit_status(document), 3); /* one undecided */
    document->verdict_count = 1;
    assert_int_equal(nagios->exit_status(document), 0);
    document->verdicts[0].findings[1].outcome = "fail"; /* only recommended */
    assert_int_equal(nagios->exit_status(document), 1);
    document->complete = false;
    assert_int_equal(nagios->exit_status(document), 3);
    document->complete = true;
    document->verdict_count = 0;
    assert_int_equal(nagios->exit_status(document), 0);
    document->result_count = 0;
    assert_int_equal(nagios->exit_status(document), 3); /* nothing measured */
    arena_release(&arena);
}

static char *file_text(const char *path, struct arena *arena)
{
    enum { ROOM = 4 << 20 };
    char *text = arena_alloc(arena, ROOM, 1);
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_true(fread(text, 1, ROOM - 1, file) > 0);
    assert_int_equal(fclose(file), 0);
    return text;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* A stored document says what its builder says, if not in the same members: those of
 * later versions are missing there. With `update`, it becomes that. */
static void stored_as_built(size_t which, bool update)
{
    struct document stored;
    struct arena arena;
    struct err err;
    const char *path;
    const char *built;
    const char *text;

    arena_init(&arena);
    path = arena_printf(&arena, "%s/documents/%s.json", getenv("ASSAY_TESTS"),
                        odd_documents[which].name);
    built = document_to_json(odd_documents[which].build(&arena), &arena);
    if (update)
        write_file(path, built);
    text = file_text(path, &arena);
    assert_int_equal(
        document_from_json(text, strlen(text), &arena, &stored, &err), 0);
    if (strcmp(document_to_json(&stored, &arena), built) != 0)
        fail_msg("'%s' is not as built; ASSAY_UPDATE=1 writes it", path);
    arena_release(&arena);
}

/* Other tests read some of them from tests/documents. */
static void stored_documents_are_as_built(void **state)
{
    static const char *const stored[] = { "sample", "huge", "hostile",
                                          "failed" };

    (void)state;
    for (size_t d = 0; d < SAMPLE_COUNT(odd_documents); d++) {
        for (size_t i = 0; i < SAMPLE_COUNT(stored); i++) {
            if (strcmp(odd_documents[d].name, stored[i]) == 0)
                stored_as_built(d, getenv("ASSAY_UPDATE") != NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_bears_every_document),
        cmocka_unit_test(every_format_bears_a_lack),
        cmocka_unit_test(unknown_cpus_are_not_none),
        cmocka_unit_test(many_cpus_are_written_out),
        cmocka_unit_test(hostile_names_stay_names),
        cmocka_unit_test(a_host_without_name_leaves_no_trace),
        cmocka_unit_test(results_name_their_directory),
        cmocka_unit_test(nothing_has_no_rate),
        cmocka_unit_test(empty_columns_are_left_out),
        cmocka_unit_test(formats_are_found),
        cmocka_unit_test(nagios_has_its_own_exit_status),
        cmocka_unit_test(nagios_joins_thresholds),
        cmocka_unit_test(nagios_spells_numbers_out),
        cmocka_unit_test(stored_documents_are_as_built),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
