import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keyPepper } from './secrets.ts'
import { parseSettings, pepperFile } from './settings.ts'

const HEX_CHARACTERS = 64

const settingsOf = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pandect-secret-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return parseSettings({ PANDECT_DATA_DIR: dataDir })
}

test('the pepper is made once, and every process reads the same', async () => {
  const settings = await settingsOf()
  const peppers = await Promise.all(Array.from({ length: 10 }, () => keyPepper(settings)))
  expect(new Set(peppers).size).toBe(1)
  expect(peppers[0]).toMatch(new RegExp(`^[0-9a-f]{${HEX_CHARACTERS}}$`))
  expect(await readFile(pepperFile(settings.dataDir), 'utf8')).toBe(peppers[0])
})

test.each(['', '\n', 'abc', ' '.repeat(200), 'a'.repeat(31)])(
  'a pepper file with fewer than 32 characters is refused and left as it is: %j',
  async (content) => {
    const settings = await settingsOf()
    await writeFile(pepperFile(settings.dataDir), content)
    await expect(keyPepper(settings)).rejects.toMatchObject({
      code: 'secret-too-short',
      message: expect.stringContaining(pepperFile(settings.dataDir)),
      hint: expect.stringContaining('copy'),
    })
    expect(await readFile(pepperFile(settings.dataDir), 'utf8')).toBe(content)
  },
)

test('a pepper file that cannot be read is refused with its own code', async () => {
  const settings = await settingsOf()
  await mkdir(pepperFile(settings.dataDir))
  await expect(keyPepper(settings)).rejects.toMatchObject({ code: 'secret-unreadable' })
})
