/**
 * Temporary files of tests in memory. A database is about eight hundred files, and a test that gets
 * one of its own waits for a disk to make them: that takes ten times the processor of the rest.
 */
import { accessSync, chmodSync, mkdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** A whole run keeps less than half of this at once. */
const BYTES_MIN = 6 * 2 ** 30
/** As /tmp: tests start programs as other users. */
const SHARED = 0o1777

const availableBytes = (): number => {
  const said = /^MemAvailable:\s+(?<kib>\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))
  return Number(said?.groups?.['kib'] ?? 0) * 1_024
}

/** Tests start programs that they copied into a temporary folder. */
const mayStartPrograms = (): boolean =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some((line) => {
      const [, place, , options = ''] = line.split(' ')
      return place === MEMORY && !options.split(',').includes('noexec')
    })

const hasRoom = (): boolean => {
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, availableBytes()) >= BYTES_MIN
}

/** Null where the system has no such folder, or too little memory is free. */
const memoryFolder = (): string | null => {
  try {
    if (!mayStartPrograms() || !hasRoom()) return null
    const user = process.getuid?.()
    const folder = join(MEMORY, `pandect-${user}`)
    mkdirSync(folder, { recursive: true })
    if (statSync(folder).uid !== user) return null
    chmodSync(folder, SHARED)
    accessSync(folder)
    return folder
  } catch {
    return null
  }
}

/**
 * All processes of a run inherit both. The many that tests start load their code in half of the
 * time; that cache is kept between runs, so not in memory. Who sets `TMPDIR` keeps it.
 */
export const useFoldersOfTests = (): void => {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'pandect-test-compile-cache')
  process.env['TMPDIR'] ??= memoryFolder() ?? tmpdir()
}
