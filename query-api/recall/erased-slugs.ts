/**
 * Citations of a new receipt whose text lost its slug with its words: no history of a text finds
 * them any more, but the vault knows which slugs went with which erasure.
 */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { changeIdOf } from '#contracts/changes/change.ts'
import type { KeptCitation } from '#contracts/http/recall.ts'
import { type Position, printPosition, type Slug } from '#contracts/ids.ts'
import { recallOf, type RecallingChange } from './message.ts'
import type {
  ErasedVersion,
  Fingerprinter,
  FollowedCitation,
  NewReceipt,
  TellRecall,
} from './ports.ts'

type ErasedCitation = {
  readonly place: number
  readonly cited: KeptCitation
  readonly by: ErasedVersion
}

/** Those that are at none of the places where a text was found. */
export const citationsErasedWithSlug = (
  { content }: NewReceipt,
  isFound: ReadonlySet<number>,
  erased: ReadonlyMap<Slug, readonly ErasedVersion[]>,
): ErasedCitation[] =>
  content.citations.flatMap((cited, place) => {
    const { slug, version } = cited
    if (slug === null || isFound.has(place)) return []
    const by = erased.get(slug)?.find((one) => one.version === version)
    return by === undefined ? [] : [{ place, cited, by }]
  })

const changeOf = (by: ErasedVersion): RecallingChange => ({
  id: changeIdOf(by.eventId, `${by.articleId}@${by.version}`),
  position: printPosition(by.position),
  occurredAt: by.erasedAt,
  changeClass: null,
  headnote: null,
  replacement: null,
})

const followedAs = (
  { cited: { headnoteSequence, sha256Hash }, by: { articleId, version } }: ErasedCitation,
  followsAfter: Position,
  fingerprints: Fingerprinter,
): FollowedCitation => ({
  text: fingerprints.text(articleId),
  wording: fingerprints.wording(articleId, sha256Hash ?? NO_HASH),
  version: fingerprints.version(articleId, version),
  point: headnoteSequence === null ? null : fingerprints.point(articleId, headnoteSequence),
  followsAfter,
  superseded: false,
})
const NO_HASH = sha256Hex('')

type FiledErased = {
  /** Erasures above the follower's position: the follower reports them when it gets there. */
  readonly kept: readonly (FollowedCitation & { readonly place: number })[]
  /** Erasures that the follower passed after the answer: reported now. */
  readonly recalls: readonly TellRecall[]
}

/** `shown`: the receipt without what was erased. `at`: how far the follower has come. */
export const fileErased = (
  citations: readonly ErasedCitation[],
  shown: NewReceipt,
  { given, at }: { readonly given: Position; readonly at: Position },
): FiledErased => {
  const { key, content } = shown
  const ahead = citations.filter(({ by }) => by.position > at)
  const passed = citations.filter(({ by: { position } }) => position <= at && position > given)
  const followsAfter = Math.max(at, given) as Position
  return {
    kept: ahead.map((one) => {
      return { place: one.place, ...followedAs(one, followsAfter, key.fingerprints) }
    }),
    recalls: [...Map.groupBy(passed, ({ by }) => by)].map(([by, own]) =>
      recallOf(changeOf(by), {
        key,
        holderId: shown.id,
        receipt: shown,
        handle: null,
        text: key.fingerprints.text(by.articleId),
        state: 'erased',
        citations: own.flatMap(({ place }) => content.citations[place] ?? []),
      }),
    ),
  }
}
