import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { Fault } from '#contracts/fault.ts'
import { ENTRY, PART, partName, type BackupHeader, type BackupManifest } from './format.ts'

const compress = promisify(zstdCompress)
const OWNER_ONLY = 0o600
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

export type ArchiveWriter = {
  header(header: BackupHeader): Promise<void>
  /** Cuts the rows of a table into parts, compresses them and writes them one after the other. */
  table(name: string, rows: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): Promise<void>
  /** Ends the archive. Answers what was written. */
  finish(manifest: BackupManifest): Promise<{ readonly bytes: number; readonly sha256: string }>
}

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** Writes an archive to `sink`. Once that failed, calls reject with Fault `backup-unwritable`. */
export const writeArchive = (sink: Writable): ArchiveWriter => {
  const tar = pack()
  const whole = createHash('sha256')
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of tar as AsyncIterable<Buffer>) {
      whole.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const written = pipeline(counted, sink).catch((cause: unknown) => {
    throw new Fault('backup-unwritable', { cause })
  })
  // An entry that waits for a sink that failed would wait for ever.
  const failed = written.then(() => new Promise<never>(() => undefined))
  failed.catch(() => undefined)
  const sums: string[] = []

  const entry = async (name: string, data: Buffer): Promise<void> => {
    if (name !== ENTRY.sums) sums.push(`${sha256(data)}  ${name}`)
    const added = new Promise<void>((resolve, reject) => {
      tar.entry({ name, size: data.length, mode: OWNER_ONLY }, data, (error) =>
        error ? reject(error) : resolve(),
      )
    })
    try {
      await Promise.race([added, failed])
    } catch (error) {
      // An entry fails because the sink did: its error says why.
      await written
      throw error
    }
  }

  return {
    header: (header) => entry(ENTRY.header, json(header)),
    table: async (name, rows, onBytes) => {
      let held: Buffer[] = []
      let heldBytes = 0
      let number = 0
      const flush = async (): Promise<void> => {
        if (heldBytes === 0) return
        const raw = Buffer.concat(held)
        held = []
        heldBytes = 0
        number += 1
        await entry(partName(name, number), await compress(raw, COMPRESSION))
      }
      for await (const chunk of rows) {
        held.push(chunk)
        heldBytes += chunk.length
        onBytes(chunk.length)
        if (heldBytes >= PART.rawBytes) await flush()
      }
      await flush()
    },
    finish: async (manifest) => {
      await entry(ENTRY.manifest, json(manifest))
      await entry(ENTRY.sums, Buffer.from(`${sums.join('\n')}\n`))
      tar.finalize()
      await written
      return { bytes, sha256: whole.digest('hex') }
    },
  }
}
