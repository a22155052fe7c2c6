import { expect, test } from 'vitest'
import { isAboutFiles } from './not-a-text.ts'

test.each([
  'README.md',
  'licence',
  'a/b/LICENCE_fr.pdf',
  'x.tar.gz!NOTICE-2.txt',
  'Changelog.old.md',
])('%s is about the files beside it', (name) => expect(isAboutFiles(name)).toBe(true))

test.each(['readmission.md', 'authorship.pdf', 'note-readme.md'])('%s is a text', (name) =>
  expect(isAboutFiles(name)).toBe(false),
)

test('a name made to be slow to read is read at once', () => {
  const started = performance.now()
  for (const end of ['!', 'é', '~.md'])
    expect(isAboutFiles(`LICENSE${'-'.repeat(100_000)}${end}`)).toBe(false)
  expect(performance.now() - started).toBeLessThan(1_000)
})
