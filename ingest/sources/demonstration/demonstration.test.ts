import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { JudicialDecision } from '#contracts/decision.ts'
import { ImportRecord } from '../import-record.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LegalDomain,
  LegalRuleType,
} from '#contracts/vocabulary/texts.ts'

const CORPUS = join(import.meta.dirname, 'corpus')
const NORMS = new Set(['legislation', 'regulation', 'convention_collective', 'soft_law', 'custom'])
const WORDS = { min: 120, max: 500 }
const DAY_MS = 86_400_000

/**
 * The cleaning that a source text and its headnotes both undergo
 * (contracts/conventions/canonical-form.md).
 */
const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+/g, ' ')
    .trim()

const readRecord = (path: string): ImportRecord => {
  const [, frontMatter, body] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(CORPUS, path), 'utf8')) ?? []
  const members: unknown = parse(frontMatter ?? '')
  return ImportRecord.parse({ ...Object(members), text: cleaned(body ?? '') })
}

const paths = readdirSync(CORPUS, { recursive: true, withFileTypes: true })
  .filter((entry) => !entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name).slice(CORPUS.length + 1))
  .toSorted()
const records = paths.map((path) => ({ path, record: readRecord(path) }))

const statesOf = (id: string): ImportRecord[] =>
  records.filter(({ record }) => record.source.id === id).map(({ record }) => record)
const valuesOf = (pick: (record: ImportRecord) => readonly string[]): string[] =>
  [...new Set(records.flatMap(({ record }) => pick(record)))].toSorted()
const nextDay = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

describe('the demonstration corpus', () => {
  test('holds nothing but Markdown files in a folder per jurisdiction', () => {
    for (const path of paths) expect(path).toMatch(/^(ad|eu|fr|lu|mc)\/[a-z0-9-]+\.md$/)
    expect(paths.length).toBeGreaterThanOrEqual(66)
  })

  test('has at least 60 texts over all content types, jurisdictions and three languages', () => {
    expect(valuesOf((record) => [record.source.id]).length).toBeGreaterThanOrEqual(60)
    expect(valuesOf((record) => [record.contentType])).toEqual(ContentType.options.toSorted())
    expect(valuesOf((record) => record.jurisdiction ?? [])).toEqual(Jurisdiction.options.toSorted())
    expect(valuesOf((record) => [record.language ?? ''])).toEqual(['ca', 'en', 'fr'])
  })

  test('has decisions, headnotes and citations from one demonstration decision to another', () => {
    const dockets = valuesOf((record) =>
      (record.judicialDecision?.identifiers ?? []).map(({ value }) => value),
    )
    const decisionCitations = records
      .filter(({ record }) => record.contentType === 'jurisprudence')
      .flatMap(({ record }) => record.citations ?? [])
    expect(dockets.length).toBeGreaterThanOrEqual(20)
    expect(
      decisionCitations.filter((citation) => dockets.some((docket) => citation.endsWith(docket)))
        .length,
    ).toBeGreaterThanOrEqual(8)
  })

  test('has a decision on "responsabilité contractuelle" in title and text', () => {
    const words = 'responsabilité contractuelle'
    const found = records.filter(
      ({ record }) =>
        record.contentType === 'jurisprudence' &&
        record.title.includes(words) &&
        record.text.includes(words),
    )
    expect(found.length).toBeGreaterThanOrEqual(1)
  })

  test('names each state of a text once', () => {
    const states = records.map(({ record }) => `${record.source.id} ${record.source.version ?? ''}`)
    expect(new Set(states).size).toBe(states.length)
  })

  test('revises at least five texts; one returns to its first wording', () => {
    const revised = valuesOf((record) => [record.source.id]).filter((id) => statesOf(id).length > 1)
    expect(revised.length).toBeGreaterThanOrEqual(5)
    const there = statesOf('demo:lu/recommandation-demonstration-teletravail')
    expect(there.map(({ text }) => text === there[0]?.text)).toEqual([true, false, true])
  })

  test('publishes each wording of a text after the one before, but those of a decision on its day', () => {
    const ids = valuesOf((record) => [record.source.id])
    const revised = ids.map(statesOf).filter((states) => states.length > 1)
    for (const states of revised) {
      const days = states.map(({ publishedAt, validFrom }) => publishedAt ?? validFrom ?? '')
      if (states[0]?.judicialDecision) expect(new Set(days).size).toBe(1)
      else expect(days, states[0]?.source.id).toEqual([...new Set(days)].toSorted())
    }
  })

  test('cites no demonstration decision that was given after the text', () => {
    const given = new Map(
      records.flatMap(({ record: { judicialDecision: decision } }) =>
        (decision?.identifiers ?? []).map(({ value }) => [value, decision?.decisionDate ?? '']),
      ),
    )
    // An opinion comes before the decision.
    const later = records.filter(({ record }) => !record.doctrineSubtype?.endsWith('_opinion'))
    for (const { path, record } of later)
      for (const citation of record.citations ?? [])
        for (const [docket, day] of given)
          if (citation.endsWith(docket) && record.publishedAt)
            expect(record.publishedAt >= day, `${path} cites ${citation}`).toBe(true)
  })

  test('has a norm with three wordings, each beginning the day after the last one ended', () => {
    const wordings = statesOf('demo:lu/reglement-demonstration-terrasses')
    expect(wordings.length).toBe(3)
    expect(new Set(wordings.map(({ text }) => text)).size).toBe(3)
    for (const [index, wording] of wordings.entries())
      expect(wordings[index + 1]?.validFrom ?? null).toBe(
        wording.validTo ? nextDay(wording.validTo) : null,
      )
  })
})

