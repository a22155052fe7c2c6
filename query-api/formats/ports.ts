/** A text ready to be laid out, for documents that people take along (PDF, HTML). */
import type { ArticleVersion } from '#contracts/http/versions.ts'
import type { Instant } from '#contracts/ids.ts'
import type { CitationLink, Style } from '#contracts/law/reading/runs.ts'
import type { MadeFormat } from './formats.ts'

export type PrintedRun = {
  readonly text: string
  readonly style: Style
  /** Absolute address; null: no link. */
  readonly href: string | null
  /** What the address leads to, for who can't see the words around it. */
  readonly title: string | null
  /** Whether it is the number of a note. */
  readonly isNote: boolean
}

export type PrintedItem = { readonly mark: string; readonly runs: readonly PrintedRun[] }
export type PrintedRow = readonly (readonly PrintedRun[])[]

/** `language`: of its words, where they differ from those of the document. */
type OfLanguage = { readonly language?: string }

export type PrintedBlock = OfLanguage &
  (
    | {
        readonly kind: 'heading'
        /** From 1, the title of the document; no level is left out on the way down. */
        readonly level: number
        readonly text: string
        readonly id: string | null
      }
    | {
        readonly kind: 'paragraph'
        readonly runs: readonly PrintedRun[]
        /** `lead`: above or below the title; `small`: beside the text, not part of it. */
        readonly role: 'text' | 'lead' | 'quote' | 'small'
        readonly id: string | null
      }
    | { readonly kind: 'list'; readonly items: readonly PrintedItem[] }
    | {
        readonly kind: 'table'
        readonly head: PrintedRow | null
        readonly rows: readonly PrintedRow[]
      }
    | {
        /** Names and values. */
        readonly kind: 'facts'
        readonly facts: readonly (readonly [name: string, value: readonly PrintedRun[]])[]
      }
    /** A command, line by line. */
    | { readonly kind: 'code'; readonly lines: readonly string[] }
  )

/** A text with its facts, as blocks in the order of reading. */
export type PrintedDocument = {
  readonly title: string
  /** Of the text (BCP 47). */
  readonly language: string
  /** Who made the text, as far as it is known. */
  readonly author: string | null
  readonly subject: string
  readonly keywords: readonly string[]
  /** Permanent address of this very version. */
  readonly address: string
  readonly version: string
  readonly sha256Hash: string
  /** When the version was last changed; stands for the time of making, so that bytes are stable. */
  readonly changedAt: Instant
  /** At the foot of each page: what the document is, without the number of the page. */
  readonly foot: string
  /** Before the number of a page, and between it and their count. */
  readonly pageWords: { readonly page: string; readonly of: string }
  readonly blocks: readonly PrintedBlock[]
}

/**
 * Prints a document as tagged PDF (ISO 32000-1, PDF/UA-1). The same document gives the same bytes.
 * Faults: `computation-failed`; the signal aborts when nobody waits any more.
 */
export type PrintPdf = (document: PrintedDocument, signal?: AbortSignal) => Promise<Uint8Array>

/** All that a document is made from, so that a tag over it is a tag of the document. */
export type MakeRequest = {
  readonly format: MadeFormat
  /** The stored article. */
  readonly json: string
  /** Such as `https://example.org`. */
  readonly origin: string
  readonly links: readonly CitationLink[]
  /** Slugs of the texts that it cites. */
  readonly cites: readonly string[]
  /** What the version says of itself; null where it is not known. */
  readonly version: ArticleVersion | null
}

/** Makes a document; the same request gives the same bytes. Faults: `computation-failed`. */
export type MakeDocument = (request: MakeRequest, signal?: AbortSignal) => Promise<Uint8Array>
