import { type DocumentContext, noteUnknown } from '../document.ts'
import type { XmlElement } from '../xml/tree.ts'
import { descendants, rawText } from '../xml/walk.ts'

export const LICENCE = 'Licence Ouverte 2.0'

/** Elements of the published schemas that are read, or looked at and left for a reason (README). */
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
/** What stands in these is text of the publisher, with the tags of HTML. */
const TEXTUAL = new Set(['CONTENU', 'ANA', 'SCT', 'LIEN', 'NOTA', 'TITRE'])

const isTextual = ({ name }: XmlElement): boolean => TEXTUAL.has(name)

/**
 * Counts what the schema that we know does not have; an empty element says nothing and is passed
 * over.
 */
export const noteUnknownElements = (root: XmlElement, context: DocumentContext): void => {
  for (const element of descendants(root, isTextual)) {
    if (KNOWN.has(element.name) || rawText(element).trim() === '') continue
    noteUnknown(context, element.line, 'DILA', `the element ${element.name}`)
  }
}
