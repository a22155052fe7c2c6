import { DATE, dayOf } from './dates.ts'
import { matchAt, sticky, type Flat } from './flat.ts'

/** When a court ruled, as a sentence tells it, and where that ends. */
export type ToldRuling = { readonly day: string; readonly end: number }

/**
 * What a court does on the day that follows at once. A day behind `retenu` or `fixé` may be the
 * object: `a retenu le 3 mai 2019 comme point de départ`.
 */
const RULES =
  '(?:juge|statue|decide|tranche|rappele|precise|enonce|affirme|confirme|infirme|reforme|casse|annule|rejete|condamne|ordonne|dit pour droit|rendu (?:un|une|son|sa) [a-z]{4,10}|prononcee?s?)'
/** What it does besides, where the ruling or its day is named first. */
const FINDS = `(?:${RULES}|retenu|considere|estime|releve|observe|admis|deboute|declare|constate|accueilli|homologue|valide|censure)`
const HAS =
  "(?:a|ont|avait|avaient|s'est|se sont|l'a|l'ont)(?: (?:[a-z]{3,13}ment|deja|encore|aussi|ainsi|depuis))?"
const RULING =
  "(?:(?:un |une |son |sa |cet |cette |l'|le |la )(?:[a-z]{4,12} )?)?(?:arret|jugement|decision|ordonnance)"
const IN_RULING = `(?:dans|par|aux termes d')(?: (?=[a-z])|(?=u))${RULING}(?: [a-z]{4,14})?,? (?:du|en date du|rendue? le|prononcee? le) `

/**
 * Behind a court: ` a jugé le 17 mars 2023`, `, par un arrêt du 17 mars 2023`,
 * ` l'a rappelé dans un arrêt du 17 mars 2023`, ` (arrêt du 17 mars 2023`.
 */
const TOLD = sticky(
  `(?:,? ${HAS} ${RULES},? le |,? (?:${HAS}(?: ${FINDS})?,? )?${IN_RULING}|` +
    ` \\((?:(?:arret|jugement|decision|ordonnance) )?(?:du |en date du )?)(${DATE})`,
)
/** Behind a day and its court: ` a condamné`. */
const FOUND = sticky(` ${HAS} ${FINDS}(?![a-z])`)

/** `La cour d'appel de Lyon a jugé le 3 mai 2019`, read from the end of the court's name. */
export const toldAt = ({ text }: Flat, at: number): ToldRuling | null => {
  const match = matchAt(TOLD, text, at)
  const day = match?.[1] === undefined ? null : dayOf(match[1])
  return match === null || day === null ? null : { day, end: at + match[0].length }
}

/** Where the words end that say that a court ruled; null where it did something else. */
export const endOfRulingAt = ({ text }: Flat, at: number): number | null => {
  const match = matchAt(FOUND, text, at)
  return match === null ? null : at + match[0].length
}
