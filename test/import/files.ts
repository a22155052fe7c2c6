import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of files that goes when the test does; gives its path. */
export const folderOf = async (
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

const OFFICIAL = 'Licence Ouverte 2.0'

type Over = Readonly<Record<string, unknown>> & {
  readonly source?: Readonly<Record<string, unknown>>
}

/** A record of an official source, `over` the smallest that there is. */
export const record = (id: string, text: string, over: Over = {}): Record<string, unknown> => ({
  title: `Texte ${id}`,
  text,
  contentType: 'legislation',
  jurisdiction: ['FR'],
  ...over,
  source: { id, licence: OFFICIAL, ...over.source },
})

export const jsonLines = (...records: readonly unknown[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('')
