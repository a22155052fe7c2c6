/** The editor of the desk on real tables, with people who are signed in by a cookie. */
import { createHash } from 'node:crypto'
import { fastify, type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import type { Concept } from '#contracts/concept.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffId, type StaffRole } from '#contracts/staff.ts'
import { addArea } from '#contracts/web/area.ts'
import { makeMemoryRateLimiter } from '#infra/memory/rate-limiter.ts'
import { makeScratches } from '#infra/postgres/scratch/scratches.ts'
import { judgedBefore } from '#ingest/editorial/annotate/judged-before.ts'
import { addEditor } from '#ingest/editorial/desk/editor/routes.ts'
import type { EditorDeps } from '#ingest/editorial/desk/editor/present.ts'
import { editorWork } from '#ingest/editorial/desk/editor/work.ts'
import { DESK_ASSETS, frame } from '#ingest/editorial/desk/frame.ts'
import { DESK_PATH } from '#ingest/editorial/desk/visit.ts'
import { wordsOf } from '#ingest/editorial/desk/words/words.ts'
import { rememberedTexts } from '#ingest/editorial/scratch/save-scratch.ts'
import { DESK_COOKIES } from '#ingest/editorial/staff/session.ts'
import { preparedSources } from '#ingest/groundedness/prepared-sources.ts'
import { countingEmbedder, openWriteSide, type WriteSide } from '../import/real.ts'

const PEPPER = 'a pepper of more than thirty-two characters'
const BODY_BYTES_MAX = 16 * 1024 * 1024
const TOKEN_CHARACTERS = 43

export type Member = { readonly person: SignedPerson; readonly token: string; isSignedIn: boolean }

export const member = (name: string, ...roles: StaffRole[]): Member => {
  const digits = createHash('sha256').update(name).digest('hex')
  const id = StaffId.parse(
    `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`,
  )
  const scopes = new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role]))
  return {
    person: { id, name, roles, scopes, secondFactor: true },
    token: digits.slice(0, TOKEN_CHARACTERS),
    isSignedIn: true,
  }
}

export const cookieOf = ({ token }: Member): string => `${DESK_COOKIES}-session=${token}`
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export type EditorWorld = {
  readonly side: WriteSide
  readonly deps: EditorDeps
  readonly app: FastifyInstance
  /** A clock that a test moves, in milliseconds. */
  readonly time: { now: number }
  readonly facts: () => Promise<number>
  readonly blobs: () => Promise<number>
  close(): Promise<void>
}

/** A server as the desk process makes it, over deps that outlive it. */
export const serveEditor = (deps: EditorDeps, members: readonly Member[]): FastifyInstance => {
  const app = fastify({ bodyLimit: BODY_BYTES_MAX })
  app.decorateRequest('failure', null)
  addArea(
    app,
    {
      name: 'desk',
      purpose: 'desk',
      path: DESK_PATH,
      signInPath: `${DESK_PATH}/sign-in`,
      cookiePrefix: DESK_COOKIES,
      wordsOf,
      idOf: ({ id }: SignedPerson) => id,
      findSession: async (tokenHash: Uint8Array) => {
        const asked = Buffer.from(tokenHash).toString('hex')
        const found = members.find(({ token }) => hashOf(token) === asked)
        return found?.isSignedIn === true ? found.person : null
      },
      limiter: makeMemoryRateLimiter(),
      pepper: PEPPER,
      pagesPerMinute: 100_000,
      connects: true,
      assets: Object.values(DESK_ASSETS),
      bodyBytesMax: BODY_BYTES_MAX,
      failedCode: 'desk_failed',
      render: frame,
    },
    (area, web) => addEditor(area, web, deps),
  )
  return app
}

