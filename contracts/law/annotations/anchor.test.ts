import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { annotatedText } from './anchor.ts'
import { codePointsOf, SPAN_LIMITS, SpanTarget } from './span-target.ts'

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
const RUNS = 400

/** The target that the desk makes of a selection in a text. */
const CONTEXT = 32
const targetOf = (text: string, start: number, end: number): SpanTarget => {
  const points = [...text]
  return {
    member: 'contentClean',
    exact: points.slice(start, end).join(''),
    prefix: points.slice(Math.max(0, start - CONTEXT), start).join(''),
    suffix: points.slice(end, end + CONTEXT).join(''),
    start,
    end,
  }
}
const spanOf = (text: string, words: string, from = 0): SpanTarget => {
  const at = text.indexOf(words, from)
  const start = codePointsOf(text.slice(0, at))
  return targetOf(text, start, start + codePointsOf(words))
}
const wordsIn = (text: string, target: SpanTarget): string | null => {
  const found = annotatedText(text)
  const anchor = found.anchor(target)
  return anchor && found.wordsAt(anchor)
}

const TEXT =
  'Le délai est de trente jours. Il court de la notification.\n\nLe délai de recours est de trente jours aussi.'

describe('the words of a comment', () => {
  test('are found where they were', () => {
    const target = spanOf(TEXT, 'trente jours')
    expect(annotatedText(TEXT).anchor(target)).toEqual({ start: 16, end: 28 })
  })

  test('that occur twice are told apart by their surroundings, even if the text before grew', () => {
    const second = spanOf(TEXT, 'trente jours', 40)
    const grown = `${'Une phrase de plus. '.repeat(30)}${TEXT}`
    const anchor = annotatedText(grown).anchor(second)
    expect(anchor?.start).toBe(second.start + 600)
  })

  test('that moved with their paragraph are found in their new place', () => {
    const paragraph = 'Le bailleur délivre la chose.'
    const before = `${paragraph}\n\n${TEXT}`
    const after = `${TEXT}\n\n${paragraph}`
    expect(wordsIn(after, spanOf(before, paragraph))).toBe(paragraph)
  })

  test('that were changed a little are found by what is left of them', () => {
    const long = 'Il court de la notification de la décision au débiteur saisi'
    const text = `${TEXT}\n\n${long}.`
    const edited = text.replace('de la décision', 'du jugement')
    expect(wordsIn(edited, spanOf(text, long))).toMatch(/^Il court de la notification du jugement/u)
  })

  test('that are gone are not found elsewhere', () => {
    const target = spanOf(TEXT, 'Il court de la notification')
    expect(annotatedText('Le délai est de trente jours.').anchor(target)).toBeNull()
    expect(annotatedText('').anchor(target)).toBeNull()
  })

  test('that are half of a character are no words', () => {
    const text = 'Clé 𝄞 et note.'
    const high = { ...spanOf(text, '𝄞'), exact: '\ud834' }
    expect(annotatedText(text).anchor(high)).toBeNull()
    expect(annotatedText(text).anchor({ ...high, exact: '' })).toBeNull()
  })

  test('count code points, not UTF-16 units', () => {
    const text = '𝄞𝄢 clé de fa'
    expect(annotatedText(text).anchor(spanOf(text, 'clé'))).toEqual({ start: 3, end: 6 })
  })
})

test('a target has limits, in code points', () => {
  const target = { ...spanOf(TEXT, 'trente jours'), exact: '𝄞'.repeat(SPAN_LIMITS.exactMax) }
  expect(SpanTarget.safeParse(target).success).toBe(true)
  expect(SpanTarget.safeParse({ ...target, exact: `${target.exact}a` }).success).toBe(false)
  expect(SpanTarget.safeParse({ ...target, prefix: 'a'.repeat(201) }).success).toBe(false)
})

