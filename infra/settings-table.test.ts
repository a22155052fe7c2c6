import { expect, test } from 'vitest'
import { settingsTable, writtenTable } from './settings-table.ts'

for (const [language, file] of [
  ['en', 'README.md'],
  ['fr', 'README.fr.md'],
] as const) {
  test(`the settings in ${file} are those of the schema (npm run docs:settings)`, () => {
    expect(writtenTable(language)).toBe(settingsTable(language))
  })
}