export const openEditorWorld = async (
  members: readonly Member[],
  concepts: readonly Concept[] = [],
): Promise<EditorWorld> => {
  const side = await openWriteSide(countingEmbedder())
  const { pool } = side
  const time = { now: Date.parse('2026-02-01T09:00:00.000Z') }
  const deps: EditorDeps = {
    write: side.deps,
    scratches: makeScratches(pool),
    remembered: rememberedTexts(),
    work: editorWork({
      cited: side.deps.cited,
      verifier: side.deps.verifier,
      prepared: preparedSources(),
      judged: judgedBefore(),
      clock: () => performance.now(),
    }),
    concepts: {
      search: async (query) =>
        concepts.filter(({ prefLabel }) => prefLabel['fr']?.includes(query) === true),
      byId: async (id) => concepts.find((one) => one.id === id) ?? null,
    },
    clock: () => time.now,
  }
  const app = serveEditor(deps, members)
  const count = async (table: string): Promise<number> => {
    const { rows } = await pool.query<{ count: string }>(
      `select count(*)::text as count from ${table}`,
    )
    return Number(rows[0]?.count)
  }
  return {
    side,
    deps,
    app,
    time,
    facts: () => count('events'),
    blobs: () => count('blobs'),
    close: async () => {
      await app.close()
      await side.close()
    },
  }
}

const decoded = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

const INPUT = /<input\b[^>]*>/g
const TEXTAREA = /<textarea\b[^>]*\bname="([^"]+)"[^>]*>\n([^<]*)<\/textarea\s*>/g
const SELECT = /<select\b[^>]*\bname="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** The fields of the form of a page, as a browser without script sends them. */
export const fieldsOf = (page: string): [string, string][] => {
  const form = /<form[^>]*class="(?:editor|merge)"[\s\S]*?<\/form>/.exec(page)?.[0] ?? ''
  const inputs = [...form.matchAll(INPUT)].flatMap(([tag]): [string, string][] => {
    const name = attribute(tag, 'name')
    const type = attribute(tag, 'type')
    const isChosen = type === 'checkbox' || type === 'radio' ? tag.includes(' checked') : true
    return name === undefined || !isChosen ? [] : [[name, decoded(attribute(tag, 'value') ?? '')]]
  })
  const areas = [...form.matchAll(TEXTAREA)].map(([, name = '', value = '']): [string, string] => [
    name,
    decoded(value),
  ])
  const selects = [...form.matchAll(SELECT)].map(
    ([, name = '', options = '']): [string, string] => [
      name,
      /<option\s+value="([^"]*)"\s+selected/.exec(options)?.[1] ?? '',
    ],
  )
  return [...inputs, ...areas, ...selects]
}

export type Browser = {
  readonly get: (path: string) => Promise<LightMyRequestResponse>
  /** Sends the form of a page with changed fields, and follows a redirection. */
  readonly send: (
    page: LightMyRequestResponse,
    changed: Readonly<Record<string, string>>,
  ) => Promise<LightMyRequestResponse>
  readonly json: (
    page: LightMyRequestResponse,
    path: string,
    body: unknown,
  ) => Promise<LightMyRequestResponse>
}

/** A browser without script. */
export const browserOf = (app: FastifyInstance, who: Member, language = 'fr'): Browser => {
  const headers = { host: 'localhost', cookie: cookieOf(who), 'accept-language': language }
  const get = (path: string): Promise<LightMyRequestResponse> => app.inject({ url: path, headers })
  return {
    get,
    send: async (page, changed) => {
      const fields = new URLSearchParams(
        fieldsOf(page.body).filter(([name]) => !Object.hasOwn(changed, name)),
      )
      for (const [name, value] of Object.entries(changed)) fields.append(name, value)
      const action = /<form[^>]*\saction="([^"]+)"[^>]*class="(?:editor|merge)"/.exec(
        page.body,
      )?.[1]
      const answer = await app.inject({
        method: 'POST',
        url: action ?? '',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: fields.toString(),
      })
      const { location } = answer.headers
      const isEditor = typeof location === 'string' && /\/edit(?:\?|$)|\/new\//.test(location)
      return answer.statusCode === 303 && isEditor
        ? app.inject({ url: location.split('#')[0] ?? '', headers })
        : answer
    },
    json: (page, path, body) => {
      const csrf = new Map(fieldsOf(page.body)).get('csrf') ?? ''
      return app.inject({
        method: 'POST',
        url: path,
        headers: { ...headers, 'content-type': 'application/json', 'x-csrf': csrf },
        payload: JSON.stringify(body),
      })
    },
  }
}
