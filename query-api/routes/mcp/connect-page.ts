/** `/mcp`: how to connect a client, for people. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { API_BASE_PATH, PRODUCT, SERVICE } from '#contracts/service.ts'
import { RequestInvalid } from '../../http/validation.ts'
import type { Tool } from '../../mcp/tool.ts'
import type { McpDeps } from './endpoint.ts'

export const CONNECT_PATH = '/mcp'
const NOTHING_ELSE =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const INDENT = 2
const KEY = 'svc_live_…'

/** Entries for the settings files of clients. */
const entriesOf = (url: string) => {
  const headers = { Authorization: `Bearer ${KEY}` }
  return [
    {
      clients: 'Claude Code (.mcp.json), Cursor (.cursor/mcp.json), Windsurf and most others',
      entry: { mcpServers: { [SERVICE]: { type: 'http', url, headers } } },
    },
    {
      clients: 'VS Code (.vscode/mcp.json)',
      entry: { servers: { [SERVICE]: { type: 'http', url, headers } } },
    },
    {
      clients:
        'Clients that only start programs, such as Claude Desktop (claude_desktop_config.json)',
      entry: {
        mcpServers: {
          [SERVICE]: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--header', `Authorization: Bearer ${KEY}`],
          },
        },
      },
    },
  ]
}

const curlOf = (url: string): string => `curl ${url} \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${SERVICE}_search","arguments":{"text":"prescription","limit":3}}}'`

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}pre{overflow:auto;padding:.75rem;border:1px solid}dt{font-family:ui-monospace,monospace}'

const pageOf = (url: string, tools: readonly Tool[]): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Connect an agent · ${PRODUCT}</title>
        <style>
          !${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>Connect an agent</h1>
          <p>
            The endpoint <code>${url}</code> speaks the Model Context Protocol (Streamable HTTP,
            versions 2024-11-05 to 2026-07-28). Each request needs an API key with the scope
            <code>mcp</code>; a key is made in the account area. Put yours in the place of
            <code>${KEY}</code>.
          </p>
          !${entriesOf(url).map(
            ({ clients, entry }) => html`
              <h2>${clients}</h2>
              <pre tabindex="0">${JSON.stringify(entry, null, INDENT)}</pre>
            `,
          )}
          <h2>Without a client</h2>
          <pre tabindex="0">${curlOf(url)}</pre>
          <h2>Tools</h2>
          <dl>
            !${tools.map(
              ({ name, listed }) => html`
                <dt>${name}</dt>
                <dd>${String(listed['description'])}</dd>
              `,
            )}
          </dl>
        </main>
      </body>
    </html> `

/** The page, under the anonymous limit. */
export const addConnectPage = (app: FastifyInstance, { mcp }: { readonly mcp: McpDeps }): void => {
  app.get(
    CONNECT_PATH,
    { schema: { hide: true } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const origin = `${request.protocol}://${request.host}`
      if (!URL.canParse(origin))
        throw new RequestInvalid([
          { path: 'host', code: 'invalid_host', message: 'this is not the name of a host' },
        ])
      return reply
        .headers({ 'Content-Security-Policy': NOTHING_ELSE, 'Cache-Control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(pageOf(`${new URL(origin).origin}${API_BASE_PATH}${CONNECT_PATH}`, mcp.tools))
    },
  )
}
