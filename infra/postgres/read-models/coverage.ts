import { z } from 'zod'
import type { CoverageCount } from '#contracts/http/coverage.ts'
import { Day, Instant, Position } from '#contracts/ids.ts'
import { CourtCode } from '#contracts/vocabulary/courts.ts'
import { ContentType, Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { CoverageCounter, CoverageCounts } from '#query-api/coverage/ports.ts'
import * as sql from './coverage-statements.ts'
import { onlyRow, type PostgresPool, type Queryable } from '../platform/pool.ts'

/** Texts read by one statement. */
export const COVERAGE_ROWS = { perStatement: 500 } as const

const Stamp = z.object({
  generation: z.int().min(1),
  position: Position,
  reaching: Position,
  model: z.string().nullable(),
  parked: z.string(),
})
type Stamp = z.infer<typeof Stamp>

const Mark = z.object({ id: z.string(), mark: z.string() })
const Fact = z.object({
  id: z.string(),
  jurisdiction: z.array(Jurisdiction),
  court: CourtCode.nullable(),
  contentType: ContentType,
  day: Day.nullable(),
  assessed: z.boolean(),
  vectorised: z.boolean(),
  updatedAt: Instant,
  retrievedAt: Instant.nullable(),
})
type Fact = z.infer<typeof Fact>

type Known = { readonly mark: string; readonly fact: Fact }
type Count = {
  readonly stamp: Stamp
  readonly texts: ReadonlyMap<string, Known>
  readonly counts: CoverageCounts
}

const earlier = (a: Day | null, b: Day | null): Day | null =>
  a === null || (b !== null && b < a) ? b : a
const later = <T extends string>(a: T | null, b: T | null): T | null =>
  a === null || (b !== null && b > a) ? b : a

const withText = (
  count: CoverageCount | undefined,
  jurisdiction: Jurisdiction | null,
  { court, contentType, day, assessed, vectorised, updatedAt, retrievedAt }: Fact,
): CoverageCount => ({
  jurisdiction,
  court,
  contentType,
  from: earlier(count?.from ?? null, day),
  to: later(count?.to ?? null, day),
  documents: (count?.documents ?? 0) + 1,
  vectorised: (count?.vectorised ?? 0) + Number(vectorised),
  citatorAssessed: (count?.citatorAssessed ?? 0) + Number(assessed),
  lastConfirmedAt: [retrievedAt, count?.lastConfirmedAt ?? null].reduce<Instant>(
    (latest, one) => later(latest, one) ?? latest,
    updatedAt,
  ),
})

const grouped = (facts: Iterable<Fact>): CoverageCount[] => {
  const groups = new Map<string, CoverageCount>()
  for (const fact of facts)
    for (const jurisdiction of fact.jurisdiction.length === 0 ? [null] : fact.jurisdiction) {
      const key = `${jurisdiction}/${fact.court}/${fact.contentType}`
      groups.set(key, withText(groups.get(key), jurisdiction, fact))
    }
  return [...groups.values()]
}

const factsOf = async (
  transaction: Queryable,
  { generation, model }: Stamp,
  ids: readonly string[],
): Promise<Map<string, Fact>> => {
  const facts = new Map<string, Fact>()
  for (let at = 0; at < ids.length; at += COVERAGE_ROWS.perStatement) {
    const page = ids.slice(at, at + COVERAGE_ROWS.perStatement)
    const { rows } = await transaction.query(sql.FACTS, [generation, page, model])
    for (const fact of z.array(Fact).parse(rows)) facts.set(fact.id, fact)
  }
  return facts
}

/**
 * Counts one state of the tables; of a generation that was counted before, only the rows that
 * changed are read.
 */
const countOnce = async (transaction: Queryable, before: Count | null): Promise<Count> => {
  await transaction.query(sql.ONE_SNAPSHOT)
  const stamp = Stamp.parse(onlyRow(await transaction.query(sql.STAMP)))
  const { rows } = await transaction.query(sql.MARKS, [stamp.generation])
  const marks = z.array(Mark).parse(rows)
  const same = before?.stamp.generation === stamp.generation ? before.texts : new Map()
  const changed = marks.filter(({ id, mark }) => same.get(id)?.mark !== mark).map(({ id }) => id)
  const facts = await factsOf(transaction, stamp, changed)
  const texts = new Map<string, Known>()
  for (const { id, mark } of marks) {
    const known: Known | undefined = same.get(id)
    const fact = facts.get(id) ?? known?.fact
    if (fact !== undefined) texts.set(id, { mark, fact })
  }
  const groups = grouped([...texts.values()].map(({ fact }) => fact))
  return { stamp, texts, counts: { position: stamp.position, groups } }
}

const isStill = (before: Stamp, now: Stamp): boolean =>
  now.reaching === now.position &&
  (Object.keys(now) as (keyof Stamp)[]).every((member) => before[member] === now[member])

/**
 * Counts the texts of the live generation. Nothing is written and nobody who writes is waited for:
 * a count is kept until the stamp of the tables moves, then only rows that changed are read again.
 * Calls come one after the other, so that none is answered with a state older than its own
 * beginning. Throws the Faults of the pool.
 */
export const makeCoverageCounter = (pool: PostgresPool): CoverageCounter => {
  let kept: Count | null = null
  const read = async (): Promise<CoverageCounts> => {
    const now = Stamp.parse(onlyRow(await pool.query(sql.STAMP)))
    if (kept === null || !isStill(kept.stamp, now))
      kept = await pool.transaction((transaction) => countOnce(transaction, kept))
    return kept.counts
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    counts: () => {
      const mine = last.then(read, read)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
