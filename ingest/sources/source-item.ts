import type { ImportRecord } from './import-record.ts'
import type { Refusal } from '#contracts/fault.ts'

/** Limits of what is read from one file. Bytes are of the file as it lies on the disk. */
export const SOURCE_LIMITS = {
  /** The largest text is 4 MiB, and JSON may write two bytes of UTF-8 as six (`\u00e9`). */
  lineBytesMax: 32 * 1024 * 1024,
  markdownBytesMax: 8 * 1024 * 1024,
  /** One file of XML, JSON of an API, Word or PDF is held whole. */
  documentBytesMax: 32 * 1024 * 1024,
  frontMatterCharactersMax: 256 * 1024,
  nestingMax: 32,
  /** How much of a file is looked at to tell its format. */
  headBytes: 8 * 1024,
} as const

/**
 * A magistrate or lawyer as a decision names them: identity and office, nothing else. Parties are
 * never here.
 */
export type NamedPerson = {
  readonly name: string
  readonly office: 'president' | 'rapporteur' | 'advocate_general' | 'lawyers'
}

/** A tie that the publisher states between this text and another (DILA: LIEN), for the citator. */
export type PublisherLink = {
  /** The publisher's own word: `CITATION`, `MODIFIE`, `ABROGATION`, `RAPPROCHEMENT` … */
  readonly type: string
  /** `out`: this text acts on or cites the other; `in`: the other one acts on this text. */
  readonly direction: 'in' | 'out'
  readonly targetId: string | null
  readonly text: string
  /** From which day on, where the publisher says it. */
  readonly date?: string | null
  /** Day of the other act itself. */
  readonly signed?: string | null
  /** `in`: the other one acts on the whole of this text, not on a part of it. */
  readonly isWhole?: boolean
  /** The decision that this one was brought against (`ATTACKED`), as the publisher names it. */
  readonly decision?: AttackedDecision
}
export type AttackedDecision = {
  readonly courtCode: string | null
  readonly seat: string | null
  readonly docket: string | null
  readonly day: string | null
}
/** The link to the decision attacked; publishers have members for it, and no word. */
export const ATTACKED = 'DECISION_ATTAQUEE'
/** Decisions that the court itself sets beside its own. */
export const NEAR = 'RAPPROCHEMENT'

/** What a publisher says beyond an import record, for events of their own. */
export type PublisherFacts = {
  readonly persons: readonly NamedPerson[]
  readonly links: readonly PublisherLink[]
  /** LEGI: the state of this wording as published (`VIGUEUR`, `ABROGE_DIFF` …). */
  readonly state: string | null
}

/** Where something was read. Lines count from 1. */
export type SourcePlace = { readonly file: string; readonly line: number }

export type SourceRecord = SourcePlace & {
  readonly record: ImportRecord
  /**
   * Markdown: the line of each member (`judicialDecision.courtCode`), for a refusal that comes
   * later.
   */
  readonly memberLines?: Readonly<Record<string, number>>
  readonly facts?: PublisherFacts
}

/** What could not be read, and a hint that says what to do. */
export type SourceRefusal = SourcePlace & Refusal

export type SourceItem = SourceRecord | SourceRefusal

/** A refusal of one member: `path` is empty where the whole record is meant. */
export type RecordRefusal = Refusal & { readonly path: string }

/** `FILE:LINE: code: reason and hint`, on one line whatever the parts hold. */
export const refusalLine = ({ file, line, refused, reason, hint }: SourceRefusal): string =>
  `${file}:${line}: ${refused}: ${reason}; ${hint}`.replaceAll(/\p{Cc}+/gu, ' ')

/** The line of a member, or of the nearest member around it; else the line of the record. */
export const lineOf = (source: SourceRecord, path: string): number => {
  const lines = source.memberLines ?? {}
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const line = Object.hasOwn(lines, part) ? lines[part] : undefined
    if (line !== undefined) return line
  }
  return source.line
}

/** The refusal of a record that was read, at the line of the member it speaks of. */
export const refusedAt = (source: SourceRecord, refusal: RecordRefusal): SourceRefusal => ({
  file: source.file,
  line: lineOf(source, refusal.path),
  refused: refusal.refused,
  reason: refusal.reason,
  hint: refusal.hint,
})

/**
 * Something to know that is not a refusal: an element that is not read, a value without a member.
 */
export type OnNote = (note: SourceRefusal) => void
