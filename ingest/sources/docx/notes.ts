/**
 * Footnotes and endnotes of Word as Markdown writes them: `[^1]` where a note is called, and
 * `[^1]: its words` at the end.
 */
import { blockText, type BlockTextOptions } from '../xml/block-text.ts'
import type { XmlElement } from '../xml/tree.ts'
import { attribute, elementsOf, lineText } from '../xml/walk.ts'

const CALL = /^(?:foot|end)note-ref-/
const NOTE = /^(?:foot|end)note-(?!ref-)/
const BACK = /^#(?:foot|end)note-ref-/

const idOf = (element: XmlElement): string => attribute(element, 'id') ?? ''

/** Notes are numbered in the order of their list, which is that of their calls. */
const notesOf = (list: XmlElement): string | null => {
  const notes = elementsOf(list)
  if (notes.length === 0 || !notes.every((note) => NOTE.test(idOf(note)))) return null
  return notes
    .map((note, index) => {
      const words = blockText(note, NOTES).replaceAll(/\n+/g, ' ')
      return words === '' ? '' : `\n\n[^${index + 1}]: ${words}\n\n`
    })
    .join('')
}

/** How the notes of a document are read. */
export const NOTES: BlockTextOptions = {
  skip: (element) => element.name === 'a' && BACK.test(attribute(element, 'href') ?? ''),
  instead: (element) => {
    if (element.name === 'ol') return notesOf(element)
    if (element.name !== 'a' || !CALL.test(idOf(element))) return null
    return `[^${lineText(element).replaceAll(/\D/g, '')}]`
  },
}
