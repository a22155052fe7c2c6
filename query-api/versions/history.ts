import type { StoredArticleEvent } from '#contracts/events/event.ts'
import type { ArticleVersion } from '#contracts/http/versions.ts'
import {
  type Day,
  type Instant,
  printPosition,
  type SemVer,
  type Sha256Hex,
} from '#contracts/ids.ts'
import type { HeldInterval } from '#contracts/http/error.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import type { Interval } from '#contracts/search/document.ts'
import {
  evolve,
  NEW_TEXT,
  type TextState,
  timelineOfText,
} from '../projections/articles/text-state.ts'
import { type KeptWording, wordingsOf } from '../projections/articles/wording-view.ts'

type Published = Extract<StoredArticleEvent, { type: 'VersionPublished' }>
const isPublished = (event: StoredArticleEvent): event is Published =>
  event.type === 'VersionPublished'

/**
 * Each version as it was published first: a later republication changes neither number nor hash.
 */
const firstPublications = (facts: readonly StoredArticleEvent[]): ReadonlyMap<SemVer, Published> =>
  new Map(
    facts
      .filter(isPublished)
      .toReversed()
      .map((event) => [event.data.version, event]),
  )

const daysOf = ({ from, to }: Interval) => ({ validFrom: from, validTo: to })

/** The versions of a public text, in the order of their publication. Pure. */
export const historyOf = (
  state: TextState,
  facts: readonly StoredArticleEvent[],
  kept: ReadonlySet<Sha256Hex>,
): ArticleVersion[] => {
  const published = firstPublications(facts)
  return wordingsOf(state).flatMap(({ wording, current, intervals }) => {
    const event = published.get(wording.version)
    if (event === undefined) return []
    const { version, sha256Hash, publishedAt, content } = wording
    const { bump, changeClass, reasons } = event.data
    const erased = isErasedContent(content)
    return [
      {
        version,
        // The stand-in of an erased wording has a hash that means nothing.
        sha256Hash: erased ? null : sha256Hash,
        bump,
        changeClass,
        reasons,
        recordedAt: event.time,
        publishedAt,
        position: printPosition(event.position),
        inForce: intervals.map(daysOf),
        current,
        erased,
        readable: !erased && kept.has(content.contentClean.sha256),
      },
    ]
  })
}

const isWithin = (day: Day, { from, to }: Interval): boolean =>
  (from === null || from <= day) && (to === null || day <= to)

const DAY_CHARACTERS = 10

/** The day on which a text that is no law came into the world; null: unknown. */
const madeOn = ({ wording: { content, publishedAt } }: KeptWording): Day | null =>
  content.judicialDecision?.decisionDate ??
  (publishedAt?.slice(0, DAY_CHARACTERS) as Day | undefined) ??
  null

export type WordingOnDay =
  | { readonly wording: KeptWording; readonly days: Interval }
  | { readonly held: readonly HeldInterval[] }

/**
 * The wording in force on a day, with the days around it; else the days that are held, ascending. A
 * text without days of validity has one wording, the current one, from the day on which it was
 * made: nothing is ever clamped to the first or the last wording.
 */
export const wordingOnDay = (state: TextState, day: Day): WordingOnDay => {
  const all = wordingsOf(state)
  const dated = all.flatMap((wording) => wording.intervals.map((days) => ({ wording, days })))
  const timeline =
    dated.length > 0
      ? dated
      : all
          .filter(({ current }) => current)
          .map((wording) => ({ wording, days: { from: madeOn(wording), to: null } }))
  const found = timeline.find(({ days }) => isWithin(day, days))
  if (found !== undefined) return found
  return {
    held: timeline
      .map(({ wording, days }) => ({ ...daysOf(days), version: wording.wording.version }))
      .toSorted((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1)),
  }
}

/** Events that decide which version was served. */
export const SERVING = ['VersionPublished', 'ValidityRecorded'] as const

/**
 * The version that was current when the log had reached this time, by when its events were
 * recorded; before the first one, the first. Null for a text without a version.
 */
export const versionServedAt = (
  facts: readonly StoredArticleEvent[],
  time: Instant,
): SemVer | null => {
  const first = facts.find(isPublished)
  const state = facts.filter((event) => event.time <= time).reduce(evolve, NEW_TEXT)
  return state.wordings[timelineOfText(state).current]?.version ?? first?.data.version ?? null
}

/** Events that show in an article besides its wording. */
const SHOWN = [
  ...SERVING,
  'IntegrityFlagRaised',
  'IntegrityFlagCleared',
  'ConceptsMatched',
  'GroundednessAssessed',
] as const
export const FACTS_OF_A_VERSION: readonly StoredArticleEvent['type'][] = SHOWN

/**
 * The state in which a version was served last: with its flags, machine concepts and assessments of
 * then, before another version was published. Colours are those of today: who reads an earlier
 * wording must see that it was overruled since.
 */
export const stateOfVersion = (
  state: TextState,
  facts: readonly StoredArticleEvent[],
  version: SemVer,
): TextState => {
  const last = facts.findLastIndex((event) => isPublished(event) && event.data.version === version)
  const next = facts.findIndex((event, index) => index > last && isPublished(event))
  const own = next === -1 ? facts : facts.slice(0, next)
  const { flags, assessments, changedAt, matched } = own.reduce(evolve, NEW_TEXT)
  const { matched: _, ...rest } = state
  return {
    ...rest,
    flags,
    assessments,
    changedAt,
    ...(matched === undefined ? {} : { matched }),
  }
}
