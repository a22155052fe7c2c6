"""Rules that no schema states, and names of what the attacked service holds.

A good case is repaired where a rule spans several members or parameters, where it needs what the
service issued (a receipt, a cursor), or where only what is held gets past a 404. A bad case is
never changed. What is left is refused rightly in `RIGHTLY`, by operation and code.
"""

import json
import os
import uuid
import zlib
from datetime import date

import requests
import schemathesis

HELD = json.loads(os.environ["ATTACK_HELD"])
IDEMPOTENCY_KEY = "Idempotency-Key"
KEY_KEPT = 200
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
LOOK_UP_KEYS = ("ecli", "celex", "eli", "docket", "id")
LOOK_UPS = {
    "ecli": "ECLI:FR:CCASS:2020:SO01119",
    "celex": "32016R0679",
    "eli": "/eli/reg/2016/679/oj",
    "docket": "18-13.769",
    "id": "6f1b7a0c-7d0b-5c1e-9a57-0d3c2f1e4b5a",
}
# An account has only so many of these: the attack deletes its oldest ones.
KEPT = {"registerWebhook": 12, "saveSearch": 60}
PATHS = {"registerWebhook": "/webhooks", "saveSearch": "/saved-searches"}

# What a good request can be refused for all the same, by operation.
RIGHTLY = {
    # Whether a search asks anything is known once its words are read: "le" asks nothing.
    "saveSearch": {
        "saved-search-matches-everything",
        "saved-search-without-words",
        "saved-search-citation-unknown",
    },
    # Other cases disable endpoints.
    "testWebhook": {"webhook-disabled"},
    "redeliverWebhookMessage": {"webhook-disabled"},
    # How long a request takes depends on what it says.
    "resolveCitations": {"too_costly"},
    "verifyClaim": {"too_costly"},
    "compareVersions": {"too_costly"},
}

# Ids that the service gave, oldest first, by the operation that gave them.
given = {"registerWebhook": [], "saveSearch": [], "startWatch": [], "listReceipts": []}
# Endpoints, each with a message of it.
messages = []
# Queries of walks that have a next page, with its cursor.
walks = {"scanTexts": [], "exportTexts": []}


def operation_of(case):
    return case.operation.definition.raw.get("operationId", "")


def draw(text):
    """A number that a text always gives."""
    return zlib.crc32(str(text).encode("utf-8", "surrogatepass"))


def one_of(values, text):
    return values[draw(text) % len(values)] if values else None


def put_days_in_order(filters):
    first, last = filters.get("dateFrom"), filters.get("dateTo")
    if isinstance(first, str) and isinstance(last, str) and first > last:
        filters["dateFrom"], filters["dateTo"] = last, first


def http_date(text):
    """The same date with its own day of the week and a day that its month has."""
    _, day, month, year, time, zone = text.split(" ")
    for number in (int(day), 28):
        try:
            known = date(int(year), MONTHS.index(month) + 1, number)
        except ValueError:
            continue
        return f"{WEEKDAYS[known.weekday()]}, {number:02} {month} {year} {time} {zone}"
    return text


def repair_search(body):
    put_days_in_order(body.get("filters") or {})


def repair_why_not(body):
    repair_search(body["request"])
    if draw(body["slug"]) % 5 != 0:
        body["slug"] = one_of(HELD["citations"], body["slug"])["slug"]


def repair_rag(body):
    repair_search(body)
    if "asOf" in body and body.get("filters"):
        body["filters"].pop("asOf", None)


def repair_verify(body):
    # Sources are held, in a version that they have.
    sources = body.get("sources") or []
    body["sources"] = [
        {name: one_of(HELD["citations"], source)[name] for name in source} for source in sources
    ]


def repair_receipts(body):
    # Receipts are signed, positions known, and all citations together not too many.
    for name, most in (("receipts", 20), ("citations", 500)):
        if name in body:
            body[name] = body[name][:most]
    for receipt in body.get("receipts") or []:
        receipt["receipt"] = HELD["receipt"]
        receipt.pop("citations", None)
    for index, citation in enumerate(body.get("citations") or []):
        known = one_of(HELD["citations"], f"{index}{citation}")
        citation["position"] = known["position"]
        if draw(citation) % 2 == 0:
            citation.update({name: known[name] for name in ("slug", "version", "sha256Hash")})


def repair_watch(body):
    headnote = body["citation"].get("headnoteSequence")
    body["citation"] = {**one_of(HELD["citations"], body), "headnoteSequence": headnote}


