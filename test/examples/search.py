"""Search, read, verify the hash, retry without paying twice, see price and limits. Python 3.9, standard library only.

PANDECT_URL: base URL with its version, as http://127.0.0.1:8080/api/v1. PANDECT_KEY: a key.
"""

import hashlib
import json
import os
import urllib.request
import uuid

URL = os.environ["PANDECT_URL"]
KEY = os.environ["PANDECT_KEY"]
TIMEOUT_SECONDS = 30


def ask(path, body=None, **headers):
    """Text and headers of an answer; raises urllib.error.HTTPError, whose body says what to correct."""
    request = urllib.request.Request(
        URL + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", **headers},
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
        return answer.read().decode(), answer.headers


def hash_of(article):
    """SHA-256 over the members of hash profile article/1, as RFC 8785 prints them."""
    members = (
        "slug title abstract contentClean language jurisdiction legalDomain contentType doctrineSubtype"
    ).split()
    hashed = {name: article[name] for name in members}
    points = ("sequence", "summary", "sourceText", "legalRuleType")
    hashed["headnotes"] = [{name: note[name] for name in points} for note in article["headnotes"]]
    hashed["concepts"] = sorted(
        concept["id"] for concept in article["concepts"] if concept["assignedBy"] != "machine"
    )
    decision = article["judicialDecision"]
    names = ("ecli", "identifiers", "courtCode", "decisionDate", "solution", "type")
    hashed["judicialDecision"] = decision and {name: decision[name] for name in names}
    text = json.dumps(hashed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def main():
    question = {"text": "responsabilité contractuelle", "includeHeadnotes": False, "limit": 1}
    once = {"Idempotency-Key": str(uuid.uuid4())}
    answer, headers = ask("/search", question, **once)
    slug = json.loads(answer)["hits"][0]["slug"]
    cost, limit = headers["X-Service-Cost-USD"], headers["RateLimit"]
    print(f"found {slug} for {cost} USD; limit {limit}; cap {headers['X-Service-Cap-Warning']}")
    _, again = ask("/search", question, **once)
    if again["X-Service-Usage-Id"] == headers["X-Service-Usage-Id"]:
        print("retried: charged once")

    article = json.loads(ask(f"/articles/{slug}")[0])
    if hash_of(article) == article["sha256Hash"]:
        print(f"hash verified: {article['sha256Hash']}")
    print(ask(f"/articles/{slug}", Accept="text/markdown")[0].splitlines()[0])
    groups = json.loads(ask("/coverage")[0])["groups"]
    print(f"held: {sum(group['documents'] for group in groups)} texts in {len(groups)} groups")

    if "/mcp" not in json.loads(ask("/openapi.json")[0])["paths"]:
        return print("mcp: not served here")
    call = {"name": "service_search", "arguments": {"text": "responsabilité contractuelle", "limit": 1}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer, _ = ask("/mcp", message, Accept="application/json, text/event-stream")
    print("mcp:", json.loads(answer)["result"]["structuredContent"]["hits"][0]["slug"])


main()
