/**
 * What passes between the desk process and the thread that annotates, previews, merges and
 * assesses.
 */
import type { ArticleContent } from '#contracts/content.ts'
import type { EntailmentPair, Opinion } from '#contracts/law/claims/entailment.ts'
import type { Slug } from '#contracts/ids.ts'
import type { EditorWork } from '#ingest/editorial/desk/editor/work.ts'
import type { WordingAsked, WordingFound } from '#ingest/groundedness/wording-found.ts'
import type { CitationFound, CitedText, CitingContent, Reach } from '#ingest/ports.ts'

type Work<Name extends keyof EditorWork> = {
  asked: Parameters<EditorWork[Name]>[0]
  answered: Awaited<ReturnType<EditorWork[Name]>>
}

export type EditingCalls = {
  annotate: Work<'annotate'>
  preview: Work<'preview'>
  merge: Work<'merge'>
  assess: {
    asked: { readonly content: ArticleContent; readonly about: WordingAsked }
    answered: WordingFound
  }
}

/** What the thread asks of its process, which has database and model. */
export type OwnedCalls = {
  citationsOf: { asked: CitingContent; answered: readonly CitationFound[] }
  read: { asked: readonly Slug[]; answered: readonly CitedText[] }
  reach: { asked: null; answered: Reach }
  compare: { asked: readonly EntailmentPair[]; answered: readonly Opinion[] }
}

export type EditingStart = { readonly entailmentModel: string | null }
