/** `/mcp`: how to connect a client, for people. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { API_BASE_PATH, SERVICE } from '#contracts/service.ts'
import type { Tool } from '../../mcp/tool.ts'
import type { Language } from '#contracts/web/language.ts'
import type { AccountArea } from '../../portal/routes/area.ts'
import { linkTo } from '../../public/addresses.ts'
import { languageFor, PLACES, sendPage, urlOf } from '../pages/frame.ts'
import { originOf } from '../pages/origin.ts'
import type { McpDeps } from './endpoint.ts'

export const CONNECT_PATH = PLACES.mcp
const INDENT = 2
/** In the place of a key that the reader has to put there. */
const NO_KEY = 'svc_live_…'

const WORDS = {
  fr: {
    title: 'Connecter un agent',
    intro: (url: string) =>
      html`Le point d’accès <code class="long">${url}</code> parle le Model Context Protocol
        (Streamable HTTP, versions 2024-11-05 à 2026-07-28). Chaque requête requiert une clé d’API
        dotée du droit <code>mcp</code>, ou l’accord que vous donnez à une application.`,
    demonstration:
      'La clé de démonstration figure déjà dans les réglages ci-dessous\u00a0: vous pouvez les copier tels quels.',
    application:
      'Une application qui sait demander votre accord (OAuth), comme un assistant d’IA hébergé, n’a besoin que de cette adresse\u00a0: elle vous conduit à l’espace client, où vous décidez de ce qu’elle peut faire.',
    ownKey: 'Créez la vôtre dans l’espace client et mettez-la à la place de',
    account: 'Espace client',
    clients: [
      'Claude Code (.mcp.json), Cursor (.cursor/mcp.json), Windsurf et la plupart des autres',
      'VS Code (.vscode/mcp.json)',
      'Clients qui ne savent que lancer un programme, comme Claude Desktop (claude_desktop_config.json)',
    ],
    without: 'Sans client',
    tools: 'Outils',
    toolsNote: 'Les outils se décrivent en anglais, langue que lisent les modèles.',
  },
  en: {
    title: 'Connect an agent',
    intro: (url: string) =>
      html`The endpoint <code class="long">${url}</code> speaks the Model Context Protocol
        (Streamable HTTP, versions 2024-11-05 to 2026-07-28). Each request needs an API key with the
        scope <code>mcp</code>, or the consent that you give to an application.`,
    demonstration:
      'The demonstration key is already in the settings below: you can copy them as they are.',
    application:
      'An application that can ask for your consent (OAuth), such as a hosted AI assistant, needs this address alone: it leads you to the account area, where you decide what it may do.',
    ownKey: 'Create yours in the account area and put it in the place of',
    account: 'Account',
    clients: [
      'Claude Code (.mcp.json), Cursor (.cursor/mcp.json), Windsurf and most others',
      'VS Code (.vscode/mcp.json)',
      'Clients that only start programs, such as Claude Desktop (claude_desktop_config.json)',
    ],
    without: 'Without a client',
    tools: 'Tools',
    toolsNote: '',
  },
} as const satisfies Record<Language, unknown>

/** Entries for the settings files of clients, in the order of their names. */
const entriesOf = (url: string, key: string): readonly object[] => {
  const headers = { Authorization: `Bearer ${key}` }
  return [
    { mcpServers: { [SERVICE]: { type: 'http', url, headers } } },
    { servers: { [SERVICE]: { type: 'http', url, headers } } },
    {
      mcpServers: {
        [SERVICE]: {
          command: 'npx',
          args: ['-y', 'mcp-remote', url, '--header', `Authorization: Bearer ${key}`],
        },
      },
    },
  ]
}

const curlOf = (url: string, key: string): string => `curl -s ${url} \\
  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${SERVICE}_search","arguments":{"text":"prescription","limit":3}}}'`

type ConnectDeps = {
  readonly mcp: McpDeps
  readonly account: AccountArea | null
  readonly demonstrationKey: string | null
}

const block = (text: string): string => html`<pre class="example" tabindex="0">${text}</pre>`

const contentOf = (
  { mcp, account, demonstrationKey }: ConnectDeps,
  { language, url, endpoint }: { language: Language; url: URL; endpoint: string },
): string => {
  const words = WORDS[language]
  const key = demonstrationKey ?? NO_KEY
  const aboutKey =
    demonstrationKey === null
      ? html`${words.ownKey} <code>${NO_KEY}</code> (<a href="${linkTo(PLACES.account, url)}"
            >${words.account}</a
          >).`
      : html`${words.demonstration}`
  return html`<h1>${words.title}</h1>
    <p>!${words.intro(endpoint)}</p>
    !${account === null ? '' : html`<p>${words.application}</p>`}
    <p>!${aboutKey}</p>
    !${entriesOf(endpoint, key).map(
      (entry, index) => html`
        <h2>${words.clients[index] ?? ''}</h2>
        !${block(JSON.stringify(entry, null, INDENT))}
      `,
    )}
    <h2>${words.without}</h2>
    !${block(curlOf(endpoint, key))}
    <h2>${words.tools}</h2>
    !${words.toolsNote === '' ? '' : html`<p class="soft">${words.toolsNote}</p>`}
    <dl class="tools" lang="en">
      !${mcp.tools.map(
        ({ name, listed }: Tool) => html`
          <dt><code>${name}</code></dt>
          <dd>${String(listed['description'])}</dd>
        `,
      )}
    </dl>`
}

/** The page, under the anonymous limit. */
export const addConnectPage = (app: FastifyInstance, deps: ConnectDeps): void => {
  app.get(
    CONNECT_PATH,
    { schema: { hide: true } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const endpoint = `${originOf(request)}${API_BASE_PATH}${CONNECT_PATH}`
      const language = languageFor(request)
      const url = urlOf(request)
      return sendPage(reply, {
        language,
        url,
        title: WORDS[language].title,
        hasAccounts: deps.account !== null,
        content: contentOf(deps, { language, url, endpoint }),
      })
    },
  )
}
