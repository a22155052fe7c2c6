import { expect, test } from 'vitest'
import { ArticleId, SemVer, Slug } from '#contracts/ids.ts'
import { sha256Hex, URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import { textCited } from './check.ts'
import type { TextHistory } from './ports.ts'

const version = SemVer.parse('1.0.0')
const historyOf = (name: string, erased: boolean): TextHistory => ({
  articleId: ArticleId.parse(uuidV5(URL_NAMESPACE, name)),
  slug: Slug.parse('un-slug'),
  wordings: [{ version, sha256Hash: sha256Hex(name), erased }],
  servedHash: null,
  changes: [],
})

test('a text with the hash is meant before one whose version was erased', () => {
  const texts = [historyOf('erased', true), historyOf('later', false)]
  const [erased, later] = texts
  expect(textCited(texts, { version, sha256Hash: sha256Hex('later') })).toBe(later)
  expect(textCited(texts, { version, sha256Hash: sha256Hex('before') })).toBe(erased)
})
