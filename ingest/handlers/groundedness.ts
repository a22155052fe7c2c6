import { articleHash } from '#contracts/canonical/article.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleContent } from '#contracts/content.ts'
import type { ArticleEvent, StoredArticleEvent } from '#contracts/events/event.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { Instant, Position, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { WordingAssessed } from '../domain/article/commands.ts'
import type { ArticleState } from '../domain/article/state.ts'
import { contentOf } from '../domain/article/content-record.ts'
import { integrityEvents } from '../domain/article/integrity-events.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import {
  type Assessment,
  assessGroundedness,
  isNorm,
  type ResolvedCitation,
} from '../enrich/groundedness.ts'
import { groundednessFlags, type SourceStanding } from '../enrich/groundedness-flags.ts'
import { isCurrent } from '../groundedness/caught-up.ts'
import type { CitedText, CitedTexts } from '../groundedness/ports.ts'
import { type PreparedSources, preparedSources } from '../groundedness/prepared-sources.ts'
import { type LoadedText, loadText } from './load-text.ts'
import { textCache } from './text-cache.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

/** Bounds of one assessment. */
const ASSESSED = {
  /** Texts that the claims are held against. */
  sourcesMax: 60,
  /** How often it is made anew because others wrote to the text meanwhile. */
  triesMax: 5,
} as const

export type GroundednessDeps = Pick<WriteDeps, 'store' | 'blobs' | 'slugs'> & {
  readonly cited: CitedTexts
  /** Shared by the assessments of one walk, since many texts cite the same. */
  readonly prepared?: PreparedSources
}

/** What an assessment found out about one wording. */
export type WordingFound = {
  readonly assessedHash: Sha256Hex
  readonly assessment: Assessment
  readonly flags: readonly IntegrityFlag[]
  /** How far the read side knew the log. */
  readonly position: Position
}

export type GroundednessOutcome = WordingFound & {
  readonly slug: Slug
  /**
   * `unchanged`: what is recorded says it already. `norm`: not assessed, since a norm does not
   * support itself.
   */
  readonly result: 'recorded' | 'unchanged' | 'norm' | 'dry-run'
  /** Position of the last fact; null where none was recorded. */
  readonly recordedAt: Position | null
}

const standingOf = ({
  slug,
  sha256Hash,
  statusFlag,
  contentType,
  validity,
}: CitedText): SourceStanding => ({
  key: slug,
  sha256Hash,
  statusFlag,
  isNorm: isNorm(contentType),
  validity,
})

/**
 * Assesses a wording; records nothing. What the read side does not know yet raises no doubt by its
 * absence.
 */
export const assessWording = async (
  { cited, prepared = preparedSources() }: Pick<GroundednessDeps, 'cited' | 'prepared'>,
  content: ArticleContent,
  about: Pick<ArticleState, 'dismissed'> & {
    readonly publishedAt: Instant | null
    readonly time: Instant
    /** Everything in the log was there to be read; left out: it is found out. */
    readonly isComplete?: boolean
  },
): Promise<WordingFound> => {
  const isComplete = about.isComplete ?? (await isCurrent(cited))
  const { position } = await cited.reach()
  // A text is never its own evidence, so where it names itself it cites nothing.
  const found = (await cited.citationsOf(content)).filter(
    ({ slugs: [first, ...others] }) => first !== content.slug || others.length > 0,
  )
  const slugs = [...new Set(found.flatMap((one) => one.slugs))]
    .filter((slug) => slug !== content.slug)
    .slice(0, ASSESSED.sourcesMax)
  const texts = await cited.read(slugs)
  const citations = found.map(({ slugs: keys, ...citation }): ResolvedCitation => ({
    ...citation,
    keys,
  }))
  const assessment = assessGroundedness(content, texts.map(prepared), citations)
  const assessedHash = articleHash(content)
  const flags = groundednessFlags(assessment, {
    contentClean: content.contentClean,
    citations,
    standings: texts.map(standingOf),
    assessedHash,
    publishedAt: about.publishedAt,
    detectedAt: about.time,
    isComplete,
    dismissed: about.dismissed,
  })
  return { assessedHash, assessment, flags, position }
}

