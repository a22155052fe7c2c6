import { expect, test } from 'vitest'
import { namesInWords } from './names-in-words.ts'

test.each([
  ['docket:23-99.011', 'n°\u00a023-99.011', 'no.\u00a023-99.011'],
  ['ecli:fr:ccass:2024:so00001', 'ECLI:FR:CCASS:2024:SO00001', 'ECLI:FR:CCASS:2024:SO00001'],
  ['celex:32016r0679', 'CELEX\u00a032016R0679', 'CELEX\u00a032016R0679'],
  [
    'article:code-civil:1231-1',
    'article\u00a01231-1 du code civil',
    'article\u00a01231-1 of the code civil',
  ],
  [
    'article:code-du-travail:l1221-1',
    'article\u00a0L.\u00a01221-1 du code du travail',
    'article\u00a0L.\u00a01221-1 of the code du travail',
  ],
  ['article:l1221-1', 'article\u00a0L.\u00a01221-1', 'article\u00a0L.\u00a01221-1'],
  ['juritext:000012345678', '000012345678', '000012345678'],
])('%s is %s, in English %s', (name, french, english) => {
  expect(namesInWords('fr', [name])).toEqual([french])
  expect(namesInWords('en', [name])).toEqual([english])
})

test('an article is named once, with its law', () =>
  expect(namesInWords('fr', ['article:1231-1', 'article:code-civil:1231-1'])).toEqual([
    'article\u00a01231-1 du code civil',
  ]))
