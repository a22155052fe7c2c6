"""Search, read, check the hash, and meet a refusal. PANDECT_URL and PANDECT_KEY name the service."""

import os

from pandect_client import Client, NotFound, ValidationFailed, is_authentic

client = Client(os.environ["PANDECT_URL"], os.environ["PANDECT_KEY"])

found = client.search_unified({"text": "responsabilité contractuelle", "includeHeadnotes": False})
print(f"found {found.data['total']} for {found.facts.cost_usd} USD")

article = client.get_article(found.data["hits"][0]["slug"]).data
print(f"{article['title']} ({article['version']}), licence: {article['licence']}")
print("the hash is right" if is_authentic(article) else "THE HASH IS WRONG")

once = "one-question-asked-twice"
first = client.search_unified({"text": "bail commercial"}, idempotency_key=once)
again = client.search_unified({"text": "bail commercial"}, idempotency_key=once)
if first.facts.usage_id == again.facts.usage_id:
    print("retried: charged once")

try:
    client.get_article("no-such-text")
except NotFound as error:
    print(f"refused: {error.code}, free of charge")
try:
    client.scan_texts(jurisdictions=["FX"])  # type: ignore[list-item]
except ValidationFailed as error:
    print(f"refused: {error.hint}")

held = client.get_coverage().data
print(f"held: {sum(group['documents'] for group in held['groups'])} texts")