describe.each(records)('$path', ({ path, record }) => {
  test('uses the controlled vocabularies and is in the folder of its jurisdiction', () => {
    ContentType.parse(record.contentType)
    for (const one of record.jurisdiction ?? []) Jurisdiction.parse(one)
    for (const one of record.legalDomain ?? []) LegalDomain.parse(one)
    for (const one of record.headnotes ?? []) LegalRuleType.parse(one.legalRuleType)
    expect(record.jurisdiction).toContain(path.slice(0, 2).toUpperCase())
    expect(DoctrineSubtype.safeParse(record.doctrineSubtype).success).toBe(
      record.contentType === 'doctrine',
    )
    expect(record.source.licence).toBe('CC-BY-4.0')
  })

  test('has a body of its length, marked as demonstration', () => {
    const words = record.text.split(/\s+/).length
    expect(words).toBeGreaterThanOrEqual(WORDS.min)
    expect(words).toBeLessThanOrEqual(WORDS.max)
    expect(`${record.title} ${record.text}`).toMatch(/d[eé]mo(nstration|stració)/i)
    expect(record.text).not.toContain('\uFFFD')
  })

  test('quotes its own body verbatim in its headnotes, numbered from 1', () => {
    const headnotes = record.headnotes ?? []
    expect(headnotes.map(({ sequence }) => sequence)).toEqual(headnotes.map((_, at) => at + 1))
    for (const { sourceText } of headnotes)
      if (sourceText) expect(record.text).toContain(cleaned(sourceText))
  })

  test('has real dates in their order', () => {
    for (const day of [record.publishedAt, record.validFrom, record.validTo])
      if (day) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day)
    if (record.validTo) expect((record.validFrom ?? '') < record.validTo).toBe(true)
    expect(Boolean(record.publishedAt ?? record.validFrom)).toBe(true)
    if (record.validFrom) expect(NORMS.has(record.contentType)).toBe(true)
  })

  test('has a decision if and only if it is one, fictitious and of a known court', () => {
    expect(Boolean(record.judicialDecision)).toBe(record.contentType === 'jurisprudence')
    if (!record.judicialDecision) return
    const decision = JudicialDecision.parse(record.judicialDecision)
    const court = COURTS.get(decision.courtCode ?? '')
    expect(decision.courtLevel).toBe(court?.level)
    expect(decision.ecli).toBeNull()
    expect(decision.identifiers.length).toBe(1)
    expect(decision.decisionDate).toBe(record.publishedAt)
    expect(decision.anonymisation.status).toBe('official')
    expect(record.title).toMatch(
      /\((décision de démonstration|demonstration decision|decisió de demostració)\)$/,
    )
    expect(record.text).toMatch(/(Décision fictive|Fictitious decision|Decisió fictícia)/)
  })
})
