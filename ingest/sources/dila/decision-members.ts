/**
 * `judicialDecision` of a DILA decision: what the file states, in the codes of
 * contracts/conventions/judicial-decision.md.
 */
import type { Identifier, JudicialDecisionInput } from '#contracts/decision.ts'
import {
  chamberNamed,
  courtNamed,
  type NamedCourt,
  plainWords,
  solutionNamed,
} from '../french-decisions.ts'
import { isDay } from '../days.ts'
import { type DocumentContext, noteHere } from '../document.ts'
import { at, attribute, childrenNamed, lineText, textOrNull } from '../xml/walk.ts'
import { type DilaDecision, LICENCE } from './elements.ts'

const note = (context: DocumentContext, what: string, value: string): void =>
  noteHere(context, 1, {
    refused: 'value-unmapped',
    reason: `${what} ${JSON.stringify(value)} has no code of ours; its words are kept where there is a place`,
    hint: 'nothing to do; tell the project if you filter by it',
  })

const SCHEMES: Readonly<Record<DilaDecision['root'], string>> = {
  TEXTE_JURI_JUDI: 'juritext',
  TEXTE_JURI_ADMIN: 'cetatext',
  TEXTE_JURI_CONSTIT: 'constext',
}

const one = (scheme: string, value: string | null): Identifier[] =>
  value === null ? [] : [{ scheme, value }]

/**
 * CASS: NUMERO is the number of the ruling, and the dockets are apart. Elsewhere NUMERO is the
 * docket.
 */
const identifiersOf = (decision: DilaDecision, ecli: string | null): Identifier[] => {
  const { root, id, common, juri, specific } = decision
  const number = textOrNull(at(juri, 'NUMERO'))
  const dockets = childrenNamed(at(specific, 'NUMEROS_AFFAIRES'), 'NUMERO_AFFAIRE')
    .map(lineText)
    .filter((docket) => docket !== '')
  const isDocket = dockets.length === 0
  return [
    ...dockets.map((value) => ({ scheme: 'docket', value })),
    ...one(isDocket ? 'docket' : 'ruling_number', dockets.includes(number ?? '') ? null : number),
    ...one('ecli', ecli),
    ...one(SCHEMES[root], id),
    ...one('dila_former_id', textOrNull(at(common, 'ANCIEN_ID'))),
    ...one('nor', textOrNull(at(specific, 'NOR'))),
  ]
}

const PUBLICATIONS = new Set(['A', 'B', 'C', 'R'])

const publicationOf = ({
  specific,
}: DilaDecision): NonNullable<JudicialDecisionInput['publication']> => {
  const bulletin = attribute(at(specific, 'PUBLI_BULL'), 'publie')
  if (bulletin !== null) return [bulletin === 'oui' ? 'b' : 'n']
  const letters = textOrNull(at(specific, 'PUBLI_RECUEIL')) ?? ''
  return PUBLICATIONS.has(letters) ? [letters as 'A' | 'B' | 'C' | 'R'] : []
}

/** The attacked decision. Null if the file names none: absent does not mean none. */
const procedureOf = (
  { specific }: DilaDecision,
  court: NamedCourt,
): JudicialDecisionInput['procedure'] => {
  const day = lineText(at(specific, 'DATE_DEC_ATT'))
  const form = lineText(at(specific, 'FORM_DEC_ATT'))
  const first = [at(specific, 'JURI_PREM'), at(specific, 'LIEU_PREM')].map(lineText)
  const evidence = [form, ...first].filter((part) => part !== '').join(', ')
  const date = isDay(day) ? day : null
  if (date === null && evidence === '') return undefined
  return {
    completeness: 'partial',
    chronology: [
      {
        relation: court.code === 'fr.ccass' ? 'cassation_of' : 'appeal_of',
        target: { date },
        certainty: 'official',
        evidence: [evidence, day].filter((part) => part !== '').join(', ') || null,
      },
    ],
  }
}

const chamberOf = ({ specific }: DilaDecision, court: NamedCourt, context: DocumentContext) => {
  const words = lineText(at(specific, 'FORMATION'))
  const chamber = court.code === 'fr.ccass' ? chamberNamed(words) : null
  if (words !== '' && chamber === null) note(context, 'the formation', words)
  return chamber
}

const courtOf = ({ juri, specific, root }: DilaDecision, context: DocumentContext) => {
  const name =
    lineText(at(juri, 'JURIDICTION')) ||
    (root === 'TEXTE_JURI_CONSTIT' ? 'Conseil constitutionnel' : '')
  const court = courtNamed(name)
  if (court.code === null && name !== '') note(context, 'the court', name)
  // In CAPP SIEGE_APPEL is where the court itself sits; in CASS it is where the court below did.
  const stated = court.code === 'fr.ca' ? textOrNull(at(specific, 'SIEGE_APPEL')) : null
  return { name, court: { code: court.code, seat: stated ?? court.seat } }
}

/** All of `judicialDecision` but the themes, which the summary has. */
export const decisionMembers = (
  decision: DilaDecision,
  context: DocumentContext,
): JudicialDecisionInput => {
  const { common, juri, specific, date, url } = decision
  const { name, court } = courtOf(decision, context)
  const words = textOrNull(at(juri, 'SOLUTION'))
  const solution = words === null ? null : solutionNamed(words, court.code)
  if (words !== null && solution === null) note(context, 'the outcome', words)
  const ecli = textOrNull(at(specific, 'ECLI'))
  const kind = textOrNull(at(specific, 'NATURE_QUALIFIEE')) ?? textOrNull(at(common, 'NATURE'))
  const procedure = procedureOf(decision, court)
  return {
    ecli,
    identifiers: identifiersOf(decision, ecli),
    jurisdiction: 'FR',
    courtCode: court.code,
    courtName: name === '' ? null : { fr: name },
    seat: court.seat,
    chamber: chamberOf(decision, court, context),
    type: kind === null ? null : plainWords(kind).replaceAll(' ', '_'),
    decisionDate: date,
    solution,
    solutionLabel: words === null ? null : { fr: words },
    publication: publicationOf(decision),
    ...(procedure === undefined ? {} : { procedure }),
    sourceUrl: url,
    licence: LICENCE,
  }
}