/** French, Arabic with marks, combining marks, astral signs, bidirectional controls. */
const SIGN = fc.constantFrom(
  ...'abcdeéèàôçœ ,.;:«»’—0123456789\n',
  ...'ابتثجحخد',
  'e\u0301',
  'a\u0308\u0323',
  'م\u064f',
  '\u202e',
  '\u2066',
  '\u2069',
  '𝄞',
  '👩‍⚖️',
  '𐎠',
)
const stretch = (minLength: number, maxLength: number) =>
  fc.array(SIGN, { minLength, maxLength }).map((signs) => signs.join(''))

/** A text around a span, and the same text edited on either side, away from the span. */
const edited = fc.record({
  before: stretch(60, 400),
  near: stretch(40, 60),
  exact: stretch(3, 80),
  after: stretch(40, 60),
  rest: stretch(60, 400),
  newBefore: stretch(0, 400),
  newRest: stretch(0, 400),
})

test(`the place of every comment survives edits elsewhere (TEST_SEED=${SEED})`, () => {
  fc.assert(
    fc.property(edited, ({ before, near, exact, after, rest, newBefore, newRest }) => {
      const old = `${before}${near}${exact}${after}${rest}`
      const start = codePointsOf(before + near)
      const end = start + codePointsOf(exact)
      const target = targetOf(old, start, end)
      // As it is, as its text grows, and as everything else is written anew.
      expect(annotatedText(old).anchor(target)).toEqual({ start, end })
      for (const [head, tail] of [
        [newBefore + before, rest],
        [before, rest + newRest],
        [newBefore, newRest],
      ] as const) {
        const now = `${head}${near}${exact}${after}${tail}`
        const moved = codePointsOf(head + near)
        expect(annotatedText(now).anchor(target)).toEqual({
          start: moved,
          end: moved + codePointsOf(exact),
        })
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test(`offsets are those of code points, wherever a comment is (TEST_SEED=${SEED})`, () => {
  const texts = fc.tuple(stretch(3, 600), fc.nat(), fc.nat())
  fc.assert(
    fc.property(texts, ([text, from, length]) => {
      const points = [...text]
      const start = from % points.length
      const end = Math.min(points.length, start + 1 + (length % 40))
      const found = annotatedText(text)
      expect(found.anchor(targetOf(text, start, end))).toEqual({ start, end })
      expect(found.wordsAt({ start, end })).toBe(points.slice(start, end).join(''))
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

const sentence = (number: number): string =>
  `Le créancier numéro ${number} réclame ${number * 7} euros au débiteur. `

describe('a text of 2 MB', () => {
  const SECONDS = 3_000
  const UNITS = 2_000_000
  test('takes time linear in it, also where the words almost occur everywhere', () => {
    const text = 'a'.repeat(UNITS)
    const exact = `${'a'.repeat(5_000)}b`
    const target = { ...targetOf(text, 1_000, 1_010), exact }
    const began = performance.now()
    expect(annotatedText(`${text}${exact}`).anchor(target)).toMatchObject({ start: UNITS })
    expect(annotatedText(text).anchor({ ...target, exact: 'a'.repeat(5_000) })).toMatchObject({
      start: 1_000,
    })
    expect(performance.now() - began).toBeLessThan(SECONDS)
  })

  test('finds a hundred comments that moved', () => {
    const text = Array.from({ length: 30_000 }, (_, number) => sentence(number)).join('')
    const after = annotatedText(`${'Un alinéa nouveau. '.repeat(5_000)}${text}`)
    const numbers = Array.from({ length: 100 }, (_, index) => index * 300)
    const targets = numbers.map((number): SpanTarget => {
      const exact = `réclame ${number * 7} euros`
      const start = text.indexOf(exact)
      const end = start + exact.length
      const prefix = text.slice(Math.max(0, start - CONTEXT), start)
      const suffix = text.slice(end, end + CONTEXT)
      return { member: 'contentClean', exact, prefix, suffix, start, end }
    })
    const began = performance.now()
    for (const target of targets) expect(after.anchor(target)?.start).toBe(target.start + 95_000)
    expect(performance.now() - began).toBeLessThan(SECONDS)
  })
})
