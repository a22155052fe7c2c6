import type { ImportRecord } from './import-record.ts'
import type { Refusal } from '#contracts/fault.ts'

/** Limits of one file, in bytes on the disk. */
export const SOURCE_LIMITS = {
  /** The largest text is 4 MiB, and JSON may write two bytes of UTF-8 as six (`\u00e9`). */
  lineBytesMax: 32 * 1024 * 1024,
  markdownBytesMax: 8 * 1024 * 1024,
  /** A file of XML, API JSON, Word or PDF, which is read into memory. */
  documentBytesMax: 32 * 1024 * 1024,
  frontMatterCharactersMax: 256 * 1024,
  nestingMax: 32,
  /** Bytes read to detect the format. */
  headBytes: 8 * 1024,
} as const

/** A magistrate or lawyer named in a decision: identity and office only. Never a party. */
export type NamedPerson = {
  readonly name: string
  readonly office: 'president' | 'rapporteur' | 'advocate_general' | 'lawyers'
}

/** A link that the publisher states between this text and another (DILA: LIEN), for the citator. */
export type PublisherLink = {
  /** The publisher's term: `CITATION`, `MODIFIE`, `ABROGATION`, `RAPPROCHEMENT` … */
  readonly type: string
  /** `out`: this text acts on or cites the other; `in`: the other one acts on this text. */
  readonly direction: 'in' | 'out'
  readonly targetId: string | null
  readonly text: string
  /** First day of its effect, if the publisher states it. */
  readonly date?: string | null
  /** Day of the other act itself. */
  readonly signed?: string | null
  /** `in`: the other one acts on all of this text, not on a part. */
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
/** Type of the link to the attacked decision, for which publishers have no term. */
export const ATTACKED = 'DECISION_ATTAQUEE'
/** Type of the links to related decisions named by the court. */
export const NEAR = 'RAPPROCHEMENT'

/** Statements of a publisher besides the import record, which become separate events. */
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

/** A refusal with its place, and with the other faults of the same record: it is refused once. */
export type SourceRefusal = SourcePlace &
  Refusal & { readonly also?: readonly (SourcePlace & Refusal)[] }

/** What a publisher says it deleted (contracts/conventions/deletions.md). */
export type Removal = {
  /**
   * `document`: the text or wording with this id. `work`: that text, or all whose id begins with
   * it and `#`. `folder`: all whose files lie in this folder of the publisher's base.
   */
  readonly kind: 'document' | 'work' | 'folder'
  /** The id; of a folder, the last one in its path. */
  readonly id: string
  /** The path in the publisher's base as the list writes it; null: it names no path. */
  readonly path: string | null
  /** When the publisher deleted it, RFC 3339 or its beginning; null: it does not say. */
  readonly at: string | null
  /** The same increment states it: it stays (`registry/stated-again.ts`). */
  readonly isStatedAgain?: true
  /** It is no line of a list: the document's own file says that it was never in force. */
  readonly isNeverInForce?: true
}
export type SourceRemoval = SourcePlace & { readonly removal: Removal }

export type SourceItem = SourceRecord | SourceRefusal | SourceRemoval

/** Whether an item is a removal; else it is a record or a refusal. */
export const isRemoval = (item: object): item is SourceRemoval => 'removal' in item

/** Whether a file says of its own document that it was never in force. */
export const isNeverInForce = (item: object): boolean =>
  isRemoval(item) && item.removal.isNeverInForce === true

/** A fault of one member; an empty `path` means the record. */
export type RecordFault = Refusal & { readonly path: string }
/** The first fault of a record, and the others. */
export type RecordRefusal = RecordFault & { readonly also?: readonly RecordFault[] }

/** Most faults of one record that are reported. */
export const FAULTS_MAX = 20

/** One refusal of all faults; null if there are none. */
export const refusalOfFaults = (faults: readonly RecordFault[]): RecordRefusal | null => {
  const [first, ...others] = faults.slice(0, FAULTS_MAX)
  if (first === undefined) return null
  if (others.length === 0) return first
  const last = others.at(-1)
  if (faults.length <= FAULTS_MAX || last === undefined) return { ...first, also: others }
  const told = { ...last, reason: `${last.reason} (and there are more faults)` }
  return { ...first, also: [...others.slice(0, -1), told] }
}

/** `FILE:LINE: code: reason; hint` on one line. */
export const refusalLine = ({ file, line, refused, reason, hint }: SourceRefusal): string =>
  `${file}:${line}: ${refused}: ${reason}; ${hint}`.replaceAll(/\p{Cc}+/gu, ' ')

/** The line of a member, or of the nearest member around it; else the line of the record. */
export const lineOf = (
  source: Pick<SourceRecord, 'line' | 'memberLines'>,
  path: string,
): number => {
  const lines = source.memberLines ?? {}
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const line = Object.hasOwn(lines, part) ? lines[part] : undefined
    if (line !== undefined) return line
  }
  return source.line
}

type Place = Pick<SourceRecord, 'file' | 'line' | 'memberLines'>

/** A refusal at its place, without what else the given object has. */
export const refusalAt = (
  { file, line }: SourcePlace,
  { refused, reason, hint, about }: Refusal,
): SourcePlace & Refusal => ({
  file,
  line,
  refused,
  reason,
  hint,
  ...(about === undefined ? {} : { about }),
})

const faultAt = (source: Place, { path, ...fault }: RecordFault): SourcePlace & Refusal =>
  refusalAt(
    { file: source.file, line: lineOf(source, path) },
    path === '' ? fault : { ...fault, about: { member: path, ...fault.about } },
  )

/** The refusal of a record, each fault at the line of its member. */
export const refusedAt = (source: Place, refusal: RecordRefusal): SourceRefusal => {
  const first = faultAt(source, refusal)
  const { also } = refusal
  return also === undefined ? first : { ...first, also: also.map((one) => faultAt(source, one)) }
}

/** Called with a note: an ignored element, a value without a member. */
export type OnNote = (note: SourceRefusal) => void
