import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serves } from './postmaster.ts'

const NOBODY = 65_534
const IS_ROOT = process.getuid?.() === 0
/** Runs as root, and may let nobody see where it works. */
const FIRST_PROCESS = 1

test.skipIf(process.platform !== 'linux')(
  'a process of another user that got the id of a killed server is not that server',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pandect-reused-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    if (IS_ROOT) await chown(folder, NOBODY, NOBODY)
    const found = { pid: FIRST_PROCESS, port: 5_432, ready: true }
    expect(await serves(found, folder)).toBe(false)
  },
)
