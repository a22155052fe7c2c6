import { expect, test } from 'vitest'
import { type ArticleForm, formWanted } from './accept.ts'

const CASES: readonly (readonly [string | undefined, ArticleForm])[] = [
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['text/markdown', 'markdown'],
  ['TEXT/Markdown; charset=utf-8', 'markdown'],
  ['text/markdown, application/json', 'json'],
  ['text/markdown, application/json;q=0.9', 'markdown'],
  ['text/markdown;q=0.5, application/json;q=0.9', 'json'],
  ['text/markdown;q=0', 'json'],
  ['text/markdown;q=0.1', 'markdown'],
  ['text/markdown, */*;q=0.1', 'markdown'],
  ['text/markdown, */*', 'json'],
  ['text/*', 'markdown'],
  ['text/*, text/markdown;q=0', 'json'],
  ['text/html', 'json'],
  ['text/markdown;q=2', 'markdown'],
  [';;;,,,q', 'json'],
]
for (const [accept, form] of CASES) {
  test(`Accept ${accept === undefined ? 'absent' : JSON.stringify(accept)}: ${form}`, () => {
    expect(formWanted(accept)).toBe(form)
  })
}
