import { changeIdOf, type ChangeType } from '#contracts/changes/change.ts'
import type { ArticleId, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { StoredChange } from './ports.ts'
import {
  afterFact,
  type ErasedFact,
  hasOtherDays,
  type HiddenFact,
  lastFact,
  NEVER_PUBLIC,
  type PublishedFact,
  type PublicText,
  servedFact,
  type TextFact,
  type ValidityFact,
} from './text-facts.ts'

/** The class of a change of the days on which a wording is in force. */
const VALIDITY = 'validity'

type Told = Pick<StoredChange, 'type' | 'version' | 'sha256Hash'> &
  Partial<Pick<StoredChange, 'changeClass' | 'reasons' | 'replacement'>>

/** No hash of an erased wording is shown: a guessed name could be checked with it. */
const hashOf = ({ erased, sha256Hash }: PublishedFact): Sha256Hex | null =>
  erased === true ? null : sha256Hash

const published = (before: PublicText, fact: PublishedFact): Told => ({
  type: before.isPublic ? 'article.updated' : 'article.published',
  version: fact.version,
  sha256Hash: hashOf(fact),
  changeClass: fact.changeClass,
  reasons: [...fact.reasons],
})

/** Days that an append states of the version that it publishes belong to the publication. */
const validity = (before: PublicText, after: PublicText, fact: ValidityFact): Told | null => {
  const wording = before.wordings.find(({ version }) => version === fact.version)
  if (!before.isPublic || wording === undefined || before.publishedIn === fact.appendId) return null
  if (!hasOtherDays(before, after)) return null
  const sha256Hash = hashOf(wording)
  return { type: 'article.updated', version: wording.version, sha256Hash, changeClass: VALIDITY }
}

const HIDDEN = {
  unpublished: 'article.unpublished',
  withdrawn: 'article.withdrawn',
  deleted: 'article.deleted',
} as const satisfies Record<HiddenFact['type'], ChangeType>

const hidden = (before: PublicText, fact: HiddenFact, replacement: Slug | null): Told | null => {
  const last = lastFact(before)
  if (last === null) return null
  // A text that was public before is deleted for those who read it then.
  if (!before.isPublic && fact.type !== 'deleted') return null
  return { type: HIDDEN[fact.type], version: last.version, sha256Hash: hashOf(last), replacement }
}

const slugOf = ({ erased, slug }: PublishedFact): Slug | null => (erased === true ? null : slug)

/** One change for each version that was public and whose words are gone. */
const erased = (
  articleId: ArticleId,
  before: PublicText,
  { eventId, position, time, versions }: ErasedFact,
): StoredChange[] => {
  const shown = servedFact(before) ?? lastFact(before)
  return before.wordings
    .filter(({ version }) => versions.includes(version))
    .map(({ version }) => {
      const subject = `${articleId}@${version}`
      return {
        id: changeIdOf(eventId, subject),
        position,
        subject,
        type: 'article.erased',
        occurredAt: time,
        articleId,
        slug: shown && slugOf(shown),
        version,
        sha256Hash: null,
        changeClass: null,
        reasons: [],
        replacement: null,
        jurisdictions: [...(shown?.jurisdictions ?? [])],
        headnote: null,
        concept: null,
      }
    })
}

/**
 * The changes that the facts of one text make, in log order; the facts are all of its facts.
 * `replacementOf` answers the slug to name, null where it is of no public text.
 */
export const changesOfText = (
  articleId: ArticleId,
  facts: readonly TextFact[],
  replacementOf: (fact: HiddenFact) => Slug | null,
): StoredChange[] => {
  const changes: StoredChange[] = []
  let before = NEVER_PUBLIC
  for (const fact of facts) {
    const after = afterFact(before, fact)
    const told =
      fact.type === 'published'
        ? published(before, fact)
        : fact.type === 'validity'
          ? validity(before, after, fact)
          : fact.type === 'erased'
            ? null
            : hidden(before, fact, fact.replacement && replacementOf(fact))
    const shown = servedFact(after) ?? lastFact(before) ?? lastFact(after)
    if (fact.type === 'erased') changes.push(...erased(articleId, before, fact))
    else if (told !== null && shown !== null)
      changes.push({
        id: changeIdOf(fact.eventId, articleId),
        position: fact.position,
        subject: articleId,
        occurredAt: fact.time,
        articleId,
        slug: slugOf(shown),
        jurisdictions: [...shown.jurisdictions],
        changeClass: null,
        reasons: [],
        replacement: null,
        headnote: null,
        concept: null,
        ...told,
      })
    before = after
  }
  return changes
}
