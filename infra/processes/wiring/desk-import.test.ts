import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportDeps } from '#ingest/command-handler/write-deps.ts'
import { memoryDesk, person } from '#ingest/editorial/desk.testing.ts'
import { deskImport } from './desk-import.ts'

const AUTHOR = person(1, ['author'])
const noteOf = (title: string, text: string): string => `---
title: ${title}
contentType: doctrine
language: fr
jurisdiction: [FR]
source:
  id: cabinet:notes/1
---

${text}
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-desk-import-'))
})
afterEach(() => rm(folder, { recursive: true }))

const opened = () => {
  const deps: ImportDeps = {
    ...memoryDesk().deps,
    official: { list: () => Promise.resolve([]) },
    documents: {
      state: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      lastDeletions: () => Promise.resolve(new Map()),
    } as unknown as ImportDeps['documents'],
  }
  const run = deskImport(deps)
  return async (title: string, text: string, dryRun: boolean) => {
    await writeFile(join(folder, 'note.md'), noteOf(title, text))
    return run({ person: AUTHOR, folder, members: {}, dryRun })
  }
}

test('names the texts of an import by their titles, and counts the drafts that it makes', async () => {
  const importing = opened()
  const [title, later] = ['Le bail de la librairie', 'Le bail de la librairie, revu']
  for (const dryRun of [true, false])
    expect(await importing(title, 'Le bailleur délivre le bien.', dryRun)).toMatchObject({
      total: 1,
      drafts: 1,
      texts: [{ title, isUnchanged: false }],
      faults: [],
    })
  for (const dryRun of [true, false])
    expect(await importing(title, 'Le bailleur délivre le bien.', dryRun)).toMatchObject({
      total: 1,
      drafts: 0,
      texts: [{ title, isUnchanged: true }],
    })
  expect(await importing(later, 'Le bailleur délivre le bien.', false)).toMatchObject({
    drafts: 1,
    texts: [{ title: later, isUnchanged: false }],
  })
})
