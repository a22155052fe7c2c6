/** The texts and sentences that cited a text when it changed. */
import type { Citation } from '#contracts/citation.ts'
import type { ContentRecord } from '#contracts/content.ts'
import type { Blobs } from '#contracts/events/append.ts'
import type { ArticleId, Position } from '#contracts/ids.ts'
import { namesOfTarget, recogniseOptionsOf } from '#contracts/law/citations/names.ts'
import { textCache } from '../../command-handler/text-cache.ts'
import { contentOf } from '../../domain/article/content-record.ts'
import { impactOfChange } from '../../groundedness/impact.ts'
import type { CitingTexts, NamesOfText } from '../../groundedness/ports.ts'
import type { EventStore } from '../../ports.ts'
import { eventsOf, stateOfText } from '../board/text-events.ts'
import type { CitationRecogniser, CitingSentence, DraftCitations, ImpactedText } from './ports.ts'

/** Bounds of one notice and of one page of citing texts. */
export const CITING = { textsPerPage: 50, sentencesMax: 100, sentenceUnitsMax: 2_000 } as const

export type CitingDeps = {
  readonly store: Pick<EventStore, 'readStreams'>
  readonly blobs: Blobs
  readonly citing: CitingTexts
  readonly drafts: Pick<DraftCitations, 'citing'>
  readonly recognise: CitationRecogniser
}

/** Laws of two countries may share a number or a date; names of courts and the Union are unique. */
const isOfCountry = (
  { kind, jurisdiction }: Citation,
  cited: NamesOfText['jurisdiction'],
): boolean =>
  (kind !== 'article' && kind !== 'act') ||
  jurisdiction === null ||
  jurisdiction === 'EU' ||
  cited === null ||
  jurisdiction === cited

/** The sentences of a wording that cite a text with these names. */
export const citingSentences = (
  contentClean: string,
  citations: readonly Citation[],
  { names, jurisdiction }: NamesOfText,
): CitingSentence[] => {
  const wanted = new Set(names)
  const citing = citations.filter(
    (one) =>
      isOfCountry(one, jurisdiction) &&
      one.targets.some((target) => namesOfTarget(target).some((name) => wanted.has(name))),
  )
  const [impact] = impactOfChange([{ id: null, contentClean, citations: citing }])
  return (impact?.sentences ?? []).slice(0, CITING.sentencesMax).map(({ start, end }) => ({
    start,
    end,
    words: contentClean.slice(start, Math.min(end, start + CITING.sentenceUnitsMax)).toWellFormed(),
  }))
}

/** Every name that a wording cites. */
export const namesCitedIn = (citations: readonly Citation[]): string[] => [
  ...new Set(citations.flatMap(({ targets }) => targets.flatMap(namesOfTarget))),
]

type Candidate = {
  readonly articleId: ArticleId
  readonly isDraft: boolean
  readonly content: ContentRecord
}

/** The public wording and the draft that a text had just before a position. */
const wordingsBefore = async (
  { store }: CitingDeps,
  ids: readonly ArticleId[],
  position: Position,
): Promise<Candidate[]> =>
  [...(await eventsOf(store, ids))].flatMap(([articleId, events]) => {
    const known = events.filter((event) => event.position < position)
    const { draft, published, publicStatus } = stateOfText(known)
    const publicOne = publicStatus === 'published' ? published : null
    return [
      ...(publicOne === null ? [] : [{ articleId, isDraft: false, content: publicOne.content }]),
      ...(draft === null ? [] : [{ articleId, isDraft: true, content: draft.content }]),
    ]
  })

const impactedAmong = async (
  deps: CitingDeps,
  ids: readonly ArticleId[],
  cited: NamesOfText,
  position: Position,
): Promise<ImpactedText[]> => {
  const candidates = await wordingsBefore(deps, ids, position)
  const cache = textCache(deps.blobs)
  await cache.fetch(candidates.map(({ content }) => content.contentClean))
  const contents = candidates.map(({ content }) => contentOf(content, cache.texts))
  const read = await deps.recognise(
    contents.map((one) => ({ text: one.contentClean, options: recogniseOptionsOf(one) })),
  )
  const impacted = new Map<ArticleId, ImpactedText>()
  for (const [index, { articleId, isDraft }] of candidates.entries()) {
    const content = contents[index]
    // The public wording comes first; its draft is not named a second time.
    if (content === undefined || impacted.has(articleId)) continue
    const sentences = citingSentences(content.contentClean, read[index] ?? [], cited)
    const { slug, title } = content
    if (sentences.length > 0)
      impacted.set(articleId, { articleId, slug, title, isDraft, sentences })
  }
  return [...impacted.values()]
}

type Ids = (after: ArticleId | null) => Promise<readonly ArticleId[]>

async function* pagesOf(list: Ids): AsyncGenerator<readonly ArticleId[]> {
  for (let after: ArticleId | null = null; ;) {
    const page: readonly ArticleId[] = await list(after)
    if (page.length > 0) yield page
    after = page.at(-1) ?? null
    if (page.length < CITING.textsPerPage) return
  }
}

/**
 * The texts that cited a text just before a position and still do, page by page: public ones, then
 * those that only cite it in an open draft. A text may come twice, with the same answer.
 */
export async function* citingBefore(
  deps: CitingDeps,
  cited: NamesOfText,
  position: Position,
): AsyncGenerator<readonly ImpactedText[]> {
  const limit = CITING.textsPerPage
  const published: Ids = async (after) =>
    (await deps.citing.citing(cited, { after, limit, among: 'edited' })).map(
      ({ articleId }) => articleId,
    )
  const drafts: Ids = (after) => deps.drafts.citing(cited, { after, limit })
  for (const list of [published, drafts])
    for await (const ids of pagesOf(list)) yield impactedAmong(deps, ids, cited, position)
}