const DETECTORS = ['groundedness']

/** The facts that an assessment comes to, for whoever decides on them. */
export const assessedAs = (
  { assessment, assessedHash, flags }: WordingFound,
  assessedAt: Instant,
): WordingAssessed => ({
  assessed: {
    score: assessment.score,
    groundedness: { ...assessment.counts, method: assessment.method, assessedAt, assessedHash },
  },
  integrity: { detectors: DETECTORS, flags },
})

type Assessed = WordingAssessed['assessed']
/** What an assessment says, whenever it was made. */
const sayingOf = ({ score, groundedness }: Assessed): string =>
  canonicalJson([score, { ...groundedness, assessedAt: null }])

/** Whether the last assessment that was recorded says just this. */
const isRecorded = (facts: readonly StoredArticleEvent[], assessed: Assessed): boolean => {
  const last = facts.findLast(({ type }) => type === 'GroundednessAssessed')
  return last?.type === 'GroundednessAssessed' && sayingOf(last.data) === sayingOf(assessed)
}

const eventsOf = (
  { facts, state }: LoadedText,
  { assessed, integrity }: WordingAssessed,
): ArticleEvent[] => [
  ...(isRecorded(facts, assessed)
    ? []
    : [{ type: 'GroundednessAssessed' as const, data: assessed }]),
  ...integrityEvents(state.integrityFlags, integrity),
]

type Options = {
  readonly dryRun?: boolean
  /** The caller waited until everything that was in the log could be read. */
  readonly isComplete?: boolean
}

/** One try; `moved-on`: others wrote to the text meanwhile. */
const assessLoaded = async (
  deps: GroundednessDeps,
  text: LoadedText,
  context: WriteContext,
  { dryRun = false, isComplete }: Options,
): Promise<GroundednessOutcome | DomainRefusal | 'moved-on'> => {
  const { streamId, state } = text
  if (state.published === null) return refuse('never-published')
  if (state.standing !== 'published') return refuse('already-unpublished')
  const { content: record, publishedAt } = state.published
  const cache = textCache(deps.blobs)
  await cache.fetch([record.contentClean])
  const content = contentOf(record, cache.texts)
  const found = await assessWording(deps, content, {
    dismissed: state.dismissed,
    publishedAt,
    time: context.time,
    ...(isComplete === undefined ? {} : { isComplete }),
  })
  const outcome = { ...found, slug: content.slug, recordedAt: null }
  if (isNorm(content.contentType)) return { ...outcome, flags: [], result: 'norm' }
  const events = eventsOf(text, assessedAs(found, context.time))
  if (events.length === 0) return { ...outcome, result: 'unchanged' }
  if (dryRun) return { ...outcome, result: 'dry-run' }
  const append = { streamId, expectedVersion: state.streamVersion, events }
  const answer = await deps.store.append([append], context)
  return 'conflict' in answer
    ? 'moved-on'
    : { ...outcome, result: 'recorded', recordedAt: answer.lastPosition }
}

/**
 * Assesses the published wording of a text against what it cites, and records score, counts and
 * flags under its hash, unless that is what is recorded already. Refusals `text-unknown`,
 * `never-published`, `already-unpublished`. The same text and sources give the same facts. Throws
 * Fault `streams-busy` if others keep writing to the text.
 */
export const assessText = async (
  deps: GroundednessDeps,
  slug: Slug,
  context: WriteContext,
  options: Options = {},
): Promise<GroundednessOutcome | DomainRefusal> => {
  for (let tries = 0; tries < ASSESSED.triesMax; tries += 1) {
    const text = await loadText(deps, slug)
    if (isRefusal(text)) return text
    const outcome = await assessLoaded(deps, text, context, options)
    if (outcome !== 'moved-on') return outcome
  }
  throw new Fault('streams-busy', 'others keep writing to this text', {
    retryAfterMs: 1_000,
    hint: 'try again',
  })
}