def repair_webhook(body):
    # An address of the public internet that is nobody's (RFC 2606).
    if "url" in body:
        body["url"] = f"https://attack.invalid/{draw(body['url'])}"


def repair_saved_search(body):
    search = body.get("search")
    filters = search.get("filters") if search else None
    if filters:
        put_days_in_order(filters)
        if "asOf" not in filters:
            filters.pop("inForce", None)
    # Most texts and citations that are drawn ask nothing, which is refused.
    if draw(body) % 4 == 0:
        return
    if search is not None:
        search["text"] = "bail commercial"
    else:
        body["cites"] = "article 1240 du code civil"


BODIES = {
    "searchUnified": repair_search,
    "explainMissing": repair_why_not,
    "ragQuery": repair_rag,
    "verifyClaim": repair_verify,
    "checkReceipt": repair_receipts,
    "startWatch": repair_watch,
    "registerWebhook": repair_webhook,
    "changeWebhook": repair_webhook,
    "saveSearch": repair_saved_search,
}


def repair_look_up(query):
    # Exactly one identifier, and a court only beside a docket number.
    asked = [key for key in LOOK_UP_KEYS if key in query]
    kept = one_of(asked or LOOK_UP_KEYS, query)
    for key in asked:
        if key != kept:
            del query[key]
    if draw(query) % 2 == 0 or not asked:
        query[kept] = LOOK_UPS[kept]
    if kept != "docket":
        query.pop("court", None)


def repair_article(query):
    # Members can be chosen of JSON alone.
    if query.get("fields"):
        query.pop("format", None)


def repair_cite(query):
    if "version" in query:
        query.pop("asOf", None)


def repair_diff(query):
    if query.get("from") == query.get("to"):
        query["to"] = "9.9.9"


def repair_authorities(query):
    if "text" not in query and not query.get("conceptIds"):
        query["text"] = "bail"


def repair_changes(query):
    if "after" in query:
        head = int(HELD["citations"][0]["position"])
        query["after"] = str(int(query["after"]) % (head + 1))


def repair_walk(walk):
    def repair(query):
        put_days_in_order(query)
        if query.pop("after", None) is None:
            return
        known = one_of(walks[walk], query)
        if known is not None:
            query.clear()
            query.update(known)

    return repair


QUERIES = {
    "lookUpArticles": repair_look_up,
    "getArticle": repair_article,
    "getVersion": repair_article,
    "citeArticle": repair_cite,
    "compareVersions": repair_diff,
    "listAuthorities": repair_authorities,
    "listChanges": repair_changes,
    "scanTexts": repair_walk("scanTexts"),
    "exportTexts": repair_walk("exportTexts"),
}


def send(method, path, body):
    headers = {"authorization": f"Bearer {HELD['key']}"}
    answer = requests.request(
        method, f"{HELD['baseUrl']}{path}", headers=headers, json=body, timeout=30
    )
    return json.loads(answer.content)


def make(kind):
    """Makes one where the account has none."""
    if kind == "registerWebhook":
        made = send("POST", "/webhooks", {"url": "https://attack.invalid/"})
        return [made["endpoint"]["id"]]
    if kind == "saveSearch":
        body = {"name": "attack", "search": {"text": "bail commercial"}}
        return [send("POST", "/saved-searches", body)["id"]]
    if kind == "startWatch":
        body = {"citation": HELD["citations"][0]}
        return [send("PUT", "/watch/attack", body)["handle"]]
    send("POST", "/search", {"limit": 1})
    return [one["id"] for one in send("GET", "/receipts", None)["receipts"]]


def one_given(kind, value):
    if not given[kind]:
        given[kind] = make(kind)
    return one_of(given[kind], value)


def held_for(operation, path, name, value):
    """What is held under such a name; None: nothing is known."""
    if name == "slug":
        return one_of([one["slug"] for one in HELD["citations"]], value)
    if name == "version":
        return "1.0.0"
    if path.startswith("/decisions/"):
        return one_of(HELD["decisions"], value)
    if path.startswith("/concepts/"):
        return one_of(HELD["concepts"], value)
    if path.startswith("/codes/"):
        return one_of(HELD["codes"], value)
    if path.startswith("/courts/"):
        return one_of(["fr.ccass", "eu.cj"] if name == "code" else ["2024", "undated"], value)
    if path.startswith("/webhooks/"):
        return one_given("registerWebhook", value)
    if path.startswith("/saved-searches/"):
        return one_given("saveSearch", value)
    if path.startswith("/receipts/"):
        return one_given("listReceipts", value)
    if path.startswith("/watch/") and operation != "startWatch":
        return one_given("startWatch", value)
    return None


