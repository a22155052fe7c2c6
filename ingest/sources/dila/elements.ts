import { type DocumentContext, noteUnknown } from '../document.ts'
import type { XmlElement, XmlNode } from '../xml/tree.ts'
import { descendants, rawText, isElement } from '../xml/walk.ts'
import { blockText, tagOf } from '../xml/block-text.ts'

/**
 * Case law by the root of its files: the element of its metadata, and its folder on Légifrance.
 */
export const ROOTS = {
  TEXTE_JURI_JUDI: { meta: 'META_JURI_JUDI', folder: 'juri' },
  TEXTE_JURI_ADMIN: { meta: 'META_JURI_ADMIN', folder: 'ceta' },
  TEXTE_JURI_CONSTIT: { meta: 'META_JURI_CONSTIT', folder: 'cons' },
} as const
export type DecisionRoot = keyof typeof ROOTS
export const isDecisionRoot = (name: string): name is DecisionRoot => Object.hasOwn(ROOTS, name)

/** The parts of one decision, found once. */
export type DilaDecision = {
  readonly root: DecisionRoot
  readonly id: string
  readonly title: string
  readonly date: string
  readonly url: string
  readonly common: XmlElement | null
  readonly juri: XmlElement | null
  readonly specific: XmlElement | null
  readonly text: XmlElement | null
}

const STRUCTURED = new Set(['p', 'table', 'ol', 'ul', 'div', 'blockquote'])

const withBreaks = (node: XmlNode): string => {
  if (!isElement(node)) return node.replaceAll(/\r\n?/g, '\n')
  return tagOf(node) === 'br' ? '\n' : node.children.map(withBreaks).join('')
}

/**
 * The text of a CONTENU. Without blocks, each `<br/>` is a line end and runs of blank lines are
 * one; paragraphs, lists and tables are kept separate.
 */
export const dilaText = (content: XmlElement | null): string => {
  if (content === null) return ''
  const isStructured = descendants(content).some((one) => STRUCTURED.has(tagOf(one)))
  if (isStructured) return blockText(content)
  return withBreaks(content)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** The id of one wording of an article of LEGI. */
export const WORDING_ID = /^LEGIARTI\d{12}$/u
export const LICENCE = 'Licence Ouverte 2.0'

/** Known elements of the published schemas: read, or ignored for a reason (README). */
const KNOWN = new Set(
  (
    'META META_COMMUN ID ANCIEN_ID ORIGINE URL NATURE META_SPEC META_JURI TITRE DATE_DEC JURIDICTION NUMERO SOLUTION ' +
    'META_JURI_JUDI META_JURI_ADMIN META_JURI_CONSTIT NUMEROS_AFFAIRES NUMERO_AFFAIRE PUBLI_BULL PUBLI_RECUEIL FORMATION ' +
    'FORM_DEC_ATT DATE_DEC_ATT SIEGE_APPEL JURI_PREM LIEU_PREM DEMANDEUR DEFENDEUR PRESIDENT AVOCAT_GL AVOCATS RAPPORTEUR ' +
    'COMMISSAIRE_GVT TYPE_REC ECLI NATURE_QUALIFIEE NOR URL_CC TITRE_JO NUM_LOI DATE_LOI TITRE_LOI LOI_DEF TEXTE BLOC_TEXTUEL ' +
    'CONTENU SOMMAIRE SCT ANA CITATION_JP SAISINES OBSERVATIONS LIENS LIEN VERSIONS VERSION LIEN_ART CONTEXTE TM TITRE_TM ' +
    'TITRE_TXT META_ARTICLE NUM ETAT DATE_DEBUT DATE_FIN TYPE NOTA'
  ).split(' '),
)
/** These hold text of the publisher, with the tags of HTML. */
const TEXTUAL = new Set(['CONTENU', 'ANA', 'SCT', 'LIEN', 'NOTA', 'TITRE'])

const isTextual = ({ name }: XmlElement): boolean => TEXTUAL.has(name)

/** Counts unknown elements that are not empty. */
export const noteUnknownElements = (root: XmlElement, context: DocumentContext): void => {
  for (const element of descendants(root, isTextual)) {
    if (KNOWN.has(element.name) || rawText(element).trim() === '') continue
    noteUnknown(context, element.line, 'DILA', `the element ${element.name}`)
  }
}
