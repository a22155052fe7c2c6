import { describe, expect, test } from 'vitest'
import { LookUpQuery } from './lookup.ts'
import { NAME, NO_CONTROL, textOf, trimmedOf, wordsOf } from './request-text.ts'
import { NewSavedSearch } from './saved-searches.ts'
import { NewWebhookEndpoint } from './webhooks.ts'
import { z } from 'zod'

/** Each character that may matter, and some that do not. */
const CHARACTERS = [
  ...Array.from({ length: 0x30_00 }, (_, code) => String.fromCodePoint(code)),
  '\u3000',
  '\uFEFF',
  '\uFFFD',
  '😀',
]
const SCALES = '⚖'
const ASTRAL = '𝔏'

const patternOf = (schema: z.ZodType): RegExp =>
  new RegExp(String(z.toJSONSchema(schema, { io: 'input' }).pattern))

describe('the forms of text in a description', () => {
  test('say what is parsed, character by character', () => {
    const one = trimmedOf(3)
    const two = trimmedOf(3, 2)
    const words = wordsOf(3, 'nothing')
    const wrong = CHARACTERS.filter((character) => {
      // U+0000 is refused before.
      if (character === '\0') return false
      const pair = `a${character}`
      return (
        patternOf(one).test(character) !== one.safeParse(character).success ||
        patternOf(words).test(character) !== words.safeParse(character).success ||
        patternOf(two).test(pair) !== two.safeParse(pair).success
      )
    })
    expect(wrong).toEqual([])
  })

  test('name control characters one by one: not every engine knows \\p', () => {
    const control = new RegExp(NO_CONTROL)
    const name = new RegExp(NAME)
    expect(CHARACTERS.filter((one) => control.test(one) === /\p{Cc}/u.test(one))).toEqual([])
    for (const [text, isName] of [
      ['Baux', true],
      [' a ', true],
      ['', false],
      ['\u00A0\uFEFF', false],
      ['a\u0085', false],
    ] as const)
      expect(name.test(text), text).toBe(isName)
  })

  test('count code points, as maxLength does', () => {
    expect(z.toJSONSchema(textOf(3))).toMatchObject({ type: 'string', maxLength: 3 })
    for (const schema of [textOf(3), wordsOf(3, 'nothing'), trimmedOf(3)]) {
      expect(schema.safeParse(ASTRAL.repeat(3)).success).toBe(true)
      expect(schema.safeParse(ASTRAL.repeat(4)).error?.issues).toMatchObject([
        { code: 'custom', params: { code: 'too_big' } },
      ])
    }
    expect(trimmedOf(9, 2).safeParse(ASTRAL).success).toBe(false)
    // Before the space around it is removed, since a description knows no trimming.
    expect(trimmedOf(3).safeParse('   a').success).toBe(false)
  })
})

test('members count code points', () => {
  const url = 'https://example.com/'
  const description = ASTRAL.repeat(200)
  expect(NewWebhookEndpoint.safeParse({ url, description }).success).toBe(true)
  expect(NewWebhookEndpoint.safeParse({ url, description: `${description}a` }).success).toBe(false)
  const search = { text: 'bail' }
  expect(NewSavedSearch.safeParse({ name: ASTRAL.repeat(200), search }).success).toBe(true)
  expect(NewSavedSearch.safeParse({ name: ` ${SCALES} `, search }).data?.name).toBe(SCALES)
  expect(LookUpQuery.safeParse({ docket: ASTRAL.repeat(400) }).success).toBe(true)
})

test('no look-up is described as allowing U+0000, which is refused', () => {
  const looked = {
    ecli: 'ECLI:FR:CCASS:2020:SO01119',
    celex: '32016R0679',
    eli: 'eli/reg/2016/679/oj',
    docket: '18-13.769',
    id: '0191f3a0-7a1c-7000-8000-000000000000',
  }
  for (const [key, value] of Object.entries(looked)) {
    const pattern = patternOf(LookUpQuery.shape[key as keyof typeof looked])
    expect(pattern.test(value), key).toBe(true)
    const withNul = Array.from(
      { length: value.length + 1 },
      (_, at) => `${value.slice(0, at)}\0${value.slice(at)}`,
    )
    expect(withNul.filter((one) => pattern.test(one))).toEqual([])
  }
})

test('a court that is none is named with the closest one', () => {
  const { error } = LookUpQuery.safeParse({ docket: '18-13.769', court: 'fr.ccas' })
  expect(error?.issues).toMatchObject([{ code: 'invalid_value', path: ['court'] }])
})
