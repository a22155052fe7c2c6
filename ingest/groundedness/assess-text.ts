import { articleHash } from '#contracts/canonical/article.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Instant, Position, Slug } from '#contracts/ids.ts'
import type { ClaimVerifier } from '#contracts/law/claims/judge.ts'
import type { WordingAssessed } from '../domain/article/commands.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { assessGroundedness, isNorm, type ResolvedCitation } from '../enrich/groundedness.ts'
import { authoritiesOf, groundednessFlags, type SourceState } from '../enrich/groundedness-flags.ts'
import { isCurrent } from './caught-up.ts'
import type { CitedText, CitedTexts } from '../ports.ts'
import { type PreparedSources, preparedSources } from './prepared-sources.ts'
import {
  type DecidedText,
  handleText,
  type TextDecisions,
} from '../command-handler/text-handler.ts'
import type { WriteContext, WriteDeps } from '../command-handler/write-deps.ts'
import type { AssessWording, WordingAsked, WordingFound } from './wording-found.ts'

/** Most sources of one assessment. */
const SOURCES_MAX = 60

export type GroundednessDeps = Pick<WriteDeps, 'store' | 'blobs' | 'slugs'> & {
  readonly cited: CitedTexts
  readonly verifier: ClaimVerifier
  /** As in `WriteDeps`. */
  readonly assess?: AssessWording
  /** Shared by the assessments of one walk, since texts cite the same sources. */
  readonly prepared?: PreparedSources
}

export type GroundednessOutcome = WordingFound & {
  readonly slug: Slug
  /** `unchanged`: the same assessment is recorded already. `norm`: norms are not assessed. */
  readonly result: 'recorded' | 'unchanged' | 'norm' | 'dry-run'
  /** Position of the last event; null if none was recorded. */
  readonly recordedAt: Position | null
}

const sourceStateOf = ({
  slug,
  sha256Hash,
  statusFlag,
  stoppedBy,
  contentType,
  validity,
}: CitedText): SourceState => ({
  key: slug,
  sha256Hash,
  statusFlag,
  stoppedBy,
  isNorm: isNorm(contentType),
  validity,
})

/** The citations of a wording, without those of itself: a text is not evidence for itself. */
const citedBy = async (cited: CitedTexts, content: ArticleContent) => {
  const found = (await cited.citationsOf(content)).filter(
    ({ slugs: [first, ...others] }) => first !== content.slug || others.length > 0,
  )
  const slugs = [...new Set(found.flatMap((one) => one.slugs))]
    .filter((slug) => slug !== content.slug)
    .slice(0, SOURCES_MAX)
  return { found, texts: await cited.read(slugs) }
}

/** The cited texts whose status is red today, sorted; nothing is judged. */
export const citedRedOf = async (
  { cited }: Pick<GroundednessDeps, 'cited'>,
  content: ArticleContent,
): Promise<Slug[]> => {
  const { texts } = await citedBy(cited, content)
  const round = { key: content.slug, sourceStates: texts.map(sourceStateOf) }
  const red = new Set(authoritiesOf('red', round).map(({ key }) => key))
  return texts
    .map(({ slug }) => slug)
    .filter((slug) => red.has(slug))
    .toSorted()
}

/**
 * Assesses a wording without recording. A text missing because the read models lag raises no doubt.
 */
export const assessWording = async (
  {
    cited,
    verifier,
    prepared = preparedSources(),
  }: Pick<GroundednessDeps, 'cited' | 'verifier' | 'prepared'>,
  content: ArticleContent,
  about: WordingAsked,
): Promise<WordingFound> => {
  const isComplete = about.isComplete ?? (await isCurrent(cited))
  const { position } = await cited.reach()
  const { found, texts } = await citedBy(cited, content)
  const citations = found.map(({ slugs: keys, ...citation }): ResolvedCitation => ({
    ...citation,
    keys,
  }))
  const isDecision = content.contentType === 'jurisprudence'
  const compared = texts.filter(({ contentType }) => !isDecision || isNorm(contentType))
  const foreign = texts.filter(({ language }) => language !== content.language)
  const assessment = await assessGroundedness(
    content,
    compared.map(prepared),
    citations,
    verifier,
    {
      foreign: new Set(foreign.map(({ slug }) => slug)),
    },
  )
  const assessedHash = articleHash(content)
  const flags = groundednessFlags(assessment, {
    key: content.slug,
    contentClean: content.contentClean,
    citations,
    sourceStates: texts.map(sourceStateOf),
    assessedHash,
    publishedAt: about.publishedAt,
    detectedAt: about.time,
    isComplete,
    dismissed: about.dismissed,
  })
  return { content, assessedHash, assessment, flags, position }
}

/** Assesses a wording where the process has its place for that. */
export const assessElsewhere = (
  { assess, ...deps }: Pick<GroundednessDeps, 'cited' | 'verifier' | 'prepared' | 'assess'>,
  content: ArticleContent,
  about: WordingAsked,
): Promise<WordingFound> =>
  assess === undefined ? assessWording(deps, content, about) : assess(content, about)

/** The assessment as a command records it. */
export const toAssessment = (
  { assessment, assessedHash, flags }: WordingFound,
  assessedAt: Instant,
): WordingAssessed => ({
  assessed: {
    score: assessment.score,
    groundedness: { ...assessment.counts, method: assessment.method, assessedAt, assessedHash },
  },
  integrity: { detectors: ['groundedness'], flags },
})

type Options = {
  readonly dryRun?: boolean
  /** The caller waited until the read models were current. */
  readonly isComplete?: boolean
}

/** The assessment of a public text, and the text with the decided events. */
type AssessedText = {
  readonly text: DecidedText
  readonly outcome: Omit<GroundednessOutcome, 'recordedAt'>
}

const assessPublished = async (
  deps: GroundednessDeps,
  text: DecidedText,
  decisions: TextDecisions,
  context: WriteContext,
  { dryRun = false, isComplete }: Options,
): Promise<AssessedText | DomainRefusal> => {
  const { published, publicStatus, dismissed } = text.state
  if (published === null) return refuse('never-published')
  if (publicStatus !== 'published') return refuse('already-unpublished')
  const content = await decisions.contentOf(published.content)
  const found = await assessWording(deps, content, {
    dismissed,
    publishedAt: published.publishedAt,
    time: context.time,
    ...(isComplete === undefined ? {} : { isComplete }),
  })
  const outcome = { ...found, slug: content.slug }
  if (isNorm(content.contentType))
    return { text, outcome: { ...outcome, flags: [], result: 'norm' } }
  const assessment = toAssessment(found, context.time)
  const decided = await decisions.decide(text, { type: 'RecordAssessment', assessment })
  if (isRefusal(decided)) return decided
  if (decided.events.length === 0) return { text, outcome: { ...outcome, result: 'unchanged' } }
  if (dryRun) return { text, outcome: { ...outcome, result: 'dry-run' } }
  return { text: decided, outcome: { ...outcome, result: 'recorded' } }
}

/**
 * Compares the published wording of a text with its sources, and records score, counts and flags if
 * they changed. Deterministic. Refusals `text-unknown`, `never-published`, `already-unpublished`.
 * Throws Fault `streams-busy`.
 */
export const assessText = async (
  deps: GroundednessDeps,
  slug: Slug,
  context: WriteContext,
  options: Options = {},
): Promise<GroundednessOutcome | DomainRefusal> => {
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const found = await assessPublished(deps, text, decisions, context, options)
    return isRefusal(found) ? found : { text: found.text, answer: found.outcome }
  })
  return isRefusal(handled) ? handled : { ...handled.answer, recordedAt: handled.position }
}
