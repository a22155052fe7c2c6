import { articleNumberForm, ARTICLE_PREFIX } from '../references.ts'
import { plain } from './flat.ts'

const SUFFIX = '(?: ?(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies)\\b)?'
export const BARE_NUMBER = `\\d{1,5}(?:-\\d{1,4})*(?:er\\b)?${SUFFIX}`
export const CODED_NUMBER = `${ARTICLE_PREFIX}(?:\\.? ?\\*{0,2}\\.? {0,2}\\d{1,5}(?:-\\d{1,4})+|\\*{0,2}\\.? {0,2}\\d{1,5})${SUFFIX}`

/**
 * Of an article number that anybody writes: `Art. 1er.`, `Article premier`, `R*133-1`, `9 bis`.
 * Null: not a number.
 */
export const articleNumber = (written: string): string | null => {
  const text = plain(written)
    .replace(/^ *(?:art|article)\b\.? */u, '')
    .replace(/\bpremier\b/u, '1')
    .trim()
  const match = new RegExp(`^(${CODED_NUMBER}|${BARE_NUMBER})\\.?(?![a-z0-9])`, 'u').exec(text)
  return match?.[1] === undefined ? null : writtenNumberForm(match[1])
}
export const writtenNumberForm = (text: string): string =>
  articleNumberForm(text.replace(/(?<=\d)er\b/u, ''))
