/** Hits as they are returned, from one state of the index. */
import type { ArticleHit, HeadnoteHit, SearchHit } from '#contracts/http/search.ts'
import type { Day, Sha256Hex } from '#contracts/ids.ts'
import { makeTermFinder } from '#contracts/law/analysis/analyse.ts'
import { textSpan } from '#contracts/text-span.ts'
import type { EntryDisplay, SearchIndex } from '../ports.ts'
import type { FoldedText } from './collapse.ts'
import type { Explainer } from './explain.ts'
import type { FusedEntry } from './fusion.ts'
import { highlight, type Span } from './highlight.ts'
import { validityOn } from './in-force.ts'
import type { HitTexts } from './ports.ts'
import { makeSnippets } from './snippet.ts'

/** What all hits of an answer are shown with. */
export type HitContext = {
  readonly terms: ReadonlySet<string>
  /** Names that the query cites. */
  readonly identifiers: readonly string[]
  /** Of the query, where meaning was compared. */
  readonly vector: Float32Array | null
  readonly day: Day
  readonly explainer: Explainer
  readonly isExplained: boolean
  /** Whether hits show a piece of their text. */
  readonly hasSnippets: boolean
}

type HitDeps = {
  readonly index: Pick<SearchIndex, 'displays'>
  readonly texts: HitTexts
}

type Shown = Pick<ArticleHit, 'snippet' | 'snippetSpan' | 'passageHeading'>
const NOT_SHOWN: Shown = { snippet: null, snippetSpan: null, passageHeading: null }

const sharedMembers = (display: EntryDisplay, score: number, day: Day) => ({
  score,
  slug: display.slug,
  title: display.title,
  abstract: display.abstract,
  language: display.language,
  jurisdiction: display.jurisdiction,
  contentType: display.contentType,
  publishedAt: display.publishedAt,
  version: display.version,
  sha256Hash: display.sha256Hash,
  ...validityOn(display.validity, day),
})

/** The passage that meaning found, as far as the text was read. */
const nearestPassage = ({ passages, passage }: EntryDisplay, text: string): Span | null => {
  const found = passages.find(({ ordinal }) => ordinal === passage)
  return found === undefined || found.end > text.length ? null : found
}

/** The heading above a place: of the last passage that begins before it. */
const headingAt = ({ passages }: EntryDisplay, at: number): string | null =>
  passages.findLast(({ start, end }) => start <= at && at < end)?.heading ?? null

const pieceOf = (
  display: EntryDisplay,
  text: string,
  snippets: ReturnType<typeof makeSnippets>,
  isByMeaning: boolean,
): Shown => {
  const whole = { start: 0, end: text.length }
  const within = isByMeaning ? (nearestPassage(display, text) ?? whole) : whole
  const { html, span } = snippets(text, within)
  return {
    snippet: html,
    snippetSpan: textSpan(text, span.start, span.end).codePoint,
    passageHeading: headingAt(display, span.start),
  }
}

/** Makes the hits of one answer from the displays of its page. */
const hitMaker = (context: HitContext, texts: ReadonlyMap<Sha256Hex, string>) => {
  const { terms, day, identifiers, explainer, isExplained } = context
  const find = makeTermFinder(terms)
  const snippets = makeSnippets(terms, find)
  const explained = (entry: number) =>
    isExplained ? { explanation: explainer.explain(entry) } : {}
  return {
    article: (display: EntryDisplay, { entry, score }: FusedEntry): ArticleHit => {
      const text = texts.get(display.contentSha256)
      return {
        type: 'article',
        ...sharedMembers(display, score, day),
        statusFlag: display.headnote?.articleStatusFlag ?? display.statusFlag,
        ...(text === undefined
          ? NOT_SHOWN
          : pieceOf(display, text, snippets, explainer.isByMeaning(entry))),
        matchedIdentifiers: display.identifiers.filter((name) => identifiers.includes(name)),
        ...explained(entry),
      }
    },
    headnote: (display: EntryDisplay, { entry, score }: FusedEntry): HeadnoteHit[] => {
      const { headnote } = display
      if (headnote === null) return []
      return [
        {
          type: 'headnote',
          headnoteId: headnote.headnoteId,
          articleSlug: display.slug,
          articleTitle: display.title,
          sequence: headnote.sequence,
          summary: headnote.summary,
          snippet: highlight(headnote.summary, find),
          legalRuleType: headnote.legalRuleType,
          ...sharedMembers(display, score, day),
          statusFlag: display.statusFlag,
          ...explained(entry),
        },
      ]
    },
  }
}

/** Displays by entry, and the texts of those that are shown as articles. */
const load = async (
  { index, texts }: HitDeps,
  entries: readonly number[],
  articles: ReadonlySet<number>,
  { vector, hasSnippets }: HitContext,
) => {
  const displays = await index.displays(entries, vector)
  const byEntry = new Map(entries.map((entry, at) => [entry, displays[at]]))
  const hashes = [...articles].flatMap((entry) => byEntry.get(entry)?.contentSha256 ?? [])
  return {
    displayOf: (entry: number): EntryDisplay[] => {
      const display = byEntry.get(entry)
      return display === undefined ? [] : [display]
    },
    read: hasSnippets && hashes.length > 0 ? await texts.get([...new Set(hashes)]) : new Map(),
  }
}

/** The hits of a page, articles and headnotes side by side. */
export const hitsOf = async (
  deps: HitDeps,
  page: readonly FusedEntry[],
  context: HitContext,
): Promise<SearchHit[]> => {
  const articles = page.filter(({ kind }) => kind === 'article').map(({ entry }) => entry)
  const entries = page.map(({ entry }) => entry)
  const { displayOf, read } = await load(deps, entries, new Set(articles), context)
  const make = hitMaker(context, read)
  return page.flatMap((fused) =>
    displayOf(fused.entry).flatMap((display): SearchHit[] =>
      fused.kind === 'article' ? [make.article(display, fused)] : make.headnote(display, fused),
    ),
  )
}

/** The texts of a page, each with its headnotes that are hits. */
export const foldedHitsOf = async (
  deps: HitDeps,
  page: readonly FoldedText[],
  context: HitContext,
): Promise<SearchHit[]> => {
  const shown = page.map((text) => ({ ...text, from: text.article ?? text.best }))
  const entries = shown.flatMap(({ from, headnotes }) => [from, ...headnotes])
  const { displayOf, read } = await load(
    deps,
    [...new Set(entries.map(({ entry }) => entry))],
    new Set(shown.map(({ from }) => from.entry)),
    context,
  )
  const make = hitMaker(context, read)
  return shown.flatMap(({ best, from, headnotes }) =>
    displayOf(from.entry).map((display) => ({
      ...make.article(display, best),
      headnotes: headnotes.flatMap((fused) =>
        displayOf(fused.entry).flatMap((one) => make.headnote(one, fused)),
      ),
    })),
  )
}
