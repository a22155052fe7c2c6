import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantile } from '../figures.ts'

const WRITES = 300
const BYTES = 8_192

/** How long a durable write of 8 KiB takes, in milliseconds: a charge waits for one. */
export const measureDisk = async (): Promise<{ readonly p50: number; readonly p95: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-disk-'))
  const file = await open(join(folder, 'written'), 'w')
  const durations: number[] = []
  try {
    const page = Buffer.alloc(BYTES, 1)
    for (let written = 0; written < WRITES; written += 1) {
      const started = performance.now()
      await file.write(page)
      await file.datasync()
      durations.push(performance.now() - started)
    }
  } finally {
    await file.close()
    await rm(folder, { recursive: true, force: true })
  }
  const sorted = durations.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}
