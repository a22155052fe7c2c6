/** Ports of the impact inbox (contracts/conventions/desk.md). */
import { z } from 'zod'
import type { ArticleId, Instant, Position, SemVer, Slug, TreatmentId } from '#contracts/ids.ts'
import type { Citation } from '#contracts/citation.ts'
import type { RecogniseOptions } from '#contracts/law/citations/recognise.ts'
import type { StaffId } from '#contracts/staff.ts'
import type { NamesOfText } from '../../groundedness/ports.ts'
import type { PageAsked } from '../board/ports.ts'

/** What happened to the cited text. */
export const ImpactCause = z.enum(['changed', 'withdrawn', 'unpublished', 'deleted', 'turned-red'])
export type ImpactCause = z.infer<typeof ImpactCause>

/** A sentence that cites the text; offsets in UTF-16 units of the citing wording. */
export const CitingSentence = z.strictObject({
  start: z.int().nonnegative(),
  end: z.int().positive(),
  words: z.string(),
})
export type CitingSentence = z.infer<typeof CitingSentence>

/** A fact about a cited text that those who cite it have to know. */
export type ImpactChange = {
  /** That of the event; of a treatment, UUID v5 of the event and the text that it turned red. */
  readonly id: string
  readonly position: Position
  readonly at: Instant
  readonly cause: ImpactCause
  readonly cited: {
    readonly articleId: ArticleId
    readonly slug: Slug
    readonly title: string
    readonly oldVersion: SemVer | null
    readonly newVersion: SemVer | null
  }
  /** The cited wording, old and new, where they differ; shortened. */
  readonly before: string | null
  readonly after: string | null
  /** The reason that was given, or the treatment and the text that it comes from. */
  readonly detail: string | null
}

/** A text that cited the changed text when it changed. */
export type ImpactedText = {
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly title: string
  /** Only the open draft cites it, no public wording. */
  readonly isDraft: boolean
  readonly sentences: readonly CitingSentence[]
}

export type ImpactNotice = Omit<ImpactChange, 'id' | 'position' | 'cited'> & {
  readonly id: string
  readonly cited: Omit<ImpactChange['cited'], 'articleId'>
  readonly citing: Omit<ImpactedText, 'articleId' | 'sentences'>
  readonly sentences: readonly CitingSentence[]
  readonly settled: { readonly by: StaffId; readonly at: Instant } | null
}

export type ImpactFilter = {
  /** Only settled notices, or only the others. */
  readonly open?: boolean
  readonly citing?: Slug
  readonly cited?: Slug
}

export type ImpactPage = {
  readonly notices: readonly ImpactNotice[]
  readonly next: string | null
  readonly total: number
}

/** Reads the inbox, newest fact first. Throws Fault `cursor-unknown` for a foreign cursor. */
export type ImpactInbox = {
  list(filter: ImpactFilter, page: PageAsked): Promise<ImpactPage>
  /** False: there is no such notice. The first settlement is kept. */
  settle(id: string, by: StaffId, at: Instant): Promise<boolean>
  /** Takes a settlement back. False: there was none. */
  reopen(id: string): Promise<boolean>
  /** The position of the log that the inbox includes. */
  position(): Promise<Position>
}

/** What the follower writes; its position moves last. */
export type ImpactTable = {
  /** As `begin` of the board; an inbox begins where the log was when the desk was set up. */
  begin(version: number): Promise<Position>
  /** Records who is concerned by a change; doing it again changes nothing. */
  record(
    change: ImpactChange,
    impacted: readonly (ImpactedText & { readonly id: string })[],
  ): Promise<void>
  advance(position: Position): Promise<void>
}

/** The names that each open draft cites; a text without names has no row. */
export type DraftCitations = {
  keep(
    drafts: readonly { readonly articleId: ArticleId; readonly names: readonly string[] }[],
  ): Promise<void>
  /** By id, those after `after`; `limit` at most. */
  citing(
    text: NamesOfText,
    page: { readonly after: ArticleId | null; readonly limit: number },
  ): Promise<readonly ArticleId[]>
}

/** Recognises the citations of texts, in their order, on any thread. */
export type CitationRecogniser = (
  texts: readonly { readonly text: string; readonly options: RecogniseOptions }[],
) => Promise<readonly (readonly Citation[])[]>

/** The texts that are red today, and the treatments that made them so. */
export type RedTexts = {
  /** Among the texts with these ids or names. */
  among(
    ids: readonly ArticleId[],
    names: readonly string[],
  ): Promise<readonly { readonly articleId: ArticleId; readonly because: readonly TreatmentId[] }[]>
}
