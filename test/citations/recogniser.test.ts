import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CitationTarget } from '#contracts/citation.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { chamberOfEcli, courtOfEcli, formatEcli, parseEcli } from '#contracts/law/citations/ecli.ts'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { groupOf, jurisdictionOf, labels, outcomeOf, precision, recall } from './labels.ts'
import { recordsOf } from './sentences.ts'
import { measureCpuMs } from '../cpu-time.ts'

const NEEDED = 0.95
const FILES = [
  'decisions_fr.jsonl',
  'headnotes_fr.jsonl',
  'doctrine_fr.jsonl',
  'legislation_fr.jsonl',
  'legislation_eu.jsonl',
  'legislation_lu_versions.jsonl',
  'legislation_mc.jsonl',
  'legislation_ad.jsonl',
]

test('300 sentences are labelled, each at another place', () => {
  const all = labels()
  expect(all).toHaveLength(300)
  expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(300)
})

describe.skipIf(!hasShared)(`the labelled sentences ${NEEDS_SHARED}`, () => {
  test('precision and recall for French codes and decisions are 0.95 or more', () => {
    const { groups, exact, labelled, failures } = outcomeOf(labels())
    for (const [group, tally] of groups)
      console.log(
        `${group}: found ${tally.found}, missed ${tally.missed}, wrong ${tally.wrong}; ` +
          `precision ${precision(tally).toFixed(3)}, recall ${recall(tally).toFixed(3)}`,
      )
    console.log(`exact span and forms: ${exact} of ${labelled}`)
    for (const failure of failures) console.log(failure)
    for (const group of ['French codes', 'French decisions'] as const) {
      const tally = groups.get(group) ?? { found: 0, missed: 1, wrong: 0 }
      expect(precision(tally)).toBeGreaterThanOrEqual(NEEDED)
      expect(recall(tally)).toBeGreaterThanOrEqual(NEEDED)
    }
  })
})

/** The number that a target is written with, as a pattern over a small text. */
const numberPattern = (target: CitationTarget): RegExp | null => {
  const number =
    target.kind === 'article'
      ? target.number
      : target.kind === 'decision'
        ? target.number
        : target.kind === 'act'
          ? target.work.id.replace(/^[a-z-]+-(?=\d)/u, '')
          : null
  if (number === null) return null
  const source = number
    .replace(/^([a-z]+)/u, String.raw`$1\.? ?`)
    .replace(/-(qpc|dc)$/u, ' ?$1')
    .replace(/(\d{2}-\d{2})\.(\d{3})/u, String.raw`$1\.?$2`)
  return new RegExp(String.raw`(?<![a-z0-9-])${source}(?![0-9]|-\d)`, 'u')
}

describe.skipIf(!hasShared)(`the publishers' own references ${NEEDS_SHARED}`, () => {
  test('those whose number is in the ruling are found there', () => {
    const counts = { occurring: 0, found: 0 }
    for (const { text, citations = [] } of recordsOf('decisions_fr.jsonl')) {
      const found = new Set(recogniseCitations(text).flatMap(({ normalized }) => normalized))
      const small = text.toLowerCase().replaceAll(/\s+/gu, ' ')
      // A reference that the publisher cut off before its code is found where an article of that
      // number is.
      const numbers = new Set([...found].map((normal) => `article:${normal.split(':').at(-1)}`))
      for (const target of citations
        .flatMap((one) => recogniseCitations(one))
        .flatMap(({ targets }) => targets)) {
        if (numberPattern(target)?.test(small) !== true) continue
        counts.occurring += 1
        const met =
          found.has(target.normal) ||
          (groupOf(target.normal) === 'articles without their work' && numbers.has(target.normal))
        if (met) counts.found += 1
        else console.log(`not found: ${target.normal}`)
      }
    }
    console.log(
      `publishers' references: ${counts.found} of ${counts.occurring} that occur are found`,
    )
    expect(counts.occurring).toBeGreaterThan(80)
    expect(counts.found / counts.occurring).toBeGreaterThanOrEqual(NEEDED)
  })

  test('nearly every reference is read at all', () => {
    const all = recordsOf('decisions_fr.jsonl').flatMap(({ citations = [] }) => citations)
    const unread = all.filter((one) => recogniseCitations(one).length === 0)
    // Two are the second half of a reference that the publisher cut in two.
    expect(unread).toHaveLength(2)
  })
})

