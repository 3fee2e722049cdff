sed -n '/^    {/,/^    }/p' "$TESTS/../docs/result.md" | assay report - >/dev/null && echo readable
