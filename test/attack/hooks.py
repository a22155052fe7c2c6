"""Rules that no schema states; Schemathesis would take a refusal for a fault.

Days come in order, one day of law is named, sources are held, and an idempotency key is used once.
Only cases that are meant to be good are changed.
"""

import os
import uuid

import schemathesis

HELD_SLUG = os.environ.get("ATTACK_SLUG", "")
KEY = "Idempotency-Key"
KEY_KEPT = 200


def put_days_in_order(filters):
    first, last = filters.get("dateFrom"), filters.get("dateTo")
    if isinstance(first, str) and isinstance(last, str) and first > last:
        filters["dateFrom"], filters["dateTo"] = last, first


def repair(body):
    filters = body.get("filters")
    if isinstance(filters, dict):
        put_days_in_order(filters)
        if "asOf" in body:
            filters.pop("asOf", None)
    if body.get("sources"):
        body["sources"] = [{"slug": HELD_SLUG}]
    return body


@schemathesis.hook
def map_case(context, case):
    meta = getattr(case, "meta", None)
    if meta is None or not meta.generation.mode.is_positive:
        return case
    if isinstance(case.body, dict):
        case.body = repair(case.body)
    if case.headers and case.headers.get(KEY):
        case.headers[KEY] = f"{case.headers[KEY][:KEY_KEPT]}-{uuid.uuid4()}"
    return case
