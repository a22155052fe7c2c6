import { articleHash } from '#contracts/canonical/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Position, Sha256Hex, Slug } from '#contracts/ids.ts'
import { type CheckedSource, checkedSource } from '#contracts/law/claims/statement.ts'
import { contentOf } from '../domain/content-record.ts'
import { integrityEvents } from '../domain/integrity-events.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import {
  type Assessment,
  assessGroundedness,
  groundednessFlags,
  type ResolvedCitation,
} from '../enrich/groundedness.ts'
import type { CitedTexts } from './groundedness-ports.ts'
import { loadText } from './load-text.ts'
import { textCache } from './text-cache.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

/** Bounds of one assessment. */
const ASSESSED = {
  /** Texts that the claims are held against. */
  sourcesMax: 60,
} as const

export type GroundednessDeps = Pick<WriteDeps, 'store' | 'blobs' | 'slugs'> & {
  readonly cited: CitedTexts
}

export type GroundednessOutcome = {
  readonly slug: Slug
  readonly assessedHash: Sha256Hex
  readonly assessment: Assessment
  /** Of the last fact; null where the stream moved on meanwhile and nothing was recorded. */
  readonly position: Position | null
}

const sourcesOf = async (
  cited: CitedTexts,
  own: Slug,
  slugs: readonly Slug[],
): Promise<CheckedSource[]> => {
  // A text is never its own evidence.
  const others = [...new Set(slugs)].filter((slug) => slug !== own).slice(0, ASSESSED.sourcesMax)
  const texts = await cited.read(others)
  return texts.map((text) => checkedSource(text.slug, text))
}

/**
 * Assesses the published wording of a text against what it cites, and records score, counts and flags under its hash. Refusal
 * `text-unknown`, or `never-published` where nothing is public. The same text and sources give the same facts.
 */
export const assessText = async (
  { store, blobs, slugs, cited }: GroundednessDeps,
  slug: Slug,
  context: WriteContext,
): Promise<GroundednessOutcome | DomainRefusal> => {
  const text = await loadText({ slugs, store }, slug)
  if (isRefusal(text)) return text
  const { streamId, state } = text
  if (state.published === null) return refuse('never-published')
  const cache = textCache(blobs)
  await cache.fetch([state.published.content.contentClean])
  const content = contentOf(state.published.content, cache.texts)
  const found = await cited.citationsOf(content.contentClean)
  const sources = await sourcesOf(
    cited,
    content.slug,
    found.flatMap((one) => one.slugs),
  )
  const citations = found.map(({ start, end, slugs: keys, dead }): ResolvedCitation => ({
    start,
    end,
    keys,
    dead,
  }))
  const assessment = assessGroundedness(content, sources, citations)
  const assessedHash = articleHash(content)
  const flags = groundednessFlags(assessment, citations, context.time)
  const events: ArticleEvent[] = [
    {
      type: 'GroundednessAssessed',
      data: {
        score: assessment.score,
        groundedness: {
          ...assessment.counts,
          method: assessment.method,
          assessedAt: context.time,
          assessedHash,
        },
      },
    },
    ...integrityEvents(state.integrityFlags, { flags, detectors: ['groundedness'] }),
  ]
  const answer = await store.append(
    [{ streamId, expectedVersion: state.streamVersion, events }],
    context,
  )
  const position = 'conflict' in answer ? null : answer.lastPosition
  return { slug, assessedHash, assessment, position }
}
