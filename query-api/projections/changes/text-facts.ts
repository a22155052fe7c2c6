/** What changes are derived from of the events of a text: what is public of it, without words. */
import type { EventData, StoredEvent } from '#contracts/events/event.ts'
import { headnoteIdOf } from '#contracts/canonical/identity.ts'
import type {
  ArticleId,
  Day,
  HeadnoteId,
  Instant,
  Position,
  SemVer,
  Sha256Hex,
  Slug,
} from '#contracts/ids.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { TargetContext } from '../../citator/power.ts'
import { contextOf } from '../../citator/text-citator.ts'
import { type TextState, timelineOfText, withValidity } from '../articles/text-state.ts'

type Recorded = {
  readonly position: Position
  readonly eventId: string
  readonly appendId: string
  readonly time: Instant
}

/** A version that went public. */
export type PublishedFact = Recorded & {
  readonly type: 'published'
  /** Present if the wording was erased: then its slug and hash mean nothing. */
  readonly erased?: true
  readonly version: SemVer
  readonly sha256Hash: Sha256Hex
  readonly changeClass: string | null
  readonly reasons: readonly string[]
  readonly slug: Slug
  readonly jurisdictions: readonly Jurisdiction[]
  readonly context: TargetContext
  /** By sequence; of a text without headnotes the text itself. */
  readonly points: readonly {
    readonly sequence: number | null
    readonly headnoteId: HeadnoteId | null
  }[]
  /** By which publishers refer to the wording, with the day of the decision. */
  readonly names: readonly string[]
  readonly day: Day | null
}

export type ValidityFact = Recorded & {
  readonly type: 'validity'
  readonly version: SemVer
  readonly validFrom: Day | null
  readonly validTo: Day | null
  readonly sourceVersion: string | null
}

/** The text is not public any more. */
export type HiddenFact = Recorded & {
  readonly type: 'unpublished' | 'withdrawn' | 'deleted'
  readonly replacement: Slug | null
}

/** Wordings were erased. */
export type ErasedFact = Recorded & {
  readonly type: 'erased'
  readonly versions: readonly SemVer[]
}

export type TextFact = PublishedFact | ValidityFact | HiddenFact | ErasedFact

/** A fact with its text, and the names under which the text is looked up. */
export type FactOfText = {
  readonly articleId: ArticleId
  readonly names: readonly string[]
  readonly fact: TextFact
}

/** The name of a slug among the names of texts. */
export const nameOfSlug = (slug: Slug): string => `slug:${slug}`

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const publishedFact = (
  recorded: Recorded,
  { version, sha256Hash, changeClass, reasons, content }: EventData<'VersionPublished'>,
): PublishedFact => {
  const headnotes = content.headnotes.toSorted((a, b) => a.sequence - b.sequence)
  const isErased = isErasedContent(content)
  const points = headnotes.map(({ sequence }) => ({
    sequence,
    headnoteId: headnoteIdOf(content.source.id, sequence),
  }))
  return {
    ...recorded,
    type: 'published',
    ...(isErased ? { erased: true as const } : {}),
    version,
    sha256Hash,
    changeClass,
    reasons,
    slug: content.slug,
    jurisdictions: [...new Set(content.jurisdiction)].toSorted(byCodeUnit),
    context: contextOf(content),
    points: points.length === 0 ? [{ sequence: null, headnoteId: null }] : points,
    names: isErased ? [] : namesOfText(content).map(({ name }) => name),
    day: content.judicialDecision?.decisionDate ?? null,
  }
}

/** The part of an event that changes need; null: nothing, as of most events. */
export const textFactOf = (event: StoredEvent): TextFact | null => {
  const recorded: Recorded = {
    position: event.position,
    eventId: event.id,
    appendId: event.appendId,
    time: event.time,
  }
  if (event.type === 'VersionPublished') return publishedFact(recorded, event.data)
  if (event.type === 'ValidityRecorded') return { ...recorded, type: 'validity', ...event.data }
  if (event.type === 'WordingErased')
    return { ...recorded, type: 'erased', versions: event.data.versions }
  if (event.type === 'Unpublished') return { ...recorded, type: 'unpublished', replacement: null }
  if (event.type === 'Deleted') return { ...recorded, type: 'deleted', replacement: null }
  if (event.type === 'Withdrawn')
    return { ...recorded, type: 'withdrawn', replacement: event.data.replacement }
  return null
}

/** The name under which all texts are found that were withdrawn in favour of another. */
export const REPLACED = 'replaced'

/** The names under which a text is looked up after a fact. */
export const namesOfFact = (fact: TextFact): readonly string[] => {
  if (fact.type === 'withdrawn') return fact.replacement === null ? [] : [REPLACED]
  return fact.type === 'published' && fact.erased !== true
    ? [...fact.names, nameOfSlug(fact.slug)]
    : []
}

/** What is public of a text after some of its facts. */
export type PublicText = Pick<TextState, 'validities'> & {
  readonly isPublic: boolean
  readonly wordings: readonly PublishedFact[]
  /** The append that published last: what it says of validity belongs to the publication. */
  readonly publishedIn: string | null
  /** When one of the facts last changed what is public. */
  readonly changedAt: Instant | null
}

export const NEVER_PUBLIC: PublicText = {
  isPublic: false,
  wordings: [],
  validities: {},
  publishedIn: null,
  changedAt: null,
}

/** A version that is published again keeps its place. */
const withWording = (text: PublicText, fact: PublishedFact): PublicText => {
  const place = text.wordings.findIndex(({ version }) => version === fact.version)
  return {
    ...text,
    isPublic: true,
    publishedIn: fact.appendId,
    wordings: place === -1 ? [...text.wordings, fact] : text.wordings.with(place, fact),
  }
}

/** Whether two states differ in which wording is in force when. */
export const hasOtherDays = (before: PublicText, after: PublicText): boolean =>
  JSON.stringify(timelineOfText(before)) !== JSON.stringify(timelineOfText(after))

/** The text after one more fact. Pure. */
export const afterFact = (text: PublicText, fact: TextFact): PublicText => {
  if (fact.type === 'published') return { ...withWording(text, fact), changedAt: fact.time }
  if (fact.type === 'validity') {
    const next = withValidity(text, fact)
    return text.isPublic && hasOtherDays(text, next) ? { ...next, changedAt: fact.time } : next
  }
  if (fact.type === 'erased') return text
  return { ...text, isPublic: false, changedAt: text.isPublic ? fact.time : text.changedAt }
}

/** The wording that is served; null while the text is not public. */
export const servedFact = (text: PublicText): PublishedFact | null => {
  const last = text.isPublic ? lastFact(text) : null
  return last?.erased === true ? null : last
}

/** The wording that stood for the text last, public or not; null: it never was. */
export const lastFact = (text: PublicText): PublishedFact | null =>
  text.wordings[timelineOfText(text).current] ?? null

/** The names of the searchable wordings with their days, by which publishers refer to the text. */
export const namesOfPublic = (text: PublicText): ReadonlyMap<string, Day | null> => {
  const { current, intervals } = timelineOfText(text)
  const searchable = text.wordings.filter(
    (_, index) => index === current || (intervals[index] ?? []).length > 0,
  )
  return new Map(searchable.flatMap(({ names, day }) => names.map((name) => [name, day] as const)))
}
