/** Texts by an identifier (contracts/conventions/look-ups.md). */
import {
  LOOK_UP_KEYS,
  type LookUpKey,
  type LookUpQuery,
  type LookUpResponse,
} from '#contracts/http/lookup.ts'
import { ArticleId, type Position } from '#contracts/ids.ts'
import { parseEcli } from '#contracts/law/citations/ecli.ts'
import { docketNamesAt, SEATED_COURTS } from '#contracts/law/citations/names.ts'
import { CELEX_TAIL } from '#contracts/law/references.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { ArticleReader } from '../ports.ts'
import type { ArticleHeads, SeatedDockets, TextsByName } from './ports.ts'

/** Texts of one identifier that are counted: no act has more provisions. */
const MATCHES_MAX = 10_000

export type LookUpDeps = {
  readonly articles: Pick<ArticleReader, 'byId'>
  readonly names: TextsByName
  readonly heads: ArticleHeads
}

const refuse = (path: LookUpKey, message: string): RequestInvalid =>
  new RequestInvalid([{ path, code: 'invalid_format', message }])

/** The names of what an identifier identifies, and dockets whose court has many seats. */
export type Asked = { readonly names: readonly string[]; readonly dockets: SeatedDockets }

const NO_DOCKETS: SeatedDockets = { scopes: [], numbers: [] }
const named = (...names: string[]): Asked => ({ names, dockets: NO_DOCKETS })

const IS_CELEX = new RegExp(`^[0-9ce]${CELEX_TAIL}(?:-\\d{8})?$`, 'u')
const ELI_PATH = /(?:^|\/)(eli\/[^?#\s]{4,300})/u

/** The path of an ELI in lower case, without host, query and last slash. */
const eliPath = (text: string): string | null =>
  ELI_PATH.exec(text.toLowerCase())?.[1]?.replace(/(?<!\/)\/+$/u, '') ?? null

const docketsOf = (value: string, courts: readonly string[]): Asked => {
  const seated = courts.filter((court) => SEATED_COURTS.has(court))
  return {
    names: [...new Set(courts.flatMap((court) => docketNamesAt(court, value)))],
    dockets: {
      scopes: seated.map((court) => `court:${court}`),
      numbers: [
        ...new Set(
          seated.flatMap((court) =>
            docketNamesAt(court, value).map((name) => name.slice(`decision:${court}:`.length)),
          ),
        ),
      ],
    },
  }
}

/** The names to look for. Throws RequestInvalid for what can't be such an identifier. */
export const namesAsked = (
  key: Exclude<LookUpKey, 'id'>,
  value: string,
  court: string | undefined,
): Asked => {
  switch (key) {
    case 'ecli':
      if (parseEcli(value) === null)
        throw refuse('ecli', 'not an ECLI: ECLI:country:court:year:ordinal')
      return named(value.toLowerCase())
    case 'celex': {
      const form = value.toLowerCase()
      if (!IS_CELEX.test(form))
        throw refuse('celex', 'not a CELEX number: sector, year, type and number, as 32016R0679')
      return named(`celex:${form}`)
    }
    case 'eli': {
      const path = eliPath(value)
      if (path === null)
        throw refuse('eli', 'not an ELI: a path or an address with /eli/, as /eli/reg/2016/679/oj')
      return named(`eli:${path}`)
    }
    case 'docket':
      if (!/\d/u.test(value)) throw refuse('docket', 'not a docket number: it has a digit')
      return docketsOf(value, court === undefined ? [...COURTS.keys()] : [court])
    default:
      return key satisfies never
  }
}

type Matches = { readonly ids: readonly ArticleId[]; readonly position: Position }

const byId = async ({ articles }: LookUpDeps, value: string): Promise<Matches> => {
  const id = ArticleId.safeParse(value.toLowerCase())
  if (!id.success) throw refuse('id', 'not a UUID')
  const { article, position } = await articles.byId(id.data)
  return { ids: article === null ? [] : [article.id], position }
}

type LookedUp = { readonly response: LookUpResponse; readonly position: Position }

/**
 * The public texts that have an identifier now, as heads. None is an answer: the list is empty.
 * Throws RequestInvalid for what can't be such an identifier, and the faults of its ports.
 */
export const lookUp = async (deps: LookUpDeps, query: LookUpQuery): Promise<LookedUp> => {
  const key = LOOK_UP_KEYS.find((one) => query[one] !== undefined) ?? 'id'
  const value = query[key] ?? ''
  const { limit, offset, court } = query
  const asked = key === 'id' ? null : namesAsked(key, value, court)
  const { ids, position } =
    asked === null
      ? await byId(deps, value)
      : await deps.names.idsNamed(asked.names, asked.dockets, MATCHES_MAX)
  const heads = await deps.heads.headsOf(ids.slice(offset, offset + limit))
  return {
    position,
    response: {
      articles: heads.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
      total: ids.length,
      limit,
      offset,
    },
  }
}

/** Throws RequestInvalid for what can't be such an identifier, before anything is charged. */
export const requireLookUp = (query: LookUpQuery): void => {
  const key = LOOK_UP_KEYS.find((one) => query[one] !== undefined) ?? 'id'
  if (key !== 'id') namesAsked(key, query[key] ?? '', query.court)
  else if (!ArticleId.safeParse(query.id?.toLowerCase()).success) throw refuse('id', 'not a UUID')
}
