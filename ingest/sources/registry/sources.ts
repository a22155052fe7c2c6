/** Every source of an import. */
import { akomaNtoso } from '../akoma-ntoso/akoma-ntoso.ts'
import { dila } from '../dila/dila.ts'
import { dilaDeletions } from '../dila/deletions.ts'
import { docx } from '../docx/docx.ts'
import { eurLex } from '../eur-lex/eur-lex.ts'
import { jsonLines } from '../json-lines/json-lines.ts'
import { judilibre } from '../judilibre/judilibre.ts'
import { markdown } from '../markdown/markdown.ts'
import { pdf } from '../pdf/pdf.ts'
import { DETECTIONS, type FileHead, type Source } from '../source.ts'

/**
 * To add a source, add its folder and its entry here. If two recognise a file equally well, the
 * first one reads it: Judilibre checks JSON more closely than JSON Lines.
 */
const LIST = [
  judilibre,
  jsonLines,
  markdown,
  dila,
  dilaDeletions,
  akomaNtoso,
  eurLex,
  docx,
  pdf,
] as const

export type SourceName = (typeof LIST)[number]['name']
export const SOURCES: readonly Source<SourceName>[] = LIST
export const SOURCE_NAMES: readonly SourceName[] = LIST.map(({ name }) => name)

export const sourceNamed = (name: SourceName): Source<SourceName> => {
  const source = SOURCES.find((one) => one.name === name)
  if (source === undefined) throw new RangeError(`no source is named ${name}`)
  return source
}

/** The source that recognises the file best; null if none does. */
export const detectSource = (head: FileHead): Source<SourceName> | null => {
  const found = SOURCES.map((source) => ({ source, by: source.detect(head) }))
  for (const detection of DETECTIONS) {
    const best = found.find(({ by }) => by === detection)
    if (best !== undefined) return best.source
  }
  return null
}

export const SOURCE_EXTENSIONS: readonly string[] = [
  ...new Set(SOURCES.flatMap(({ extensions }) => extensions)),
]
const SOURCE_FILE = new RegExp(`\\.(?:${SOURCE_EXTENSIONS.join('|')})$`, 'i')
/** Whether an import takes a file of a folder or an archive. */
export const isSourceFile = (name: string): boolean =>
  SOURCE_FILE.test(name) || SOURCES.some(({ names }) => names?.test(name) === true)
