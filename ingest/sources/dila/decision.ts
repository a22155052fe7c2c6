/** Decisions of the DILA bases CASS, INCA, CAPP, JADE and CONSTIT as import records. */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { type Refusal, isRefusal } from '#contracts/fault.ts'
import { courtNamed, dayInTitle, lawyersNamed } from '../french-decisions.ts'
import { type DocumentContext, noteHere, recordItem, refusedHere } from '../document.ts'
import { isDay } from '../days.ts'
import {
  ATTACKED,
  type NamedPerson,
  NEAR,
  type PublisherLink,
  type SourceItem,
} from '../source-item.ts'
import type { XmlElement } from '../xml/tree.ts'
import { at, attribute, childrenNamed, lineText, textOrNull } from '../xml/walk.ts'
import { decisionMembers } from './decision-members.ts'
import {
  type DecisionRoot,
  type DilaDecision,
  ROOTS,
  dilaText,
  LICENCE,
  noteUnknownElements,
} from './elements.ts'
import { linksOf } from './links.ts'
import { themesOf } from './themes.ts'

type Headnote = { readonly sequence: number; readonly summary: string }

/** An analysis with a line for each of its paragraphs. */
const summaryText = (analysis: XmlElement): string => dilaText(analysis).replaceAll(/\n{2,}/g, '\n')

/**
 * The analyses in their order. The numbers of CASS (1, 2 …) are kept; JADE's IDs are codes of the
 * classification (`01-01-05`), so there they are counted.
 */
const headnotesOf = (summary: XmlElement | null): Headnote[] => {
  const analyses = childrenNamed(summary, 'ANA')
    .map((analysis) => ({ id: attribute(analysis, 'ID') ?? '', summary: summaryText(analysis) }))
    .filter((analysis) => analysis.summary !== '')
  const numbers = analyses.map(({ id }) => (/^[1-9]\d{0,3}$/.test(id) ? Number(id) : 0))
  const isNumbered =
    numbers.every((number) => number > 0) && new Set(numbers).size === numbers.length
  return analyses.map(({ summary: text }, index) => ({
    sequence: isNumbered ? (numbers[index] ?? index + 1) : index + 1,
    summary: text,
  }))
}

const refuse = (refused: ErrorCode, reason: string, hint: string): Refusal => ({
  refused,
  reason,
  hint,
})
const CHECK = 'look at the file on legifrance.gouv.fr; if it is so there, tell the publisher'

const dateOf = (juri: XmlElement | null): string | Refusal => {
  const days = [...new Set(childrenNamed(juri, 'DATE_DEC').map(lineText))].filter((d) => d !== '')
  const [day, second] = days
  if (day === undefined) {
    return refuse('decision-date-missing', 'the decision has no date (DATE_DEC)', CHECK)
  }
  if (second !== undefined) {
    return refuse('decision-date-twice', `the decision has two dates: ${day} and ${second}`, CHECK)
  }
  return isDay(day) ? day : refuse('date-invalid', `DATE_DEC is not a day: ${day}`, CHECK)
}

const partsOf = (root: XmlElement, name: DecisionRoot): DilaDecision | Refusal => {
  const meta = at(root, 'META')
  const common = at(meta, 'META_COMMUN')
  const juri = at(meta, 'META_SPEC', 'META_JURI')
  const id = textOrNull(at(common, 'ID'))
  if (id === null) return refuse('member-missing', 'the decision has no ID', CHECK)
  const date = dateOf(juri)
  if (isRefusal(date)) return date
  return {
    root: name,
    id,
    date,
    title: lineText(at(juri, 'TITRE')),
    url: `https://www.legifrance.gouv.fr/${ROOTS[name].folder}/id/${id}`,
    common,
    juri,
    specific: at(meta, 'META_SPEC', ROOTS[name].meta),
    text: at(root, 'TEXTE'),
  }
}

