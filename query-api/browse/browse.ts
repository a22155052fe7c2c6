/** Names what is browsed: courts and works with their counts, the headings of a work. */
import { createHash } from 'node:crypto'
import type { Court, Section, Work } from '#contracts/http/browse.ts'
import { NAMED_LAWS } from '#contracts/vocabulary/codes.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import type { CourtCount, WorkCount } from './ports.ts'

/** A court with what is held of it; null: there is no such court. */
export const courtOf = (code: string, counts: readonly CourtCount[]): Court | null => {
  const court = COURTS.get(code)
  if (court === undefined) return null
  const held = counts.find((one) => one.court === code)
  return {
    code,
    name: court.name,
    jurisdiction: court.jurisdiction,
    level: court.level,
    texts: held?.texts ?? 0,
    from: held?.from ?? null,
    to: held?.to ?? null,
  }
}

/** Every court of the table, by code. */
export const courtsOf = (counts: readonly CourtCount[]): Court[] =>
  [...COURTS.keys()].toSorted().flatMap((code) => courtOf(code, counts) ?? [])

const LAWS = new Map(NAMED_LAWS.map((law) => [law.id, law]))

/** A law of the table has the name and the country that the table gives it. */
export const workOf = ({ work, name, jurisdiction, texts }: WorkCount): Work => {
  const law = LAWS.get(work)
  return {
    code: work,
    name: law?.name ?? name,
    kind: law?.kind ?? 'act',
    jurisdiction: law?.jurisdiction ?? jurisdiction,
    texts,
  }
}

const KINDS: readonly Work['kind'][] = ['code', 'treaty', 'act']

/** Codes, then treaties, then other acts; each by name. */
export const worksOf = (counts: readonly WorkCount[]): Work[] =>
  counts
    .map(workOf)
    .toSorted(
      (one, other) =>
        KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
        one.name.localeCompare(other.name, 'fr') ||
        (one.code < other.code ? -1 : 1),
    )

const ID_DIGITS = 12
const idOf = (path: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(path)).digest('hex').slice(0, ID_DIGITS)

type PathCount = { readonly path: readonly string[]; readonly texts: number }
export type Heading = Section & { readonly path: readonly string[] }
type Node = { readonly heading: Heading; readonly below: Map<string, Node> }

/**
 * Headings of a work as a table of contents: each before those below it, in the order of their
 * first provision, with how many provisions are below it.
 */
export const headingsOf = (counts: readonly PathCount[]): Heading[] => {
  const top = new Map<string, Node>()
  for (const { path, texts } of counts) {
    let level = top
    for (const [at, title] of path.entries()) {
      const own = path.slice(0, at + 1)
      const known = level.get(title)
      const heading = {
        id: idOf(own),
        title,
        level: at + 1,
        texts: texts + (known?.heading.texts ?? 0),
        path: own,
      }
      const below = known?.below ?? new Map<string, Node>()
      level.set(title, { heading, below })
      level = below
    }
  }
  const listed = (level: ReadonlyMap<string, Node>): Heading[] =>
    [...level.values()].flatMap(({ heading, below }) => [heading, ...listed(below)])
  return listed(top)
}
