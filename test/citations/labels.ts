import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import {
  recordTable,
  sha256Of,
  textAt,
  type CorpusRecord,
  type SentencePlace,
} from './sentences.ts'

const Labelled = z.strictObject({
  file: z.string(),
  id: z.string(),
  version: z.string().nullable(),
  field: z.string(),
  start: z.int(),
  end: z.int(),
  sha256: z.string(),
  citations: z.array(
    z.strictObject({
      start: z.int(),
      end: z.int(),
      kind: z.enum(['article', 'act', 'decision']),
      normal: z.array(z.string()).min(1),
    }),
  ),
})
export type Labelled = z.infer<typeof Labelled>

/** The labels, as they were committed before the rules. */
export const labels = (): Labelled[] =>
  readFileSync(join(import.meta.dirname, 'labels.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Labelled.parse(JSON.parse(line)))

const JURISDICTIONS: Readonly<Record<string, Jurisdiction>> = {
  'legislation_eu.jsonl': 'EU',
  'legislation_lu_versions.jsonl': 'LU',
  'legislation_mc.jsonl': 'MC',
  'legislation_ad.jsonl': 'AD',
}
export const jurisdictionOf = (file: string): Jurisdiction => JURISDICTIONS[file] ?? 'FR'

/** What is counted by itself: the first two are what the issue asks for. */
export type Group =
  | 'French codes'
  | 'French decisions'
  | 'other articles'
  | 'articles without their work'
  | 'acts'
  | 'other decisions'
export const groupOf = (normal: string): Group => {
  if (/^article:(?:nouveau-)?code-(?!de-droit-international)/u.test(normal)) return 'French codes'
  if (normal.startsWith('decision:fr.')) return 'French decisions'
  if (normal.startsWith('decision:')) return 'other decisions'
  if (/^article:[^:]*$/u.test(normal)) return 'articles without their work'
  return normal.startsWith('article:') ? 'other articles' : 'acts'
}

export type Tally = { found: number; missed: number; wrong: number }
export type Outcome = {
  readonly groups: ReadonlyMap<Group, Tally>
  /** Labels whose span and normal forms are met exactly, of all. */
  readonly exact: number
  readonly labelled: number
  /** `N: what`, with the number of the sentence; never its words. */
  readonly failures: readonly string[]
}

const sentenceOf = (label: SentencePlace, records: ReadonlyMap<string, CorpusRecord>): string => {
  const text = textAt(label, records)
  if (text === null || sha256Of(text) !== label.sha256)
    throw new Error(
      `the sentence ${label.id} ${label.field} ${label.start} is not the one labelled`,
    )
  return text
}

const tallyOf = (groups: Map<Group, Tally>, normal: string): Tally => {
  const group = groupOf(normal)
  const tally = groups.get(group) ?? { found: 0, missed: 0, wrong: 0 }
  groups.set(group, tally)
  return tally
}

type Spanned = { readonly start: number; readonly end: number }
const overlap = (a: Spanned, b: Spanned): boolean => a.start < b.end && b.start < a.end

/**
 * Recognised against labelled, each text that is named counted by itself: found where a citation at
 * the labelled place gives the labelled normal form, wrong where a citation gives one that no label
 * there has.
 */
export const outcomeOf = (given: readonly Labelled[]): Outcome => {
  const records = recordTable([...new Set(given.map(({ file }) => file))])
  const groups = new Map<Group, Tally>()
  const failures: string[] = []
  let [exact, labelled] = [0, 0]
  given.forEach((label, index) => {
    const text = sentenceOf(label, records)
    const found = recogniseCitations(text, { jurisdiction: jurisdictionOf(label.file) })
    for (const one of label.citations) {
      labelled += 1
      const at = found.filter((citation) => overlap(citation, one))
      const isExact = at.some(
        ({ start, end, normalized }) =>
          start === one.start && end === one.end && normalized.join() === one.normal.join(),
      )
      if (isExact) exact += 1
      else failures.push(`${index + 1}: span or forms of ${one.normal.join(' ')}`)
      for (const normal of one.normal) {
        const met = at.some(({ normalized }) => normalized.includes(normal))
        tallyOf(groups, normal)[met ? 'found' : 'missed'] += 1
        if (!met) failures.push(`${index + 1}: missed ${normal}`)
      }
    }
    for (const citation of found)
      for (const normal of citation.normalized) {
        const meant = label.citations.some(
          (one) => overlap(citation, one) && one.normal.includes(normal),
        )
        if (meant) continue
        tallyOf(groups, normal).wrong += 1
        failures.push(`${index + 1}: wrong ${normal}`)
      }
  })
  return { groups, exact, labelled, failures }
}

export const precision = ({ found, wrong }: Tally): number => found / (found + wrong)
export const recall = ({ found, missed }: Tally): number => found / (found + missed)
