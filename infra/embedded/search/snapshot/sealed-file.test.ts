import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSealed } from './sealed-file.ts'

const DESCRIPTORS = '/proc/self/fd'

/** How often this process has the path open. */
const timesOpen = async (path: string): Promise<number> => {
  const targets = await Promise.all(
    (await readdir(DESCRIPTORS)).map((one) => readlink(join(DESCRIPTORS, one)).catch(() => '')),
  )
  return targets.filter((target) => target === path).length
}

test.skipIf(process.platform !== 'linux')(
  'what opens and cannot be read is as good as no file, and stays open for nobody',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pandect-sealed-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    expect(openSealed(folder)).toBeNull()
    expect(await timesOpen(folder)).toBe(0)
  },
)
