/** Members of a manuscript in a file beside it: `note.docx.yaml` or `note.meta.yaml`. */
import { readFile } from 'node:fs/promises'
import { isRefusal } from '#contracts/fault.ts'
import type { Members } from '../sources/document.ts'
import { parseFrontMatter } from '../sources/markdown/front-matter.ts'
import type { SourceRefusal } from '../sources/source-item.ts'
import { decodeUtf8, withoutBom } from '../sources/text-bytes.ts'

const MANUSCRIPT = /\.(?:docx|pdf)$/i
const BESIDE = /\.(?:meta|docx|pdf)\.ya?ml$/i

type Beside = { readonly members: Members }

/** Whether a file is about the manuscript beside it. */
export const isBesideFile = (name: string): boolean => BESIDE.test(name)

const namesBeside = (path: string): string[] =>
  [path, path.replace(MANUSCRIPT, '.meta')].flatMap((name) => [`${name}.yaml`, `${name}.yml`])

const bytesOf = async (path: string): Promise<Buffer | null> => {
  try {
    return await readFile(path)
  } catch {
    return null
  }
}

const membersOf = (file: string, bytes: Buffer): Beside | SourceRefusal => {
  const decoded = decodeUtf8(withoutBom(bytes))
  if (isRefusal(decoded)) return { file, line: 1, ...decoded }
  const front = parseFrontMatter(decoded.text, 1)
  if (!isRefusal(front)) return { members: front.members }
  const { line, refused, reason, hint } = front
  return { file, line, refused, reason, hint }
}

/** The members beside a manuscript; null if there are none. */
export const membersBeside = async (path: string): Promise<Beside | SourceRefusal | null> => {
  if (!MANUSCRIPT.test(path)) return null
  for (const name of namesBeside(path)) {
    const bytes = await bytesOf(name)
    if (bytes !== null) return membersOf(name, bytes)
  }
  return null
}
