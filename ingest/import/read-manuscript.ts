/** Reads one manuscript of a form: its content, or everything that is wrong with it. */
import { basename } from 'node:path'
import { isRefusal, refusalByCode } from '#contracts/fault.ts'
import type { Instant } from '#contracts/ids.ts'
import { recordToContent, type RecordContent } from '../enrich/record-to-content.ts'
import type { Members } from '../sources/document.ts'
import type { ReadDocument } from '../sources/documents.ts'
import { readSource } from '../sources/registry/read-source.ts'
import {
  refusedAt,
  type SourceItem,
  type SourcePlace,
  type SourceRefusal,
} from '../sources/source-item.ts'
import type { Refusal } from '#contracts/fault.ts'

export type GivenManuscript = {
  readonly name: string
  readonly bytes: Uint8Array
  /** The members of the form, as in an import record; what the manuscript itself says counts more. */
  readonly members: Members
}
/** A fault with the line of its member, where the file states it. */
export type ManuscriptFault = SourcePlace & Refusal

const faultsOf = ({ also = [], ...first }: SourceRefusal): ManuscriptFault[] => [first, ...also]

/**
 * The content of a manuscript in Word, PDF or Markdown, with its validity and doubts; else all its
 * faults. `readDocument` bounds what reading it may cost. Nothing is recorded.
 */
export const readManuscript = async (
  { readDocument, time }: { readonly readDocument: ReadDocument; readonly time: Instant },
  { name, bytes, members }: GivenManuscript,
): Promise<RecordContent | readonly ManuscriptFault[]> => {
  const file = basename(name)
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes)
  }
  const items: SourceItem[] = []
  for await (const item of readSource(file, chunks(), { readDocument, members })) {
    items.push(item)
    if (items.length > 1) break
  }
  const [item, second] = items
  if (item === undefined || second !== undefined)
    return [{ file, line: 1, ...refusalByCode('manuscript-not-one') }]
  if (isRefusal(item)) return faultsOf(item)
  const made = recordToContent(item.record, time)
  return isRefusal(made) ? faultsOf(refusedAt(item, made)) : made
}
