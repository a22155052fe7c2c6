/** Shared by the readers of documents: records, refusals and notes with their place. */
import type { Refusal } from '#contracts/fault.ts'
import { isRecordRefusal, parseRecord } from './parse-record.ts'
import {
  type OnNote,
  type PublisherFacts,
  refusalAt,
  refusedAt,
  type SourceItem,
} from './source-item.ts'

/** A document that is being read. */
export type DocumentContext = {
  readonly file: string
  readonly onNote: OnNote
  /** Members from outside the file, for a manuscript that does not state them itself. */
  readonly members?: Members | undefined
}
/** Members of a record, not checked yet. */
export type Members = Readonly<Record<string, unknown>>

export const refusedHere = (
  { file }: Pick<DocumentContext, 'file'>,
  line: number,
  refusal: Refusal,
): SourceItem => refusalAt({ file, line }, refusal)

/** A note, which is not a refusal. */
export const noteHere = ({ file, onNote }: DocumentContext, line: number, note: Refusal): void =>
  onNote(refusalAt({ file, line }, note))

/** A note on an unknown part of a publisher's file. */
export const noteUnknown = (
  context: DocumentContext,
  line: number,
  format: string,
  name: string,
): void =>
  noteHere(context, line, {
    refused: 'element-unknown',
    reason: `${format}: ${name} is not read`,
    hint: 'nothing is lost but this; tell the project if it matters to you',
  })

export const recordItem = (
  { file }: Pick<DocumentContext, 'file'>,
  line: number,
  members: Record<string, unknown>,
  facts?: PublisherFacts,
): SourceItem => {
  const record = parseRecord(members)
  if (isRecordRefusal(record)) return refusedAt({ file, line }, record)
  return facts === undefined ? { file, line, record } : { file, line, record, facts }
}

export const NO_FACTS: PublisherFacts = { persons: [], links: [], state: null }
