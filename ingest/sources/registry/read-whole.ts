import type { ReadItems, WholeDocument } from '../documents.ts'
import type { SourceItem, SourceRefusal } from '../source-item.ts'
import { SOURCES } from './sources.ts'

/** Reads a document without bounds: the program of the bounded reader. */
export const readWholeDocument = async ({
  source: name,
  file,
  bytes,
  members,
}: WholeDocument): Promise<ReadItems> => {
  const source = SOURCES.find((one) => one.name === name)
  if (source === undefined) throw new RangeError(`no source is named ${name}`)
  const items: SourceItem[] = []
  const notes: SourceRefusal[] = []
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes)
  }
  const onNote = (note: SourceRefusal): void => void notes.push(note)
  for await (const item of source.read(chunks(), { file, onNote, members })) items.push(item)
  return { items, notes }
}
