import { expect, test } from 'vitest'
import { Instant } from '#contracts/ids.ts'
import { type ConditionHeaders, evaluateConditions, httpDate } from './conditional.ts'

const CURRENT = { etag: '"abc"', updatedAt: Instant.parse('2024-05-03T08:30:15.250Z') }
const SAME_SECOND = 'Fri, 03 May 2024 08:30:15 GMT'
const EARLIER = 'Fri, 03 May 2024 08:30:14 GMT'
const LATER = 'Fri, 03 May 2024 08:30:16 GMT'

const match = (value: string): ConditionHeaders => ({ 'if-match': value })
const unmodifiedSince = (value: string): ConditionHeaders => ({ 'if-unmodified-since': value })
const noneMatch = (value: string): ConditionHeaders => ({ 'if-none-match': value })
const modifiedSince = (value: string): ConditionHeaders => ({ 'if-modified-since': value })

const CASES: Readonly<
  Record<string, readonly [ConditionHeaders, 'send' | 'unchanged' | 'failed']>
> = {
  'nothing is asked': [{}, 'send'],
  'the tag is the current one': [noneMatch('"abc"'), 'unchanged'],
  'the tag is another one': [noneMatch('"abd"'), 'send'],
  'the tag is in a list': [noneMatch('"x", W/"y" , "abc"'), 'unchanged'],
  'the tag came back weak': [noneMatch('W/"abc"'), 'unchanged'],
  'any tag will do': [noneMatch('*'), 'unchanged'],
  'the header holds no tag': [noneMatch('abc'), 'send'],
  'the copy is of the same second': [modifiedSince(SAME_SECOND), 'unchanged'],
  'the copy is older': [modifiedSince(EARLIER), 'send'],
  'the date is none': [modifiedSince('2024-05-03'), 'send'],
  'the date is far away': [modifiedSince('Fri, 31 Dec 9999 23:59:59 GMT'), 'unchanged'],
  'a tag goes before a date': [{ ...noneMatch('"abd"'), ...modifiedSince(SAME_SECOND) }, 'send'],
  'a tag that fits goes before a date': [
    { ...noneMatch('"abc"'), ...modifiedSince(EARLIER) },
    'unchanged',
  ],
  'the needed tag is the current one': [match('"abc"'), 'send'],
  'the needed tag is another one': [match('"abd"'), 'failed'],
  'the needed tag is in a list': [match('"x", "abc"'), 'send'],
  'the needed tag is weak, so it promises no equal bytes': [match('W/"abc"'), 'failed'],
  'any tag is taken': [match('*'), 'send'],
  'the needed tag has no quotes': [match('abc'), 'failed'],
  'the answer was not changed since': [unmodifiedSince(SAME_SECOND), 'send'],
  'the answer is older than the date': [unmodifiedSince(LATER), 'send'],
  'the answer was changed since': [unmodifiedSince(EARLIER), 'failed'],
  'the date of the needed state is none': [unmodifiedSince('2024-05-03'), 'send'],
  'a needed tag goes before a date': [{ ...match('"abc"'), ...unmodifiedSince(EARLIER) }, 'send'],
  'what is needed is looked at before what the client has': [
    { ...match('"abd"'), ...noneMatch('"abc"') },
    'failed',
  ],
  'the needed tag is the current one, and the client has it': [
    { ...match('"abc"'), ...noneMatch('"abc"') },
    'unchanged',
  ],
}
test.each(Object.entries(CASES))('%s', (_name, [headers, expected]) => {
  expect(evaluateConditions(headers, CURRENT)).toBe(expected)
})

test('dates do not count where the answer has none', () => {
  const undated = { ...CURRENT, updatedAt: null }
  for (const condition of [modifiedSince(SAME_SECOND), unmodifiedSince(EARLIER)])
    expect(evaluateConditions(condition, undated)).toBe('send')
})

test('an instant is printed as HTTP prints dates', () => {
  expect(httpDate(CURRENT.updatedAt)).toBe(SAME_SECOND)
})
