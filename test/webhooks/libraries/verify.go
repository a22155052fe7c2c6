// Verifies deliveries with the published library: JSON Lines in, "true" or "false" a line out.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type delivery struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one delivery
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			panic(err)
		}
		webhook, err := standardwebhooks.NewWebhook(one.Secret)
		if err != nil {
			panic(err)
		}
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		fmt.Println(webhook.Verify([]byte(one.Body), headers) == nil)
	}
}