def name_what_is_held(case):
    if draw(case.path_parameters) % 5 == 0:
        return
    if operation_of(case) == "redeliverWebhookMessage":
        if not messages:
            endpoint = one_given("registerWebhook", "")
            messages.append((endpoint, send("POST", f"/webhooks/{endpoint}/test", None).get("id")))
        endpoint, message = one_of(messages, case.path_parameters)
        case.path_parameters.update(id=endpoint, message=message)
        return
    if operation_of(case) == "compareVersions" and HELD["updated"]:
        updated = one_of(HELD["updated"], case.path_parameters)
        case.path_parameters["slug"] = updated["slug"]
        case.query.update({"from": "1.0.0", "to": updated["version"]})
        return
    for name, value in list((case.path_parameters or {}).items()):
        held = held_for(operation_of(case), case.path, name, value)
        if held is not None:
            case.path_parameters[name] = held


@schemathesis.hook
def map_case(context, case):
    meta = getattr(case, "meta", None)
    if meta is None or not meta.generation.mode.is_positive:
        return case
    operation = operation_of(case)
    if isinstance(case.body, dict) and operation in BODIES:
        BODIES[operation](case.body)
    if case.query is not None and operation in QUERIES:
        QUERIES[operation](case.query)
    # A sequence of calls goes on with the ids that its first one gave.
    if meta.phase.name.value != "stateful":
        name_what_is_held(case)
    if case.headers and case.headers.get(IDEMPOTENCY_KEY):
        case.headers[IDEMPOTENCY_KEY] = f"{case.headers[IDEMPOTENCY_KEY][:KEY_KEPT]}-{uuid.uuid4()}"
    if case.headers and "Accept-Datetime" in case.headers:
        # Where it has to choose a header by itself, Schemathesis knows letters and digits alone.
        given_date = case.headers["Accept-Datetime"] or "Fri, 31 May 2999 20:35:00 GMT"
        case.headers["Accept-Datetime"] = http_date(given_date)
    return case


def keep(operation, ids):
    given[operation].extend(one for one in ids if one not in given[operation])
    over = len(given[operation]) - KEPT.get(operation, 50)
    gone, given[operation][: max(over, 0)] = given[operation][: max(over, 0)], []
    return gone


def forget(operation, names):
    kinds = {"Receipt": "listReceipts", "Watch": "startWatch", "Webhook": "registerWebhook"}
    kinds["SavedSearch"] = "saveSearch"
    for word, kind in kinds.items():
        if operation in (f"delete{word}s", f"delete{word}es"):
            given[kind].clear()
        elif operation == f"delete{word}":
            gone = set(names.values())
            given[kind] = [one for one in given[kind] if one not in gone]


@schemathesis.deserializer("application/x-ndjson")
def some_line(context, response):
    """The description describes a line."""
    lines = response.content.splitlines()
    return json.loads(lines[draw(response.content) % len(lines)])


def json_of(response):
    try:
        return json.loads(response.content)
    except ValueError:
        return None


@schemathesis.hook
def after_call(context, case, response):
    operation = operation_of(case)
    if response.status_code not in (200, 201):
        return
    if operation in ("registerWebhook", "saveSearch"):
        made = json_of(response)
        made = made.get("endpoint", made)
        for gone in keep(operation, [made["id"]]):
            send("DELETE", f"{PATHS[operation]}/{gone}", None)
    if operation == "startWatch":
        keep(operation, [json_of(response)["handle"]])
    if operation == "changeReceiptKeeping":
        # Further cases need receipts that are kept.
        send("PATCH", "/receipts/keeping", {"kept": True})
    if operation == "listReceipts":
        keep(operation, [one["id"] for one in json_of(response)["receipts"]])
    if operation == "testWebhook":
        messages.append((case.path_parameters["id"], json_of(response)["id"]))
        del messages[:-20]
    if operation.startswith("delete"):
        forget(operation, case.path_parameters or {})
    if operation in walks:
        lines = response.content.splitlines()
        last = json_of(response) if operation == "scanTexts" else None
        if operation == "exportTexts" and lines and lines[-1].startswith(b'{"export"'):
            last = json.loads(lines[-1])["export"]
        if last and last.get("next"):
            walks[operation].append({**(case.query or {}), "after": last["next"]})
            del walks[operation][:-20]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    codes = {one.get("code") for one in (json_of(response) or {}).get("details") or []}
    return not codes or not codes <= RIGHTLY.get(operation_of(case), set())
