"""Writes held-out passages, their vectors by the shipped file, and queries, for check.ts to compare with."""

import argparse
import json
from pathlib import Path

from tokenizers import Tokenizer

from data import read_pairs, split
from encoder import Encoder
from export import MODEL_FILE, OnnxEncoder

TEXTS, QUERIES = 400, 100


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    _, held = split(read_pairs(options.data))
    encoder = Encoder.base()
    encoder.tokenizer = Tokenizer.from_file(str(options.model / "tokenizer.json"))
    encoder.tokenizer.no_truncation()
    limit = json.loads((options.model / "pandect.json").read_text())["maxTokens"]
    law = [p for p in held if p.kind in ("heading", "section", "sentence")]
    texts = list(dict.fromkeys(p.passage for p in law))[:TEXTS]
    shipped = OnnxEncoder(options.model / MODEL_FILE, encoder, options.threads)
    # One at a time: int8 scales its activations over the batch, so that a vector depends a little on its company.
    vectors = [shipped.encode([text], limit)[0].tolist() for text in texts]
    options.out.write_text(json.dumps({"texts": texts, "vectors": vectors, "queries": [p.query for p in law][:QUERIES]}))


if __name__ == "__main__":
    main()
