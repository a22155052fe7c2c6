/** Changes for tests, and a reader over a list of them. */
import { type Change, changeIdOf } from '#contracts/changes/change.ts'
import { ArticleId, Instant, Position, printPosition, SemVer, Slug } from '#contracts/ids.ts'
import { sha256Hex, URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import { passes } from './list-changes.ts'
import type { ChangesReader } from './ports.ts'

/** A text that is published at this position, unless said otherwise. */
export const changeAt = (position: number, given: Partial<Change> = {}): Change => {
  const articleId = ArticleId.parse(uuidV5(URL_NAMESPACE, `text ${position}`))
  const eventId = uuidV5(URL_NAMESPACE, `event ${position}`)
  const ordinal = given.ordinal ?? 1
  return {
    id: changeIdOf(eventId, `${articleId}#${ordinal}`),
    position: printPosition(Position.parse(position)),
    ordinal,
    type: 'article.published',
    occurredAt: Instant.parse('2026-01-01T00:00:00.000Z'),
    articleId,
    slug: Slug.parse(`text-${position}`),
    version: SemVer.parse('1.0.0'),
    sha256Hash: sha256Hex(`text ${position}`),
    changeClass: null,
    reasons: [],
    replacement: null,
    jurisdictions: ['FR'],
    headnote: null,
    concept: null,
    ...given,
  }
}

/** Reads a list in order of position and ordinal, which may grow while it is read. */
export const makeChangesOf = (
  all: readonly Change[],
  headOf: () => Position = () => Position.parse(Number(all.at(-1)?.position ?? 0)),
): ChangesReader => ({
  read: async ({ after, limit, ...filter }) => {
    const head = headOf()
    const left = all.filter(
      (one) => Number(one.position) > after && Number(one.position) <= head && passes(one, filter),
    )
    const facts = Map.groupBy(left, ({ position }) => position)
    const changes: Change[] = []
    for (const own of facts.values()) {
      if (changes.length > 0 && changes.length + own.length > limit) break
      changes.push(...own)
    }
    const isWhole = changes.length === left.length
    const end = isWhole ? Math.max(head, after) : Number(changes.at(-1)?.position)
    return { changes, next: Position.parse(end), head }
  },
})
