import { expect, test } from 'vitest'
import { TAG_FIELDS, type SearchDocument } from './document.ts'
import { shownOf } from './shown.ts'

const document = (languages: readonly string[]): SearchDocument =>
  ({
    kind: 'article',
    tags: { ...Object.fromEntries(TAG_FIELDS.map((field) => [field, []])), languages },
    passages: [],
    display: {},
  }) as unknown as SearchDocument

test.each([
  [['fr'], 'fr'],
  [['fr', 'fr-lu'], 'fr-LU'],
  [['zh', 'zh-hant', 'zh-hant-hk'], 'zh-Hant-HK'],
  [['ca', 'ca-valencia'], 'ca-valencia'],
  [[], 'und'],
])('of the tags %j a hit shows the language %s', (tags, language) => {
  expect(shownOf(document(tags)).language).toBe(language)
})
