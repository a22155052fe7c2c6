/**
 * Lists of what the DILA deleted, at the root of an increment: `liste_suppression_legi.dat` has a
 * line for each text or wording, `liste_suppression_legi_dossier.dat` one for each folder of its
 * base (contracts/conventions/deletions.md).
 */
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type DocumentContext, noteHere, refusedHere } from '../document.ts'
import { readWhole } from '../line-reader.ts'
import type { Source } from '../source.ts'
import { type Removal, SOURCE_LIMITS, type SourceItem } from '../source-item.ts'
import { decodeUtf8, withoutBom } from '../text-bytes.ts'

/** Names of such lists, in a folder or an archive. */
export const DELETIONS = /(?:^|[/\\!])liste_suppression_[a-z0-9]+(?:_dossier)?\.dat$/i
const FOLDERS = /_dossier\.dat$/i

const ID = String.raw`(?<id>[A-Z]{8}\d{12})`
/** A line ends with the id; a slash may be missing before it. A flag of one letter may follow. */
const DOCUMENT = new RegExp(`(?<![A-Z])${ID}(?:\\.xml)?(?:\\s+[A-Z])?$`, 'u')
/** The folder of one text, or a folder in it (`article`, `section_ta`, `texte` and deeper). */
const FOLDER = new RegExp(`${ID}(?:/?(?:article|section_ta|texte)\\b.*)?/?$`, 'su')
/** The flag of one letter at the end of a line. */
const FLAG = /(?<!\s)\s+[A-Z]$/

const TOO_LONG: Refusal = {
  refused: 'file-too-long',
  reason: 'the list of deletions is longer than is read',
  hint: 'split it by lines',
}
const UNREADABLE: Refusal = refusalByCode('removal-unreadable')
const TOO_WIDE: Refusal = refusalByCode('removal-too-wide')
const CUT: Refusal = refusalByCode('removal-list-cut')
const EMPTY: Refusal = refusalByCode('removal-list-empty')

type ListLine = {
  readonly text: string
  readonly line: number
  /** Whether a line end follows. */
  readonly isEnded: boolean
}

const linesIn = (text: string): ListLine[] => {
  const all = text.split('\n')
  return all
    .map((line, index) => ({
      text: line.trim(),
      line: index + 1,
      isEnded: index < all.length - 1,
    }))
    .filter((line) => line.text !== '')
}

const documentOf = ({ text }: ListLine): Removal | Refusal => {
  const { id } = DOCUMENT.exec(text)?.groups ?? {}
  if (id === undefined) return UNREADABLE
  const path = text.replace(FLAG, '').replace(/\.xml$/, '')
  return { kind: 'document', id, path: path === id ? null : path, at: null }
}

const folderOf = ({ text, isEnded }: ListLine): Removal | Refusal => {
  const place = text.replace(FLAG, '')
  const { id } = FOLDER.exec(place)?.groups ?? {}
  if (id === undefined) return TOO_WIDE
  if (!isEnded && place === text) return CUT
  return { kind: 'folder', id, path: place.replace(/\/$/, ''), at: null }
}

async function* readDeletions(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const { file } = context
  const bytes = await readWhole(chunks, SOURCE_LIMITS.documentBytesMax)
  const decoded = bytes === null ? TOO_LONG : decodeUtf8(withoutBom(bytes))
  if (isRefusal(decoded)) {
    yield refusedHere(context, 1, decoded)
    return
  }
  const lines = linesIn(decoded.text)
  if (lines.length === 0) noteHere(context, 1, EMPTY)
  const removalOf = FOLDERS.test(file) ? folderOf : documentOf
  const seen = new Set<string>()
  for (const one of lines) {
    const { line } = one
    const removal = removalOf(one)
    if (isRefusal(removal)) {
      yield refusedHere(context, line, removal)
      continue
    }
    const key = `${removal.id} ${removal.path ?? ''}`
    if (seen.has(key)) continue
    seen.add(key)
    yield { file, line, removal }
  }
}

export const dilaDeletions = {
  name: 'dila-deletions',
  title: 'DILA deletions',
  about: 'Lists of what the DILA deleted: `liste_suppression_*.dat`, by texts or by folders.',
  extensions: [],
  names: DELETIONS,
  detect: ({ file }) => (DELETIONS.test(file) ? 'signature' : null),
  read: readDeletions,
} as const satisfies Source
