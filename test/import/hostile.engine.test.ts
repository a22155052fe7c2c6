/** What may be imported is what strangers send: nothing of it may take the machine with it. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATALOGUE } from '#contracts/errors/codes.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { recordToContent } from '#ingest/enrich/record-to-content.ts'
import { discover } from '#ingest/import/discover.ts'
import { batchReader } from '#ingest/import/read-batches.ts'
import { DOCUMENT_LIMITS } from '#ingest/sources/documents.ts'
import { openBoundedReader } from '#infra/processes/reading/bounded-reader.ts'
import { hostileFiles } from './hostile-files.ts'

const MEBIBYTE = 1024 * 1024
const FILES_MIN = 60
const TIMEOUT_MS = 1_200_000
/**
 * A twelfth of the real limit: what never ends need not be watched for a whole minute. What ends
 * takes two thirds of that.
 */
const LIMITS = { ...DOCUMENT_LIMITS, processorMsMax: DOCUMENT_LIMITS.processorMsMax / 12 }
/**
 * The limit of a document, and what the process itself does with a file: 4 s at most on a quiet
 * machine. Cores that are shared with others count up to three times as much for the same work.
 * What this must notice, work that grows faster than its file, takes minutes.
 */
const PROCESSOR_MS_MAX = LIMITS.processorMsMax + 20_000
/** The same: the limit is looked at ten times a second, and this process has its own memory. */
const MEMORY_BYTES_MAX = DOCUMENT_LIMITS.memoryBytesMax + 512 * MEBIBYTE
const AT = Instant.parse('2026-01-01T00:00:00.000Z')
const files = await hostileFiles()

/**
 * What unpacks to gigabytes is refused as too costly, and the documents that come next are read:
 * they have faults of their own.
 */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'two-gigabytes.pdf': ['document-too-costly'],
  'nested-arrays.pdf': ['pdf-without-text'],
  'header-only.pdf': ['pdf-broken'],
}

let folder = ''
const documents = openBoundedReader(LIMITS)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-hostile-'))
})
afterAll(async () => {
  await documents.close()
  await rm(folder, { recursive: true })
})

/** Memory of this process in use now, in bytes. */
const residentBytes = (): number => {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.memoryUsage.rss()
  }
}

const watchMemory = () => {
  const before = residentBytes()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes())), 20)
  return () => {
    clearInterval(timer)
    return Math.max(peak, residentBytes()) - before
  }
}

/** Reads and cleans a file as an import does; the codes of what it refuses. */
const importHere = async (name: string, bytes: Buffer): Promise<string[]> => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const reader = batchReader(await discover([path]), documents)
  const codes = new Set<string>()
  for (let batch = await reader.read(); batch !== null; batch = await reader.read())
    for (const item of batch.items) {
      const refused = 'record' in item ? recordToContent(item.record, AT) : item
      if (isRefusal(refused)) codes.add(refused.refused)
    }
  await reader.close()
  await rm(path)
  return [...codes]
}

test('there are at least sixty, of a size that anybody may send', () => {
  expect(files.length).toBeGreaterThanOrEqual(FILES_MIN)
  const names = files.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(EXPECTED)))
  for (const { bytes } of files) expect(bytes.length).toBeLessThan(40 * MEBIBYTE)
})

test.each(files.map(({ name, bytes }) => [name.slice(0, 40), name, bytes] as const))(
  '%s stays within its bounds of memory and processor time',
  { timeout: TIMEOUT_MS },
  async (_, name, bytes) => {
    const memory = watchMemory()
    const before = process.cpuUsage()
    const codes = await importHere(name, bytes)
    const { user, system } = process.cpuUsage(before)
    const spent = { processorMs: Math.round((user + system) / 1_000), bytes: memory() }
    expect(spent.processorMs, JSON.stringify(codes)).toBeLessThan(PROCESSOR_MS_MAX)
    expect(spent.bytes, JSON.stringify(codes)).toBeLessThan(MEMORY_BYTES_MAX)
    for (const code of codes) expect(CATALOGUE).toHaveProperty([code])
    if (name in EXPECTED) expect(codes).toEqual(EXPECTED[name])
  },
)
