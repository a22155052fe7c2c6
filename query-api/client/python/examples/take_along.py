"""
Take a result set along: list it, export it whole to a file, check every line of that file.
PANDECT_URL and PANDECT_KEY name the service, PANDECT_FILE a new file.
"""

import json
import os
from pathlib import Path

from pandect_client import Client, MerkleTree, is_authentic, is_removed

client = Client(os.environ["PANDECT_URL"], os.environ["PANDECT_KEY"])
file = Path(os.environ["PANDECT_FILE"])

pages = list(client.scan_pages({"contentTypes": ["jurisprudence"], "limit": 20}))
rows = [row for page in pages for row in page.data["rows"]]
print(f"listed: {len(rows)} rulings for {sum(page.facts.cost_usd for page in pages)} USD")

exported = client.export_to_file(file, {"contentTypes": ["jurisprudence"], "limit": 7})
manifest = exported.manifest
print(f"exported: {manifest['texts']} texts for {exported.cost_usd} USD")

*lines, end = file.read_bytes().splitlines()
tree = MerkleTree()
for line in lines:
    text = json.loads(line)
    tree.add(text["id"], line)
    if not is_removed(text) and not is_authentic(text):
        print(f"WRONG HASH: {text['slug']}")
print(f"digest: {tree.root()}, {'right' if tree.root() == manifest['digest'] else 'WRONG'}")
