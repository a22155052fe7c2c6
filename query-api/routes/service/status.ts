/** `/status`: how the service is, as a page and as JSON. It holds nothing of anyone. */
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { Fault } from '#contracts/fault.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import type { ServiceStatus } from '#contracts/http/service.ts'
import { printPosition } from '#contracts/ids.ts'
import { preferredType } from '#contracts/web/http/accept.ts'
import type { HealthDeps } from '#contracts/web/http/health.ts'
import { type Language, printersOf } from '#contracts/web/language.ts'
import type { CoverageReader } from '../../coverage/ports.ts'
import type { Search } from '../../search/search.ts'
import type { AccountArea } from '../../portal/routes/area.ts'
import { HTML, languageFor, sendPage, urlOf } from '../pages/frame.ts'

type Deps = HealthDeps & {
  readonly coverage: CoverageReader
  readonly search: Search
  readonly account: AccountArea | null
}

const PATH = '/status'
const JSON_TYPE = 'application/json; charset=utf-8'
/** Read models follow the log within seconds; more events than that are a delay. */
const LAG_MAX = 1_000
const UNREADY = 503
const UNKNOWN = { ready: false, position: null, lagEvents: null, reason: 'unexpected' }

/** Texts are counted by the search, which counts one of two jurisdictions once. */
const EVERY_TEXT = SearchRequest.parse({ limit: 1, includeHeadnotes: false })

const corpusOf = async ({
  coverage,
  search,
}: Pick<Deps, 'coverage' | 'search'>): Promise<ServiceStatus['corpus']> => {
  try {
    const [{ groups }, { response }] = await Promise.all([coverage(), search(EVERY_TEXT)])
    return {
      texts: response.total,
      lastChangedAt:
        groups
          .map(({ lastConfirmedAt }) => lastConfirmedAt)
          .toSorted()
          .at(-1) ?? null,
    }
  } catch {
    return null
  }
}

/** Reads the state; a fault is told by its code alone. */
const serviceStatus = async (deps: Deps): Promise<ServiceStatus> => {
  const { health, entailment } = deps
  const state = await health().catch((error: unknown) =>
    error instanceof Fault ? { ...UNKNOWN, reason: error.code } : UNKNOWN,
  )
  const { ready, position, lagEvents } = state
  const isBehind = (lagEvents ?? 0) > LAG_MAX
  return {
    status: ready ? (isBehind ? 'behind' : 'up') : 'down',
    reason: ready ? null : (state.reason ?? null),
    corpusPosition: position === null ? null : printPosition(position),
    lagEvents,
    corpus: ready ? await corpusOf(deps) : null,
    entailment,
  }
}

const WORDS = {
  fr: {
    title: 'État du service',
    status: {
      up: 'Le service répond normalement.',
      behind: 'Le service répond, mais les textes récents n’y sont pas encore tous.',
      down: 'Le service ne peut pas répondre en ce moment.',
    },
    texts: 'Textes publiés',
    changed: 'Dernière modification du fonds',
    position: 'Position dans le journal du fonds',
    lag: 'Événements en attente',
    reason: 'Motif',
    unknown: 'inconnu',
  },
  en: {
    title: 'Status',
    status: {
      up: 'The service answers as usual.',
      behind: 'The service answers, but the latest texts are not all in it yet.',
      down: 'The service cannot answer at the moment.',
    },
    texts: 'Published texts',
    changed: 'Last change of the corpus',
    position: 'Corpus position',
    lag: 'Events waiting',
    reason: 'Reason',
    unknown: 'unknown',
  },
} as const satisfies Record<Language, unknown>

const contentOf = (
  { status, reason, corpus, corpusPosition, lagEvents }: ServiceStatus,
  language: Language,
): string => {
  const words = WORDS[language]
  const print = printersOf(language)
  const changedAt = corpus?.lastChangedAt ?? null
  const rows: readonly (readonly [string, string])[] = [
    [words.texts, corpus === null ? words.unknown : print.count(corpus.texts)],
    [words.changed, changedAt === null ? words.unknown : print.time(changedAt)],
    [words.position, corpusPosition ?? words.unknown],
    [words.lag, lagEvents === null ? words.unknown : print.count(lagEvents)],
    ...(reason === null ? [] : [[words.reason, reason] as const]),
  ]
  return html`<h1>${words.title}</h1>
    <p>${words.status[status]}</p>
    <dl>
      !${rows.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`
}

/** The page, under the anonymous limit; 503 while the service cannot answer. */
export const addStatus = (app: FastifyInstance, deps: Deps): void => {
  app.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    const status = await serviceStatus(deps)
    reply
      .code(status.status === 'down' ? UNREADY : 200)
      .headers({ Vary: 'Accept, Accept-Language', 'Cache-Control': 'no-store' })
    if (preferredType(request.headers.accept, [JSON_TYPE, HTML]) === JSON_TYPE)
      return reply.type(JSON_TYPE).send(status)
    const language = languageFor(request)
    return sendPage(reply, {
      language,
      url: urlOf(request),
      title: WORDS[language].title,
      hasAccounts: deps.account !== null,
      isPrivate: true,
      content: contentOf(status, language),
    })
  })
}
