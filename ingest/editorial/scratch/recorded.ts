/** Recorded wordings of a text: what an editor begins from, and what two drafts have in common. */
import type { ArticleContent, ContentRecord } from '#contracts/content.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import type { Sha256Hex, Slug } from '#contracts/ids.ts'
import { textCache } from '../../command-handler/text-cache.ts'
import { loadText } from '../../command-handler/text-handler.ts'
import type { WriteDeps } from '../../command-handler/write-deps.ts'
import { contentOf } from '../../domain/article/content-record.ts'
import { tagOf } from '../../domain/article/decide-editorial.ts'
import { refuse } from '../../domain/refusals.ts'

export type RecordedDeps = Pick<WriteDeps, 'slugs' | 'store' | 'blobs'>

export type RecordedContent = { readonly tag: Sha256Hex; readonly content: ArticleContent }

const withText = async (
  { blobs }: Pick<RecordedDeps, 'blobs'>,
  record: ContentRecord,
): Promise<RecordedContent> => {
  const cache = textCache(blobs)
  await cache.fetch([record.contentClean])
  return { tag: tagOf(record), content: contentOf(record, cache.texts) }
}

/** The draft of a text, or its published wording. Refusal `text-unknown`. */
export const currentWording = async (
  deps: RecordedDeps,
  slug: Slug,
): Promise<RecordedContent | Refusal> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return text
  const record = text.state.draft?.content ?? text.state.published?.content
  return record === undefined ? refuse('text-unknown') : withText(deps, record)
}

/** The wording that had this tag, newest first; null: there was none. */
export const wordingWithTag = async (
  deps: RecordedDeps,
  slug: Slug,
  tag: Sha256Hex,
): Promise<RecordedContent | null> => {
  const streamId = await deps.slugs.ownerOf(slug)
  if (streamId === null) return null
  const events = (await deps.store.readStreams([streamId])).get(streamId) ?? []
  for (const { type, data } of events.toReversed()) {
    const isWording = type === 'Drafted' || type === 'Revised' || type === 'VersionPublished'
    if (isWording && tagOf(data.content) === tag) return withText(deps, data.content)
  }
  return null
}
