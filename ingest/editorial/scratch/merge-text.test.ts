import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureCpuMs } from '../../../test/cpu-time.ts'
import { type MergedPart, mergeTexts, paragraphsOf, settledText } from './merge-text.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const seeded = { seed: SEED, numRuns: 300 }

const Text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'un', 'deux', 'trois\nlignes', 'quatre', 'cinq', 'six'), {
    maxLength: 12,
  })
  .map((paragraphs) => paragraphs.join('\n\n'))
/** Three texts that share much, as drafts do. */
const Drafts = fc.tuple(Text, Text, Text, fc.boolean()).map(([base, one, other, isClose]) => {
  if (!isClose) return { base, mine: one, theirs: other }
  const long = `${base}\n\nle milieu\n\n${base} bis`
  return {
    base: long,
    mine: `${one === '' ? '' : `${one}\n\n`}${long}`,
    theirs: `${long}\n\n${other}`.trimEnd(),
  }
})

const wordsIn = (text: string): string[] => paragraphsOf(text).map(({ words }) => words)
const everything = (base: string, mine: string, theirs: string): string[] =>
  mergeTexts(base, mine, theirs).flatMap((part) =>
    part.kind === 'merged' ? wordsIn(part.text) : [...wordsIn(part.mine), ...wordsIn(part.theirs)],
  )
const merged = (base: string, mine: string, theirs: string): string | null =>
  settledText(mergeTexts(base, mine, theirs), [])

describe(`merging by paragraph (seed ${SEED})`, () => {
  test('no paragraph that somebody added is lost', () => {
    fc.assert(
      fc.property(Drafts, ({ base, mine, theirs }) => {
        const kept = everything(base, mine, theirs)
        const known = new Set(wordsIn(base))
        for (const words of [...wordsIn(mine), ...wordsIn(theirs)])
          if (!known.has(words)) expect(kept).toContain(words)
      }),
      seeded,
    )
  })

  test('a paragraph that both kept stays', () => {
    fc.assert(
      fc.property(Drafts, ({ base, mine, theirs }) => {
        const kept = everything(base, mine, theirs)
        const [inMine, inTheirs] = [wordsIn(mine), wordsIn(theirs)]
        for (const words of wordsIn(base))
          if (inMine.includes(words) && inTheirs.includes(words)) expect(kept).toContain(words)
      }),
      seeded,
    )
  })

  test('merging with an unchanged side gives the other, letter by letter', () => {
    fc.assert(
      fc.property(Text, Text, (base, changed) => {
        expect(merged(base, changed, base)).toBe(changed)
        expect(merged(base, base, changed)).toBe(changed)
        expect(merged(base, changed, changed)).toBe(changed)
      }),
      seeded,
    )
  })

  test('the sides can be swapped', () => {
    fc.assert(
      fc.property(Drafts, ({ base, mine, theirs }) => {
        const conflicts = (one: string, other: string): number =>
          mergeTexts(base, one, other).filter(({ kind }) => kind === 'conflict').length
        expect(conflicts(mine, theirs)).toBe(conflicts(theirs, mine))
      }),
      seeded,
    )
  })

  test('the sides can be swapped where paragraphs changed places', () => {
    const base = 'trois\n\nquatre\n\na\n\ncinq'
    const mine = 'a\n\ntrois\n\nquatre\n\ncinq\n\nquatre'
    const theirs = 'quatre\n\nc\n\ncinq\n\ntrois\n\na'
    const conflicts = (one: string, other: string): number =>
      mergeTexts(base, one, other).filter(({ kind }) => kind === 'conflict').length
    expect(conflicts(mine, theirs)).toBe(conflicts(theirs, mine))
  })

  test('paragraphs with their gaps are the whole text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab\n \t]{0,40}$/), (text) => {
        const whole = paragraphsOf(text).map(({ words, gap }) => words + gap)
        expect(whole.join('')).toBe(text)
      }),
      seeded,
    )
  })
})

