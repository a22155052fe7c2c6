import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSourceFile, SOURCE_NAMES, SOURCES } from './sources.ts'

test('each source has a unique name, which is the value of --as', () => {
  expect(new Set(SOURCE_NAMES).size).toBe(SOURCES.length)
  expect(SOURCE_NAMES.every((name) => /^[a-z]+(?:-[a-z]+)*$/.test(name))).toBe(true)
})

test('README.md lists each source as it describes itself', () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const lines = SOURCES.map(({ name, title, about }) => `- \`${name}\` (${title}): ${about}`)
  expect(
    page.split('\n').filter((line) => line.startsWith('- `')),
    'the lines of ingest/sources/README.md',
  ).toEqual(lines)
})

test('an import takes the files of its sources from a folder, with extensions in any case', () => {
  expect(['a.jsonl', 'b.JSON', 'c.md', 'd.xhtml', 'e.PDF'].every(isSourceFile)).toBe(true)
  expect(['a', 'pdf', 'a.pdf.bak', 'a.txt', 'jsonl'].some(isSourceFile)).toBe(false)
})