describe.skipIf(!hasShared)(`the whole corpus ${NEEDS_SHARED}`, () => {
  test.each(FILES)('%s: no span overlaps, and each one read alone is the same citation', (file) => {
    const jurisdiction = jurisdictionOf(file)
    let count = 0
    for (const { text } of recordsOf(file)) {
      let last = 0
      for (const { start, end, kind, normalized, antecedent } of recogniseCitations(text, {
        jurisdiction,
      })) {
        expect(start).toBeGreaterThanOrEqual(last)
        last = end
        count += 1
        const alone = recogniseCitations(text.slice(start, end), { jurisdiction, home: antecedent })
        expect(alone, text.slice(start, end)).toMatchObject([
          { start: 0, end: end - start, kind, normalized },
        ])
      }
    }
    console.log(`${file}: ${count} citations`)
  })

  test('a megabyte of rulings takes under 5 s', () => {
    const real = recordsOf('decisions_fr.jsonl')
      .map(({ text }) => text)
      .join('\n\n')
    const megabyte = (real + real).slice(0, 1_000_000)
    const runs = [1, 2, 3].map(() => measureCpuMs(() => recogniseCitations(megabyte)))
    console.log(`1 MB in ${Math.min(...runs).toFixed(0)} ms`)
    expect(Math.min(...runs)).toBeLessThan(5_000)
  })
})

const HOSTILE = [
  'articles 1, ',
  'a',
  '1',
  '12-',
  'L. 1221-1 et ',
  'article 39 A bis B) ',
  'articles 9 bis, ',
  'loi n° ',
  'CE, ',
  'n° 12-34.567, ',
  'Soc., ',
  'CJUE ',
  'arrêt rendu le 3 mai 2020, ',
  "arrêt rendu le 3 mai 2019 et l'",
  'CEDH, arrêt ',
  ' ',
  '\n ',
  '(',
  'articles 1 à ',
  'alinéa ',
  'I, ',
  'eli/',
  'ECLI:FR:',
  '12 du code civil ',
  "arrêt de la cour d'appel de Paris, ",
  'du code civil, ',
  'article 5 du même code, ',
  'règlements (UE) no 1093/2010, ',
]
describe('no text is slow', () => {
  test.each(HOSTILE)('300,000 characters of %j take under 5 s', (piece) => {
    const text = piece.repeat(Math.ceil(300_000 / piece.length))
    expect(measureCpuMs(() => recogniseCitations(text))).toBeLessThan(5_000)
  })
})

type RealEcli = {
  readonly ecli: string
  readonly country: string
  readonly court: string
  readonly year: number
  readonly ordinal: string
  readonly chamber?: string
}
const CHAMBERS: Readonly<Record<string, string>> = {
  'Chambre criminelle': 'cr',
  'Première chambre civile': 'civ1',
  'Deuxième chambre civile': 'civ2',
  'Troisième chambre civile': 'civ3',
  'Chambre sociale': 'soc',
  'Chambre commerciale financière et économique': 'comm',
}
const COURTS: Readonly<Record<string, string>> = { CCASS: 'fr.ccass', C: 'eu.cj' }

describe.skipIf(!hasShared)(`the 600 real ECLIs ${NEEDS_SHARED}`, () => {
  test('all are read, formatted back, and cited; court, chamber and year are as given', () => {
    const rows = readFileSync(sharedPath('corpus', 'vectors', 'ecli_real.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RealEcli)
    expect(rows).toHaveLength(600)
    for (const { ecli, country, court, year, ordinal, chamber } of rows) {
      const parsed = parseEcli(ecli)
      expect(parsed).toEqual({ country, court, year, ordinal })
      if (parsed === null) continue
      expect(formatEcli(parsed)).toBe(ecli)
      expect(courtOfEcli(parsed)).toBe(COURTS[court])
      if (chamber !== undefined) expect(chamberOfEcli(parsed)).toBe(CHAMBERS[chamber])
      expect(recogniseCitations(`voir ${ecli}.`)).toMatchObject([
        { normalized: [ecli.toLowerCase()], kind: 'identifier' },
      ])
    }
  })
})
