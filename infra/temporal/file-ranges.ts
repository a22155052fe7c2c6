/** Reads byte ranges of files. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

const CHUNK_BYTES = 256 * 1024
const LINE_FEED = 0x0a

/** Reads the bytes from `from` (inclusive) to `to` (exclusive; null: the end) of a file. */
export const readRange = (
  path: string,
  from: number,
  to: number | null,
): AsyncIterable<Uint8Array> =>
  createReadStream(path, {
    highWaterMark: CHUNK_BYTES,
    start: from,
    ...(to === null ? {} : { end: to - 1 }),
  }) as AsyncIterable<Uint8Array>

export type LineStarts = {
  /** The byte at which a line (from 1) begins. Call it with ascending lines. */
  startOf(line: number): Promise<number>
  close(): Promise<void>
}

/** Finds the start of lines of a file in one pass that reads only as far as needed. */
export const openLineStarts = async (path: string): Promise<LineStarts> => {
  const file = await open(path)
  const buffer = Buffer.alloc(CHUNK_BYTES)
  let chunk = buffer.subarray(0, 0)
  let chunkStart = 0
  let within = 0
  let line = 1

  const advance = async (): Promise<boolean> => {
    chunkStart += chunk.length
    within = 0
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, chunkStart)
    chunk = buffer.subarray(0, bytesRead)
    return bytesRead > 0
  }

  const startOf = async (wanted: number): Promise<number> => {
    while (line < wanted) {
      const end = chunk.indexOf(LINE_FEED, within)
      if (end >= 0) {
        within = end + 1
        line += 1
      } else if (!(await advance())) break
    }
    return chunkStart + within
  }
  return { startOf, close: () => file.close() }
}
