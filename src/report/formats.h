/* One line for each report format, in the order of `assay list formats`. */
#ifndef FORMAT
#error "define FORMAT(name) before including this list"
#endif
FORMAT(text)
FORMAT(json)
FORMAT(csv)
FORMAT(html)
FORMAT(markdown)
FORMAT(openmetrics)
FORMAT(junit)
FORMAT(tap)
FORMAT(nagios)
FORMAT(quickbench)
FORMAT(yabs)
