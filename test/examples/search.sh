#!/bin/sh
# Search, read, verify the hash, retry without paying twice, see price and limits: curl, jq and sha256sum.
# PANDECT_URL: base URL with its version, as http://127.0.0.1:8080/api/v1. PANDECT_KEY: a key.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
auth="Authorization: Bearer $PANDECT_KEY"

search() {
  curl -sS --fail -D "$work/headers" "$PANDECT_URL/search" -H "$auth" -H 'Content-Type: application/json' -H "Idempotency-Key: $1" \
    -d '{"text": "responsabilité contractuelle", "includeHeadnotes": false, "limit": 1}'
}
header() { tr -d '\r' <"$work/headers" | sed -n "s/^$1: //Ip"; }

once=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
slug=$(search "$once" | jq -r '.hits[0].slug')
first=$(header X-Service-Usage-Id)
echo "found $slug for $(header X-Service-Cost-USD) USD; limit $(header RateLimit); cap $(header X-Service-Cap-Warning)"
search "$once" >/dev/null
test "$(header X-Service-Usage-Id)" = "$first" && echo 'retried: charged once'

curl -sS --fail "$PANDECT_URL/articles/$slug" -H "$auth" >"$work/article.json"
hash=$(jq -cjS '{slug, title, abstract, contentClean, language, jurisdiction, legalDomain, contentType, doctrineSubtype,
  headnotes: [.headnotes[] | {sequence, summary, sourceText, legalRuleType}],
  concepts: [.concepts[] | select(.assignedBy != "machine") | .id] | sort,
  judicialDecision: (.judicialDecision | if . == null then null else
    {ecli, identifiers, courtCode, decisionDate, solution, type} end)}' "$work/article.json" | sha256sum | cut -d' ' -f1)
test "$hash" = "$(jq -r .sha256Hash "$work/article.json")" && echo "hash verified: $hash"

curl -sS --fail "$PANDECT_URL/articles/$slug" -H "$auth" -H 'Accept: text/markdown' | head -n 1
curl -sS --fail "$PANDECT_URL/coverage" -H "$auth" | jq -r '"held: \([.groups[].documents] | add) texts in \(.groups | length) groups"'

if curl -sS --fail "$PANDECT_URL/openapi.json" | jq -e '.paths["/mcp"]' >/dev/null; then
  curl -sS --fail "$PANDECT_URL/mcp" -H "$auth" -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
    -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "service_search", "arguments": {"text": "responsabilité contractuelle", "limit": 1}}}' |
    jq -r '"mcp: \(.result.structuredContent.hits[0].slug)"'
else
  echo 'mcp: not served here'
fi
