import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JudicialDecision } from '../../decision.ts'
import { COURTS } from '../../vocabulary/courts.ts'
import { NAMED_LAWS } from '../../vocabulary/codes.ts'
import { ContentType, DoctrineSubtype, Jurisdiction } from '../../vocabulary/texts.ts'
import { Day } from '../../ids.ts'
import { recogniseCitations } from '../citations/recognise.ts'
import { escapeLatex } from './bibtex.ts'
import { WRITTEN_CITATIONS } from './by-hand.testing.ts'
import type { CitationOptions, CitedText } from './cited-text.ts'
import { abbreviationOf } from './codes.ts'
import { cslItem } from './csl.ts'
import { CslData } from './csl-schema.testing.ts'
import { isoDay, oneLine } from './print.ts'
import { CITATION_STYLES, cite } from './styles.ts'

const OPTIONS: CitationOptions = { language: 'fr', address: 'https://example.org/t/texte@1.0.0' }

// ───────── generated texts ─────────

const day = fc
  .date({ min: new Date('1804-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const HARD = ['{', '}', '\\', '%', '&', '$', '#', '_', '~', '^', '"', '’', '«', '»', '\n', '\r\n']
const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom('article', 'Loi', 'n° 78-17', 'du 6 janvier 1978', '12/03/2020', ...HARD),
)
/** Words with what breaks formats, but without faults of their own. */
const phrase = fc
  .array(word, { minLength: 1, maxLength: 8 })
  .map((words) => words.join(' '))
  .filter(
    (text) =>
      oneLine(text) !== '' && !/[,()]|undefined|null|NaN/u.test(text) && text.isWellFormed(),
  )
const title = fc.oneof(phrase, fc.constantFrom(...WRITTEN_CITATIONS.map(({ text }) => text.title)))
const work = fc.oneof(
  phrase,
  fc.constantFrom(
    ...NAMED_LAWS.map(({ name }) => name),
    ...WRITTEN_CITATIONS.flatMap(({ text }) => text.provision?.work ?? []),
  ),
)
const number = fc.oneof(
  phrase,
  fc.constantFrom('1', 'Article premier', 'L1225-51', 'R*132-10', 'Art. 6bis.', 'Annexe I', ''),
)
const decision = fc
  .record({
    ecli: orNull(
      fc.constantFrom('ECLI:FR:CCASS:2020:C200123', 'ECLI:EU:C:2015:650', 'not an ECLI'),
    ),
    courtCode: orNull(fc.constantFrom(...COURTS.keys())),
    courtName: orNull(phrase.map((fr) => ({ fr }))),
    seat: orNull(fc.constantFrom('Paris', 'AIX-EN-PROVENCE', 'Le Mans', ' ')),
    chamber: orNull(fc.constantFrom('civ1', 'comm', 'cr', 'ordo', 'pl')),
    type: orNull(fc.constantFrom('arret', 'avis', 'qpc', 'dc', 'ordonnance', 'autre')),
    decisionDate: orNull(day),
    dockets: fc.array(
      fc.constantFrom('18-23456', '19-60.222, 19-60.223', '403447', 'C-362/14', '2015-470', ' '),
      { maxLength: 5 },
    ),
  })
  .map(({ dockets, ...members }) =>
    JudicialDecision.parse({
      ...members,
      identifiers: dockets.map((value) => ({ scheme: 'docket', value })),
    }),
  )
const citedText: fc.Arbitrary<CitedText> = fc.record({
  slug: fc.constant('texte-0a1b2c3d'),
  version: fc.constant('1.0.0'),
  sha256Hash: fc.constant('ab'.repeat(32)),
  title,
  language: fc.constantFrom('fr', 'en', 'ca', 'zxx'),
  jurisdiction: fc.array(fc.constantFrom(...Jurisdiction.options), { maxLength: 2 }),
  contentType: fc.constantFrom(...ContentType.options),
  doctrineSubtype: orNull(fc.constantFrom(...DoctrineSubtype.options)),
  publishedAt: orNull(day),
  judicialDecision: orNull(decision),
  validity: fc.record({
    validFrom: orNull(day.map((one) => Day.parse(one))),
    validTo: orNull(day.map((one) => Day.parse(one))),
  }),
  provision: orNull(
    fc.record({
      work,
      number: orNull(number),
      section: fc.constant(null),
      anchor: fc.constant(null),
    }),
  ),
  author: orNull(phrase),
})
const options: fc.Arbitrary<CitationOptions> = fc.record({
  language: fc.constantFrom('fr' as const, 'en' as const),
  address: fc.constant(OPTIONS.address),
  paragraph: orNull(fc.constantFrom('1', '12-14')),
  day: orNull(day),
})

const FAULTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['an unset value', /undefined|null|NaN/u],
  ['two blanks', /[ \u00a0]{2}/u],
  ['empty parentheses', /\(\s*\)/u],
  ['an empty part', /,\s*,|^,|,\s*$|\s,/u],
  ['a line end', /[\r\n\t]/u],
  ['nothing', /^\s*$/u],
]

describe('citations of generated texts', () => {
  test('no string has an unset value, two blanks, an empty part or a line end', () => {
    fc.assert(
      fc.property(citedText, options, (text, one) => {
        for (const style of ['fr', 'eu', 'proof', 'link'] as const)
          for (const [fault, pattern] of FAULTS)
            expect(cite(style, text, one), `${style}: ${fault}`).not.toMatch(pattern)
      }),
      { numRuns: 400 },
    )
  })

  test('CSL-JSON fits the published schema', () => {
    fc.assert(
      fc.property(citedText, options, (text, one) => {
        const parsed = CslData.safeParse(JSON.parse(cite('csl-json', text, one)))
        expect(parsed.error?.issues ?? []).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('a RIS record has one tag a line, begins with its type and ends', () => {
    fc.assert(
      fc.property(citedText, options, (text, one) => {
        const lines = cite('ris', text, one).split('\r\n')
        expect(lines[0]).toMatch(/^TY {2}- [A-Z]{3,6}$/u)
        expect(lines.slice(-2)).toEqual(['ER  - ', ''])
        for (const line of lines.slice(0, -2)) expect(line).toMatch(/^[A-Z][A-Z\d] {2}- \S/u)
      }),
      { numRuns: 200 },
    )
  })

  test('the braces of a BibTeX entry balance, and its fields read back as they were', () => {
    fc.assert(
      fc.property(citedText, options, (text, one) => {
        const entry = cite('bibtex', text, one)
        expect(depthsOf(entry)).toEqual({ least: 0, last: 0 })
        expect(plainLatex(/^ {2}title = \{(.*)\},$/mu.exec(entry)?.[1] ?? '')).toBe(
          cslItem(text, one).title,
        )
      }),
      { numRuns: 200 },
    )
  })
})

/** How deep unescaped braces go at the end of an entry, and whether one closes too much. */
const depthsOf = (entry: string): { readonly least: number; readonly last: number } => {
  let [depth, least] = [0, 0]
  for (const brace of entry.replaceAll(/\\[{}]/gu, '').match(/[{}]/gu) ?? []) {
    depth += brace === '{' ? 1 : -1
    least = Math.min(least, depth)
  }
  return { least, last: depth }
}

const NAMED: Readonly<Record<string, string>> = {
  textbackslash: '\\',
  textasciicircum: '^',
  textasciitilde: '~',
}
/** What LaTeX prints. */
const plainLatex = (latex: string): string =>
  latex.replaceAll(
    /\\(textbackslash|textasciicircum|textasciitilde)\{\}|\\([{}$&#%_])/gu,
    (_, name: string | undefined, sign: string | undefined) => NAMED[name ?? ''] ?? sign ?? '',
  )

test('every special character of LaTeX is escaped and read back', () => {
  const specials = '\\ { } $ & # % _ ^ ~ 100 % \\textbackslash{}'
  expect(plainLatex(escapeLatex(specials))).toBe(specials)
})

describe('real forms', () => {
  test('all styles of the citations written by hand are there', () => {
    for (const { text } of WRITTEN_CITATIONS)
      for (const style of CITATION_STYLES) expect(cite(style, text, OPTIONS)).not.toBe('')
  })

  test('a title that publishers put on several lines is one line', () => {
    const [first] = WRITTEN_CITATIONS
    if (first === undefined) throw new Error('there is none')
    const text: CitedText = {
      ...first.text,
      title: 'Loi du 29 octobre 2020 portant :\\n1° dérogation ;\n2° modification.\\n',
      contentType: 'legislation',
      jurisdiction: ['LU'],
      judicialDecision: null,
    }
    expect(cite('fr', text, OPTIONS)).toBe(
      'L. lux. 29 oct. 2020 portant : 1° dérogation ; 2° modification',
    )
  })

  test('a day is taken from instants, and what is no day is none', () => {
    expect(isoDay('2024-05-02T00:00:00.000Z')).toBe('2024-05-02')
    expect(isoDay('mai 2024')).toBeNull()
  })
})

test('every abbreviation of a French code is read back as that code', () => {
  for (const law of NAMED_LAWS) {
    const short = abbreviationOf(law)
    // Running text means other things by CCP, too, so only queries read it.
    if (short === null || short === 'CCP') continue
    if (law.jurisdiction !== 'FR' || law.kind !== 'code') continue
    const [citation] = recogniseCitations(`${short}, art. L. 1`, { jurisdiction: 'FR' })
    expect(citation?.normalized, short).toEqual([`article:${law.id}:l1`])
  }
})
