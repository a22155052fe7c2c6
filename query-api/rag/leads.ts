/**
 * Words by which a sentence may be led in. They join and name the source; none says anything of the
 * law.
 */
import type { Article } from '#contracts/http/article.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'

/** UTF-16 units. */
export const LEAD_MAX = 160

// Nothing that denies, excepts, allows or commands may stand here, and no verb that judges.
const WORDS: ReadonlySet<string> = new Set(
  (
    'selon d apres aux termes de du des le la les l un une et ainsi en effet par ailleurs plus enfin ensuite toutefois cependant ' +
    'neanmoins egalement aussi notamment outre puis d abord premierement deuxiemement troisiemement precise precisent prevoit prevoient dispose ' +
    'disposent enonce enoncent indique indiquent que qu il elle ils elles texte textes source sources note fiche article articles code ' +
    'alinea voici reponse question concernant a ce sujet cet egard suivant meme ' +
    'according to under the of in addition moreover however also first second third finally then furthermore states state provides ' +
    'that article act text source further says segons els d acord amb tambe'
  ).split(' '),
)
const WORD = /[\p{L}\p{N}]+/gu
const MARKS = /\p{M}/gu
const folded = (text: string): string[] =>
  [...text.normalize('NFD').replaceAll(MARKS, '').toLowerCase().matchAll(WORD)].map(
    ([word]) => word,
  )

/** Whether all words only join. */
export const onlyJoins = (text: string): boolean => folded(text).every((word) => WORDS.has(word))

/** A lead without the citations in it; null where one names another text than the source. */
const withoutOwnCitations = (text: string, source: Article): string | null => {
  const [jurisdiction = 'FR'] = source.jurisdiction
  const own = new Set(namesOfText(source).map(({ name }) => name))
  let left = ''
  let from = 0
  for (const { start, end, normalized } of recogniseCitations(text, { jurisdiction })) {
    if (!normalized.every((name) => own.has(name))) return null
    left += `${text.slice(from, start)} `
    from = end
  }
  return left + text.slice(from)
}

/**
 * Whether a sentence of this source may be led in so: joining words, and citations that name the
 * source itself.
 */
export const mayLeadIn = (text: string, source: Article): boolean => {
  if (text.length > LEAD_MAX) return false
  const left = withoutOwnCitations(text, source)
  return left !== null && onlyJoins(left)
}
