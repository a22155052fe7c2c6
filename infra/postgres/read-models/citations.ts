import { z } from 'zod'
import {
  CITATION_INDEX,
  CitationCandidate,
  CitationCoverage,
  CitationEdge,
  CitedName,
  Relation,
  type TextCitations,
} from '#contracts/citation-index.ts'
import { ArticleId } from '#contracts/ids.ts'
import type { CitationIndex, CitationWriter, StoredCitations } from '#query-api/citations/ports.ts'
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import * as sql from './citation-statements.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'

/** Bounds of one page of texts, of one insert, and of one step of removal, in rows. */
export const CITATION_ROWS = { pageTexts: 200, perInsert: 2_000, perRemoval: 5_000 } as const

const Accepted = z.array(z.object({ articleId: ArticleId }))
const Filed = CitationCandidate.omit({ normal: true }).extend({
  name: z.string(),
  jurisdiction: CitedName.shape.jurisdiction,
})
const Held = CitationCoverage.omit({ held: true })
const NameRow = CitedName.extend({ articleId: ArticleId })
const EdgeRow = CitationEdge.extend({ articleId: ArticleId })
const RelationRow = Relation.omit({ span: true }).extend({
  start: Relation.shape.span.shape.start,
  end: Relation.shape.span.shape.end,
})
const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

type Row = Readonly<Record<string, unknown>>
const rowsOf = (
  texts: readonly TextCitations[],
  member: (text: TextCitations) => readonly object[],
): Row[] =>
  texts.flatMap((text) =>
    member(text).map((one, ordinal) => ({ articleId: text.articleId, ordinal, ...one })),
  )

const insertAll = async (
  transaction: Queryable,
  statement: typeof sql.ADD_NAMES,
  generation: Generation,
  rows: readonly Row[],
): Promise<void> => {
  for (let at = 0; at < rows.length; at += CITATION_ROWS.perInsert)
    await transaction.query(statement, [
      generation,
      JSON.stringify(rows.slice(at, at + CITATION_ROWS.perInsert)),
    ])
}

const save = (
  pool: PostgresPool,
  generation: Generation,
  texts: readonly StoredCitations[],
): Promise<void> =>
  pool.transaction(async (transaction) => {
    const { rows } = await transaction.query(sql.ACCEPT, [
      generation,
      texts.map(({ articleId }) => articleId),
      texts.map(({ streamVersion }) => streamVersion),
    ])
    const accepted = new Set<string>(Accepted.parse(rows).map(({ articleId }) => articleId))
    const written = texts.filter(({ articleId }) => accepted.has(articleId))
    for (const statement of [sql.CLEAR_NAMES, sql.CLEAR_EDGES])
      await transaction.query(statement, [generation, [...accepted]])
    await insertAll(
      transaction,
      sql.ADD_NAMES,
      generation,
      rowsOf(written, ({ names }) => names),
    )
    await insertAll(
      transaction,
      sql.ADD_EDGES,
      generation,
      rowsOf(written, ({ edges }) => edges),
    )
  })

const grouped = <T extends { readonly articleId: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ articleId }) => articleId)

/** The rows of one text, as its document has them: without the id, which it says once. */
const membersOf = (rows: readonly Row[] | undefined): Row[] =>
  (rows ?? []).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([member]) => member !== 'articleId')),
  )

async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  for (let after = FIRST_UUID; ;) {
    const page = await pool.query(sql.PAGE, [generation, after, CITATION_ROWS.pageTexts])
    const ids = Accepted.parse(page.rows).map(({ articleId }) => articleId)
    if (ids.length === 0) return
    const names = await pool.query(sql.NAMES_OF, [generation, ids])
    const edges = await pool.query(sql.EDGES_OF, [generation, ids])
    const [namesById, edgesById] = [
      grouped(z.array(NameRow).parse(names.rows)),
      grouped(z.array(EdgeRow).parse(edges.rows)),
    ]
    for (const articleId of ids) {
      const document = {
        articleId,
        names: membersOf(namesById.get(articleId)),
        edges: membersOf(edgesById.get(articleId)),
      }
      // A text that is not public has none; whether it ever had is not a difference.
      if (document.names.length + document.edges.length > 0)
        yield { key: `citation/${articleId}`, document }
      after = articleId
    }
  }
}

const removeAll = async (
  pool: PostgresPool,
  statement: string,
  generation: Generation,
): Promise<void> => {
  for (;;) {
    const { rowCount } = await pool.query(statement, [generation, CITATION_ROWS.perRemoval])
    if (rowCount < CITATION_ROWS.perRemoval) return
  }
}

/**
 * The write side on PostgreSQL: one transaction for each run of texts. Throws the Faults of the
 * pool.
 */
export const makeCitationWriter = (pool: PostgresPool): CitationWriter => ({
  save: (generation, texts) => save(pool, generation, texts),
  documents: (generation) => documentsOf(pool, generation),
  drop: async (generation) => {
    for (const statement of sql.REMOVALS) await removeAll(pool, statement, generation)
  },
})

const relationOf = ({ start, end, ...row }: z.infer<typeof RelationRow>): Relation => ({
  ...row,
  span: { start, end },
})

/** The read side on PostgreSQL, of the live generation. Throws the Faults of the pool. */
export const makeCitationIndex = (pool: PostgresPool): CitationIndex => {
  const relations = async (statement: typeof sql.CITING, id: ArticleId): Promise<Relation[]> => {
    const { rows } = await pool.query(statement, [id, CITATION_INDEX.relationsMax + 1])
    return z.array(RelationRow).parse(rows).map(relationOf)
  }
  return {
    textsNamed: async (names, asOf, limit) => {
      if (names.length === 0) return []
      const unique = [...new Set(names.map(({ name }) => name))]
      const { rows } = await pool.query(sql.TEXTS_NAMED, [unique, asOf, limit])
      return z.array(Filed).parse(rows)
    },
    coverage: async (scopes) => {
      if (scopes.length === 0) return new Map()
      const { rows } = await pool.query(sql.COVERAGE, [scopes])
      return new Map(
        z
          .array(Held)
          .parse(rows)
          .map((row) => [row.scope, row]),
      )
    },
    relationsOf: async (articleId) => {
      const [citing, cited] = await Promise.all([
        relations(sql.CITING, articleId),
        relations(sql.CITED, articleId),
      ])
      const max = CITATION_INDEX.relationsMax
      return {
        citing: citing.slice(0, max),
        cited: cited.slice(0, max),
        more: citing.length > max || cited.length > max,
      }
    },
  }
}
