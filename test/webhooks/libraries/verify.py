"""Verifies deliveries with the published library: JSON Lines in, "true" or "false" a line out."""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError

for line in sys.stdin:
    one = json.loads(line)
    try:
        Webhook(one["secret"]).verify(one["body"], one["headers"])
        print("true")
    except WebhookVerificationError:
        print("false")
