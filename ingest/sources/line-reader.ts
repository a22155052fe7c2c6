/** One line of a file without its line end. `bytes` is null where it is longer than the limit. */
export type Line = {
  readonly number: number
  readonly bytes: Buffer | null
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Joins the pieces of a line, and drops them once they exceed the limit. */
class Gathering {
  #pieces: Buffer[] = []
  #length = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(piece: Buffer): void {
    this.#length += piece.length
    if (this.#length > this.#limit) this.#pieces = []
    else this.#pieces.push(piece)
  }

  take(): Buffer | null {
    const whole = this.#length > this.#limit ? null : this.#join()
    this.#pieces = []
    this.#length = 0
    return whole
  }

  #join(): Buffer {
    const [first = Buffer.alloc(0)] = this.#pieces
    const whole = this.#pieces.length <= 1 ? first : Buffer.concat(this.#pieces)
    return whole.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole
  }
}

/**
 * The lines of a stream of bytes, in order, holding at most one line of `bytesMax` and one chunk. A
 * longer line has `bytes: null`. LF and CRLF end a line.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Line> {
  const gathering = new Gathering(bytesMax)
  let number = 1
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      gathering.add(bytes.subarray(from, end))
      yield { number, bytes: gathering.take() }
      number += 1
      from = end + 1
    }
    if (from < bytes.length) gathering.add(bytes.subarray(from))
  }
  if (!gathering.isEmpty) yield { number, bytes: gathering.take() }
}

/** All bytes of a stream, or null once they exceed `bytesMax`. */
export const readWhole = async (
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer | null> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > bytesMax) return null
    pieces.push(chunk)
  }
  return Buffer.concat(pieces)
}
