import { isRefusal } from '#contracts/fault.ts'
import type { Instant, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import {
  flagsAfter,
  integrityEvents,
  isOfAnotherWording,
} from '../domain/article/integrity-events.ts'
import type { DomainRefusal } from '../domain/refusals.ts'
import { isNorm } from '../enrich/groundedness.ts'
import { textCache } from '../command-handler/text-cache.ts'
import { contentOf } from '../domain/article/content-record.ts'
import { loadText } from '../command-handler/text-handler.ts'
import { assessWording, type GroundednessDeps, toAssessment } from './assess-text.ts'
import { type DescribedDoubt, describeDoubts } from './describe-doubt.ts'
import type { DoubtLanguage } from './doubt-words.ts'

/** The doubts about a wording, as its publication would find them now. */
export type TextDoubts = {
  readonly sha256Hash: Sha256Hex | null
  /** Null: nothing can be checked, or a norm. */
  readonly score: number | null
  readonly flags: readonly IntegrityFlag[]
  readonly doubts: readonly DescribedDoubt[]
}

/**
 * Assesses the draft of a text, or else its published wording, without recording, and describes
 * every doubt. Refusal `text-unknown`.
 */
export const doubtsOfText = async (
  deps: GroundednessDeps,
  slug: Slug,
  { time, language }: { readonly time: Instant; readonly language: DoubtLanguage },
): Promise<TextDoubts | DomainRefusal> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return text
  const { draft, published, dismissed, integrityFlags } = text.state
  const wording = draft ?? published
  if (wording === null) return { sha256Hash: null, score: null, flags: [], doubts: [] }
  const cache = textCache(deps.blobs)
  await cache.fetch([wording.content.contentClean])
  const content = contentOf(wording.content, cache.texts)
  const publishedAt = draft === null ? (published?.publishedAt ?? null) : time
  const found = await assessWording(deps, content, { dismissed, publishedAt, time })
  const { integrity } = toAssessment(found, time)
  const events = isNorm(content.contentType) ? [] : integrityEvents(integrityFlags, integrity)
  const flags = flagsAfter(integrityFlags, events).filter(
    (flag) => !isOfAnotherWording(flag, found.assessedHash),
  )
  const { assessment, assessedHash: sha256Hash } = found
  const doubts = await describeDoubts(deps, content, flags, { language, assessment })
  return { sha256Hash, score: assessment.score, flags, doubts }
}
