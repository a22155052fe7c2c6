/** Records of the corpus in the order in which a world receives them. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CORPUS } from '../corpus/prepared.ts'

/** A line of JSON Lines with what requests are drawn from. */
export type CorpusRecord = {
  readonly line: string
  readonly sourceId: string
  readonly title: string
  readonly text: string
  readonly jurisdiction: readonly string[]
  readonly contentType: string
  readonly publishedAt?: string
}

type Stored = Omit<CorpusRecord, 'line' | 'sourceId'> & { readonly source: { readonly id: string } }

/** Files of the import in a world that is not the first one. */
const FILES = 5

/** Every `each`-th text of the real corpus with all its wordings, in the order of the files. */
export const readRecords = async (each: number): Promise<CorpusRecord[]> => {
  const names = (await readdir(CORPUS)).filter((name) => name.endsWith('.jsonl')).toSorted()
  const files = await Promise.all(names.map((name) => readFile(join(CORPUS, name), 'utf8')))
  const records = files
    .flatMap((file) => file.split('\n').filter((line) => line.trim() !== ''))
    .map((line) => {
      const { source, ...record } = JSON.parse(line) as Stored
      return { ...record, line, sourceId: source.id }
    })
  const ids = [...new Set(records.map(({ sourceId }) => sourceId))]
  const chosen = new Set(ids.filter((_, at) => at % each === 0))
  return records.filter(({ sourceId }) => chosen.has(sourceId))
}

/**
 * The records with their texts in another order. Wordings of one text keep theirs: which one came
 * first decides their numbers.
 */
export const shuffle = (records: readonly CorpusRecord[], random: () => number): CorpusRecord[] => {
  const byText = Map.groupBy(records, ({ sourceId }) => sourceId)
  const keyed = [...byText.values()].map((wordings) => ({ wordings, key: random() }))
  return keyed.toSorted((one, other) => one.key - other.key).flatMap(({ wordings }) => wordings)
}

/** Writes records as JSON Lines to a new folder, in files that are read one after another. */
export const writeRecords = async (
  folder: string,
  records: readonly CorpusRecord[],
  files = FILES,
): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const size = Math.ceil(records.length / files)
  for (let file = 0; file * size < records.length; file += 1) {
    const lines = records.slice(file * size, (file + 1) * size).map(({ line }) => line)
    await writeFile(join(folder, `${file}.jsonl`), `${lines.join('\n')}\n`)
  }
}
