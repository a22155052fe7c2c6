import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { ImportRecord } from '#ingest/sources/import-record.ts'
import { recordToContent } from '#ingest/enrich/record-to-content.ts'

const CORPUS = join(import.meta.dirname, '../../ingest/sources/demonstration/corpus')
const TIME = Instant.parse('2026-01-01T00:00:00.000Z')

/** A demonstration text by its file, e.g. `fr/ce-2024-07-18-999001`, as an import would keep it. */
export type DemonstrationText = { readonly key: string; readonly content: ArticleContent }

const readText = (path: string): DemonstrationText => {
  const [, front, body] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(CORPUS, path), 'utf8')) ?? []
  const record = ImportRecord.parse({ ...Object(parse(front ?? '')), text: (body ?? '').trim() })
  const made = recordToContent(record, TIME)
  if (isRefusal(made)) throw new Error(`${path}: ${made.reason}`)
  return { key: path.replace(/\.md$/, ''), content: made.content }
}

/** All demonstration texts, in the order of their paths. */
export const demonstrationTexts = (): DemonstrationText[] =>
  readdirSync(CORPUS, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(CORPUS.length + 1))
    .toSorted()
    .map(readText)

/** The last state of each text: what the service shows as current. */
export const currentTexts = (): DemonstrationText[] => [
  ...new Map(demonstrationTexts().map((text) => [text.content.source.id, text])).values(),
]