const personsOf = ({ specific }: DilaDecision): NamedPerson[] => {
  const one = (name: string, office: NamedPerson['office']): NamedPerson[] => {
    const person = textOrNull(at(specific, name))
    return person === null ? [] : [{ name: person, office }]
  }
  return [
    ...one('PRESIDENT', 'president'),
    ...one('RAPPORTEUR', 'rapporteur'),
    ...one('AVOCAT_GL', 'advocate_general'),
    ...one('COMMISSAIRE_GVT', 'advocate_general'),
    ...lawyersNamed(lineText(at(specific, 'AVOCATS'))).map((name): NamedPerson => ({
      name,
      office: 'lawyers',
    })),
  ]
}

const citationsOf = ({ text }: DilaDecision, links: readonly PublisherLink[]): string[] => {
  const rulings = childrenNamed(at(text, 'CITATION_JP'), 'CONTENU').map(lineText)
  const texts = links.filter(({ direction }) => direction === 'out').map((link) => link.text)
  return [...new Set([...texts, ...rulings])].filter((one) => one !== '')
}

const attackedOf = ({ specific }: DilaDecision): PublisherLink[] => {
  const day = lineText(at(specific, 'DATE_DEC_ATT'))
  const form = lineText(at(specific, 'FORM_DEC_ATT'))
  if (form === '' && day === '') return []
  const { code, seat } = courtNamed(form)
  const text = [form, day].filter((part) => part !== '').join(', ')
  const decision = { courtCode: code, seat, docket: null, day: isDay(day) ? day : null }
  return [{ type: ATTACKED, direction: 'out', targetId: null, text, decision }]
}

/** Links to other decisions: related ones and the attacked one. */
const tiesOf = (decision: DilaDecision): PublisherLink[] => [
  ...childrenNamed(at(decision.text, 'CITATION_JP'), 'CONTENU')
    .map(lineText)
    .filter((text) => text !== '')
    .map((text): PublisherLink => ({ type: NEAR, direction: 'out', targetId: null, text })),
  ...attackedOf(decision),
]

/** A contradiction that leaves the text usable becomes a note and is not repaired. */
const noteDoubts = (decision: DilaDecision, context: DocumentContext): void => {
  const stated = dayInTitle(decision.title)
  if (stated === null || stated === decision.date) return
  noteHere(context, 1, {
    refused: 'decision-dates-disagree',
    reason: `the title of ${decision.id} says ${stated}, DATE_DEC says ${decision.date}, which is taken`,
    hint: CHECK,
  })
}

/** One decision; a refusal without identity, text, or exactly one date. */
export const decisionItem = (
  root: XmlElement,
  name: DecisionRoot,
  context: DocumentContext,
): SourceItem => {
  const decision = partsOf(root, name)
  if (isRefusal(decision)) return refusedHere(context, root.line, decision)
  const { id, title, date, url, text } = decision
  const body = dilaText(at(text, 'BLOC_TEXTUEL', 'CONTENU'))
  if (body === '') {
    return refusedHere(
      context,
      root.line,
      refuse('text-missing', `${id} has no text (BLOC_TEXTUEL)`, 'leave the file out'),
    )
  }
  noteUnknownElements(root, context)
  noteDoubts(decision, context)
  const links = linksOf(root)
  const headnotes = headnotesOf(at(text, 'SOMMAIRE'))
  return recordItem(
    context,
    root.line,
    {
      title,
      text: body,
      language: 'fr',
      jurisdiction: ['FR'],
      contentType: 'jurisprudence',
      publishedAt: date,
      headnotes,
      judicialDecision: {
        ...decisionMembers(decision, context),
        themes: themesOf(at(text, 'SOMMAIRE')),
      },
      citations: citationsOf(decision, links),
      source: { id, url, licence: LICENCE },
    },
    { persons: personsOf(decision), links: [...links, ...tiesOf(decision)], state: null },
  )
}
