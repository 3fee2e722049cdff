cd "$TESTS/documents"
assay compare base.json new.json --fail-if-slower 10 >/dev/null
echo "slower for sure: $?"
sed 's/"status": "failed"/"status": "skipped"/' new.json >"$HOME/skipped.json"
assay compare base.json "$HOME/skipped.json" --fail-if-slower 25 >/dev/null
echo "perhaps slower by more: $?"
assay compare base.json "$HOME/skipped.json" --fail-if-slower 50 >/dev/null
echo "not slower by that: $?"
assay compare base.json new.json --fail-if-slower 50 >/dev/null
echo "but something failed: $?"
assay compare full.json unknown.json --fail-if-slower 50 >/dev/null
echo "nothing to compare: $?"
