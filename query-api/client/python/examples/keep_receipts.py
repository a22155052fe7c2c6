"""Check the receipt of an answer, and ask what became of it. PANDECT_URL and PANDECT_KEY."""

import os

from pandect_client import Client
from pandect_client.receipts import cited_texts, fetch_receipt_keys, read_receipt

url = os.environ["PANDECT_URL"]
client = Client(url, os.environ["PANDECT_KEY"])
keys = fetch_receipt_keys(url)

found = client.search_unified({"text": "bail commercial", "limit": 10})
printed = found.facts.receipt or ""
read = read_receipt(printed, keys)
print(f"a receipt over {read.receipt['priceUsd']} USD at {read.receipt['position']}")

cited = cited_texts(found.data)
answer = client.check_receipt({"receipts": [{"receipt": printed, "citations": cited}]}).data
[checked] = answer["receipts"]
current = [one for one in checked["outcomes"] if one["state"] == "current"]
print(f"complete: {checked['complete']}; {len(current)} of {len(cited)} texts are current")
