import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { sharedPath } from '../corpus/shared.ts'

/**
 * A text to be found, and the name that judgements know it by (several texts may share one: a
 * work's provisions).
 */
export type JudgedText = {
  readonly name: string
  readonly title: string
  readonly text: string
  /** Of the sections that hold a provision. */
  readonly headings?: readonly string[]
}
export type JudgedQuery = {
  readonly id: string
  readonly query: string
  readonly relevant: readonly string[]
  readonly expectNoHits: boolean
}
export type JudgementSet = {
  readonly name: string
  readonly texts: readonly JudgedText[]
  readonly queries: readonly JudgedQuery[]
}

const NoteLine = z.object({ id: z.string(), title: z.string().nullable(), text: z.string() })
const ProvisionLine = NoteLine.extend({
  work: z.string(),
  num: z.string().nullable(),
  heading: z.string().nullable(),
})
const ImportLine = z.object({
  title: z.string(),
  text: z.string(),
  source: z.object({ id: z.string() }),
  judicialDecision: z
    .object({ themes: z.array(z.array(z.string())).optional() })
    .nullable()
    .optional(),
})
const QueryLine = z.object({
  id: z.string(),
  query: z.string(),
  relevant: z.array(z.string()),
  expectNoHits: z.boolean().default(false),
})

const readLines = <T>(schema: z.ZodType<T>, ...parts: string[]): T[] => {
  const bytes = readFileSync(sharedPath(...parts))
  const text = (parts.at(-1)?.endsWith('.gz') === true ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}

/**
 * The notes have no title. `first-line` gives them what a person who imports them would: their
 * first line. `id` gives them their number, which says nothing: the ranking of the text alone.
 */
export type TitleFrom = 'first-line' | 'id'
const firstLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? ''

/** 105 questions to 888 practice notes, one relevant note each. */
export const servicePublic = (titleFrom: TitleFrom): JudgementSet => ({
  name: `service_public, title from ${titleFrom}`,
  texts: readLines(NoteLine, 'relevance', 'service_public_documents.jsonl.gz').map((line) => ({
    name: line.id,
    title: line.title ?? (titleFrom === 'id' ? line.id : firstLine(line.text)),
    text: line.text,
  })),
  queries: readLines(QueryLine, 'relevance', 'service_public_queries.jsonl'),
})

/** 39 short queries to 6,444 provisions; relevant is a whole work. Typed without accents. */
export const luxembourgAndEurope = (): JudgementSet => ({
  name: 'lu_eu, by work',
  texts: readLines(ProvisionLine, 'relevance', 'lu_eu_documents.jsonl.gz').map((line) => ({
    name: line.work,
    title: [line.title, line.num, line.heading].filter((part) => part !== null).join(', '),
    text: line.text,
  })),
  queries: readLines(QueryLine, 'relevance', 'lu_eu_queries.jsonl'),
})

/**
 * A second opinion when numbers are chosen: practice notes by their own titles, which are taken
 * away from them.
 */
export const notesByTitle = (): JudgementSet => {
  const notes = readLines(ImportLine, 'corpus', 'import', 'doctrine_fr.jsonl')
  const own = new Set(notes.map(({ source }) => source.id))
  const others = servicePublic('id').texts.filter(({ name }) => !own.has(name))
  return {
    name: 'practice notes by their titles',
    texts: [...notes.map(({ source, text }) => ({ name: source.id, title: '', text })), ...others],
    queries: notes.map(({ source, title }) => ({
      id: source.id,
      query: (title.split(' : ').at(-1) ?? title).slice(0, 500),
      relevant: [source.id],
      expectNoHits: false,
    })),
  }
}

/** 159 everyday questions to 503 answers of the data protection authority. Never tuned on. */
export const dataProtectionQuestions = (): JudgementSet => ({
  name: 'cnil (measured only)',
  texts: readLines(NoteLine, 'relevance', 'cnil_documents.jsonl.gz').map((line) => ({
    name: line.id,
    title: line.title ?? '',
    text: line.text,
  })),
  queries: readLines(QueryLine, 'relevance', 'cnil_queries.jsonl'),
})
