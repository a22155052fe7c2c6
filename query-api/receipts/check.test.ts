import { expect, test } from 'vitest'
import { ArticleId, Position, SemVer, Slug } from '#contracts/ids.ts'
import { sha256Hex, URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { Change } from '#contracts/changes/change.ts'
import { changeAt } from '../changes/changes.testing.ts'
import { outcomesOf, textCited } from './check.ts'
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

const next = SemVer.parse('2.0.0')
const updated = (position: number, given: Partial<Change>): Change =>
  changeAt(position, { type: 'article.updated', ...given })

const stateAfter = async (wordings: readonly string[], changes: readonly Change[]) => {
  const text = historyOf('cited', false)
  const served = wordings.at(-1) ?? 'cited'
  const history: TextHistory = {
    ...text,
    wordings: wordings.map((name, index) => ({
      version: index === 0 ? version : next,
      sha256Hash: sha256Hex(name),
      erased: false,
    })),
    servedHash: sha256Hex(served),
    changes,
  }
  const histories = {
    since: async () => ({ head: Position.parse(100), texts: [history] }),
  }
  const citation = {
    slug: text.slug,
    version,
    sha256Hash: sha256Hex('cited'),
    headnoteSequence: null,
    position: '000000000000001' as never,
  }
  const { outcomes } = await outcomesOf(histories, [{ citation, path: 'citations.0' }])
  return outcomes[0]
}

test('other details of the cited wording leave the citation current', async () => {
  const details = updated(2, { version, sha256Hash: sha256Hex('cited'), changeClass: 'details' })
  expect(await stateAfter(['cited'], [details])).toMatchObject({ state: 'current', position: null })
})

test.each(['details', 'validity'])(
  'a superseded citation names the change that brought the wording, not a later one of its %s',
  async (changeClass) => {
    const sha256Hash = sha256Hex('later')
    const brought = updated(2, { version: next, sha256Hash, reasons: ['title changed.'] })
    const later = updated(3, { version: next, sha256Hash, changeClass })
    expect(await stateAfter(['cited', 'later'], [brought, later])).toMatchObject({
      state: 'superseded',
      position: brought.position,
      reasons: ['title changed.'],
    })
  },
)
