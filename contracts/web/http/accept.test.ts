import { expect, test } from 'vitest'
import { preferredLanguage, preferredType } from './accept.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

const CASES: readonly (readonly [string | undefined, 'json' | 'markdown'])[] = [
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['text/markdown', 'markdown'],
  ['TEXT/Markdown; charset=utf-8', 'markdown'],
  ['text/markdown, application/json', 'markdown'],
  ['application/json, text/markdown', 'json'],
  ['text/markdown, application/json;q=0.9', 'markdown'],
  ['text/markdown;q=0.5, application/json;q=0.9', 'json'],
  ['text/markdown;q=0', 'json'],
  ['text/markdown;q=0.1', 'markdown'],
  ['text/markdown, */*;q=0.1', 'markdown'],
  ['text/markdown, */*', 'markdown'],
  ['text/*', 'markdown'],
  ['text/*, text/markdown;q=0', 'json'],
  ['text/html', 'json'],
  ['text/markdown;q=2', 'markdown'],
  [';;;,,,q', 'json'],
]
for (const [accept, form] of CASES) {
  test(`Accept ${accept === undefined ? 'absent' : JSON.stringify(accept)}: ${form}`, () => {
    expect(preferredType(accept, [JSON_TYPE, MARKDOWN])).toBe(
      form === 'json' ? JSON_TYPE : MARKDOWN,
    )
  })
}

const ACCEPTED = [
  [undefined, 'fr'],
  ['', 'fr'],
  ['en', 'en'],
  ['en-US,en;q=0.9,fr;q=0.8', 'en'],
  ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
  ['de, en;q=0.5, fr;q=0.7', 'fr'],
  ['EN-gb', 'en'],
  ['en;q=0, fr;q=0.1', 'fr'],
  ['*', 'fr'],
  ['de', 'fr'],
  [`${'x,'.repeat(5_000)}en`, 'en'],
  ['en;q=nonsense', 'fr'],
] as const
for (const [header, language] of ACCEPTED) {
  test(`${String(header).slice(0, 40)} is answered in ${language}`, () =>
    expect(preferredLanguage(header, ['fr', 'en'])).toBe(language))
}
