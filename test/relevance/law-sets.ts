/**
 * Sets made at run time from the records of ../shared, over the wordings of the whole corpus as
 * texts to be found, so that short articles and long rulings compete.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { sharedPath } from '../corpus/shared.ts'
import { readQuestions } from '../quality/sets.ts'
import { rulingsByOwnThemes } from './issue-sets.ts'
import type { JudgedQuery, JudgedText, JudgementSet } from './judgements.ts'

const RecordLine = z.object({
  title: z.string(),
  text: z.string(),
  source: z.object({ id: z.string() }),
  provision: z
    .object({
      work: z.string(),
      number: z.string().nullish(),
      section: z.array(z.string()).nullish(),
    })
    .nullish(),
})
type RecordLine = z.infer<typeof RecordLine>

const recordsIn = (file: string): RecordLine[] =>
  readFileSync(sharedPath('corpus', 'import', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => RecordLine.parse(JSON.parse(line)))

const textOf = ({ source, title, text, provision }: RecordLine): JudgedText => ({
  name: source.id,
  title,
  text,
  headings: provision?.section ?? [],
})

/** The last state of each text of the corpus. */
const wholeCorpus = (): JudgedText[] => {
  const files = readdirSync(sharedPath('corpus', 'import')).toSorted()
  const records = files.flatMap(recordsIn)
  return [...new Map(records.map((record) => [record.source.id, textOf(record)])).values()]
}

const QUERY_MAX = 500
const queryOf = (query: string, relevant: readonly string[]): JudgedQuery => ({
  id: query,
  query: query.slice(0, QUERY_MAX),
  relevant,
  expectNoHits: false,
})

/** The rulings of `rulingsByOwnThemes` among all other texts of the corpus. */
export const rulingsInCorpus = (): JudgementSet => {
  const { texts, queries } = rulingsByOwnThemes()
  const own = new Map(texts.map((text) => [text.name, text]))
  return {
    name: 'themes → ruling, whole corpus',
    texts: wholeCorpus().map((text) => ({ ...text, ...own.get(text.name) })),
    queries,
  }
}

const LABOUR_CODE = 'code-du-travail/'
const LABOUR_ARTICLE = /\bL\.?\s?(\d{4}-\d+(?:-\d+)?)/gu
const EMPTY_LINE = /\n\s*\n/u

type Note = { readonly title: string; readonly text: string; readonly cited: readonly string[] }

/** Practice notes that cite articles of the Labour Code which the corpus holds. */
const notesOnLabourLaw = (): Note[] => {
  const held = new Set(recordsIn('legislation_fr.jsonl').map(({ source }) => source.id))
  return recordsIn('doctrine_fr.jsonl')
    .map(({ title, text }) => ({
      title,
      text,
      cited: [
        ...new Set([...text.matchAll(LABOUR_ARTICLE)].map(([, n]) => `${LABOUR_CODE}l${n}`)),
      ].filter((id) => held.has(id)),
    }))
    .filter(({ cited }) => cited.length > 0)
}

/** The question that a practice note answers, to the articles of the Labour Code that it cites. */
export const labourQuestions = (phrasing: 'short' | 'long'): JudgementSet => ({
  name: `labour law, ${phrasing}`,
  texts: recordsIn('legislation_fr.jsonl').map(textOf),
  queries: notesOnLabourLaw().map(({ title, text, cited }) =>
    queryOf(
      phrasing === 'short'
        ? title
        : `${title} ${(text.split(EMPTY_LINE)[0] ?? '').replaceAll(LABOUR_ARTICLE, ' ')}`,
      cited,
    ),
  ),
})

const OPEN_BELOW = 8
const isOpen = (text: string): boolean =>
  Number.parseInt(sha256Hex(text).slice(0, 1), 16) < OPEN_BELOW

/** The open half of the questions of `test/quality` to the provisions that answer them. */
export const openQuestions = (): JudgementSet => {
  return {
    name: 'questions → provision, whole corpus',
    texts: wholeCorpus(),
    queries: readQuestions()
      .filter(({ authorities, text }) => authorities.length > 0 && isOpen(text))
      .map(({ authorities, text }) => queryOf(text, authorities)),
  }
}

const ForeignQuestions = z.array(z.object({ query: z.string(), relevant: z.array(z.string()) }))

/** English and Catalan questions of ours to provisions, most of them in French. */
export const foreignQuestions = (): JudgementSet => ({
  name: 'English and Catalan, whole corpus',
  texts: wholeCorpus(),
  queries: ForeignQuestions.parse(
    JSON.parse(readFileSync(new URL('./foreign-questions.json', import.meta.url), 'utf8')),
  ).map(({ query, relevant }) => queryOf(query, relevant)),
})