const BASE = 'Premier.\n\nDeuxième.\n\nTroisième.\n\nQuatrième.'

test('changes at two places are both taken, neighbours too', () => {
  const mine = BASE.replace('Deuxième.', 'Deuxième, corrigé.')
  const theirs = BASE.replace('Troisième.', 'Troisième, complété.')
  expect(merged(BASE, mine, theirs)).toBe(
    'Premier.\n\nDeuxième, corrigé.\n\nTroisième, complété.\n\nQuatrième.',
  )
})

test('a paragraph that both changed is a conflict, and each choice gives its words', () => {
  const mine = BASE.replace('Deuxième.', 'Deuxième, par moi.')
  const theirs = BASE.replace('Deuxième.', 'Deuxième, par elle.')
  const parts = mergeTexts(BASE, mine, theirs)
  expect(parts.filter(({ kind }) => kind === 'conflict')).toEqual([
    {
      kind: 'conflict',
      base: 'Deuxième.\n\n',
      mine: 'Deuxième, par moi.\n\n',
      theirs: 'Deuxième, par elle.\n\n',
    },
  ])
  expect(settledText(parts, [])).toBeNull()
  expect(settledText(parts, ['mine'])).toBe(mine)
  expect(settledText(parts, ['theirs'])).toBe(theirs)
  expect(settledText(parts, ['both'])).toBe(
    mine.replace('\n\nTroisième', '\n\nDeuxième, par elle.\n\nTroisième'),
  )
})

test.each([
  ['more words', 'Deuxième, corrigé hier.', 'Deuxième, corrigé tout à fait hier.', true],
  ['the same words with other blanks', 'Deuxième, corrigé  hier.', 'Deuxième, corrigé hier.', true],
  ['other words', 'Deuxième, corrigé hier.', 'Deuxième, corrigé demain.', false],
  ['fewer words than both began from', 'Deux', 'Deux fois.', false],
])('of a paragraph that both changed, one with %s', (_, one, other, isMerged) => {
  const base = BASE.replace('Deuxième.', 'Deuxième, hier.')
  const [mine, theirs] = [one, other].map((words) => BASE.replace('Deuxième.', words))
  for (const [first, second] of [
    [mine, theirs],
    [theirs, mine],
  ])
    expect(merged(base, first ?? '', second ?? '')).toBe(isMerged ? theirs : null)
})

test('what both add at the end is a conflict', () => {
  const parts = mergeTexts(BASE, `${BASE}\n\nDe moi.`, `${BASE}\n\nD’elle.`)
  expect(settledText(parts, ['both'])).toBe(`${BASE}\n\nDe moi.\n\nD’elle.`)
})

const SENTENCE = 'Le bailleur doit délivrer la chose louée en bon état de réparations. '
const BOUND_MS = 5_000
const long = (paragraph: (at: number) => string): string => {
  const paragraphs: string[] = []
  for (let size = 0, at = 0; size < 2_000_000; at += 1) {
    const next = paragraph(at)
    paragraphs.push(next)
    size += next.length + 2
  }
  return paragraphs.join('\n\n')
}

test.each([
  ['of long paragraphs', (at: number) => `${at} ${SENTENCE.repeat(6)}`],
  ['of short paragraphs', (at: number) => `§ ${at}`],
  ['of one paragraph again and again', () => 'idem'],
])('a text of 2 MB %s is merged in bounded time', (_, paragraph) => {
  const base = long(paragraph)
  const mine = `Un début.\n\n${base}`
  const theirs = `${base}\n\nUne fin.`
  let parts: readonly MergedPart[] = []
  expect(measureCpuMs(() => (parts = mergeTexts(base, mine, theirs)))).toBeLessThan(BOUND_MS)
  const text = settledText(
    parts,
    parts.map(() => 'mine'),
  )
  expect(text?.startsWith('Un début.')).toBe(true)
  if (parts.every(({ kind }) => kind === 'merged')) expect(text?.endsWith('Une fin.')).toBe(true)
})
