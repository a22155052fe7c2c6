/** One decision of Judilibre as an import record. */
import { refusalByCode } from '#contracts/fault.ts'
import type { ErrorCode } from '#contracts/errors/codes.ts'
import type { JudicialDecisionInput } from '#contracts/decision.ts'
import { longDay } from '#contracts/law/citation-styles/print.ts'
import { isDay } from '../days.ts'
import {
  type DocumentContext,
  noteHere,
  noteUnknown,
  recordItem,
  refusedHere,
} from '../document.ts'
import { chamberNamed, courtNamed, plainWords, solutionNamed } from '../french-decisions.ts'
import { ATTACKED, NEAR, type PublisherLink, type SourceItem } from '../source-item.ts'
import { COURTS, formationNamed, publicationNamed, zoneNamed } from './codes.ts'
import { isObject, type Members, objects, text, texts } from './members.ts'

type Headnote = { readonly sequence: number; readonly summary: string }

/** Each summary once, in order: `summary` repeats the first of several `titlesAndSummaries`. */
const headnotesOf = (decision: Members): Headnote[] => {
  const several = objects(decision['titlesAndSummaries']).map((one) => text(one, 'summary'))
  const all = [text(decision, 'summary'), ...several].filter((one) => one !== null)
  return [...new Set(all)].map((summary, index) => ({ sequence: index + 1, summary }))
}

/** Every path of themes, main and secondary ones, each once. */
const themesOf = (decision: Members): string[][] => {
  const several = objects(decision['titlesAndSummaries']).flatMap((one) => {
    const secondary = one['secondaryTitles']
    return [texts(one['titles']), ...(Array.isArray(secondary) ? secondary.map(texts) : [])]
  })
  const paths = [texts(decision['themes']), ...several].filter((path) => path.length > 0)
  return [...new Map(paths.map((path) => [path.join('\u0000'), path])).values()]
}

type Zone = NonNullable<JudicialDecisionInput['zones']>[number]

const note = (context: DocumentContext, reason: string): void =>
  noteHere(context, 1, {
    refused: 'zone-repaired',
    reason: `Judilibre: ${reason}`,
    hint: 'nothing to do: the zones are a help for reading',
  })

const fitting = (
  name: Zone['name'],
  span: Members,
  length: number,
  context: DocumentContext,
): Zone[] => {
  const start = Number(span['start'])
  const end = Number(span['end'])
  const isSpan = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end
  if (!isSpan || start > length) {
    note(context, 'a zone lies outside of the text and is left out')
    return []
  }
  if (end > length) note(context, 'a zone ends beyond the text and is cut there')
  return [{ name, start, end: Math.min(end, length) }]
}

/**
 * In the order of the text. A zone that ends one past the text (the API does that) is cut, and
 * noted.
 */
const zonesOf = (decision: Members, context: DocumentContext): Zone[] => {
  const zones = decision['zones']
  const body = decision['text']
  if (!isObject(zones) || typeof body !== 'string') return []
  const found = Object.entries(zones).flatMap(([given, spans]) => {
    const name = zoneNamed(given)
    if (name === null && objects(spans).length > 0) note(context, `the zone ${given} is not known`)
    return name === null
      ? []
      : objects(spans).flatMap((span) => fitting(name, span, body.length, context))
  })
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

const LICENCE = 'Licence Ouverte 2.0'
const PAGE = 'https://www.courdecassation.fr/decision/'

/** Known members: read, or ignored for a reason (README). */
const KNOWN = new Set(
  (
    'id source text displayText chamber decision_date jurisdiction number numbers publication solution solution_alt type ecli ' +
    'formation update_date visa files bulletin contested summary themes titlesAndSummaries rapprochements zones location ' +
    'portalis nac sourceId score highlights fileNumber particularInterest legacy'
  ).split(' '),
)

const noteParts = (decision: Members, context: DocumentContext): void => {
  for (const [name, value] of Object.entries(decision)) {
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    if (!KNOWN.has(name) && !isEmpty) noteUnknown(context, 1, 'Judilibre', `the member ${name}`)
  }
  for (const _ of objects(decision['files'])) {
    noteHere(context, 1, refusalByCode('attachment-left'))
  }
}

const unmapped = (context: DocumentContext, what: string, value: string | null): void => {
  if (value === null) return
  noteHere(context, 1, {
    refused: 'value-unmapped',
    reason: `Judilibre: ${what} ${JSON.stringify(value)} has no code of ours`,
    hint: 'nothing to do; tell the project if you filter by it',
  })
}

const numbersOf = (decision: Members): string[] => {
  const number = text(decision, 'number')
  return [...new Set([...texts(decision['numbers']), ...(number === null ? [] : [number])])]
}

/** The attacked decision. */
const procedureOf = (
  decision: Members,
  courtCode: string | null,
): JudicialDecisionInput['procedure'] => {
  const contested = decision['contested']
  if (!isObject(contested)) return undefined
  const day = text(contested, 'date')
  const docket = text(contested, 'number')
  const named = ['title', 'location', 'solution'].flatMap((name) => text(contested, name) ?? [])
  if (day === null && docket === null && named.length === 0) return undefined
  return {
    completeness: 'partial',
    chronology: [
      {
        relation: courtCode === 'fr.ccass' ? 'cassation_of' : 'appeal_of',
        target: { docket, date: day !== null && isDay(day) ? day : null },
        certainty: 'official',
        evidence: named.join('; ').replaceAll(/\s+/g, ' ') || null,
      },
    ],
  }
}

const linksOf = (decision: Members): PublisherLink[] => {
  const visa = objects(decision['visa']).flatMap((one): PublisherLink[] => {
    const title = text(one, 'title')
    return title === null
      ? []
      : [{ type: 'VISA', direction: 'out', targetId: text(one, 'url'), text: title }]
  })
  const near = objects(decision['rapprochements']).flatMap((one): PublisherLink[] => {
    const title = text(one, 'title')
    return title === null
      ? []
      : [{ type: NEAR, direction: 'out', targetId: text(one, 'id'), text: title }]
  })
  return [...visa, ...near]
}

const attackedOf = (decision: Members): PublisherLink[] => {
  const contested = decision['contested']
  if (!isObject(contested)) return []
  const [day, docket] = [text(contested, 'date'), text(contested, 'number')]
  const court = text(contested, 'location') ?? text(contested, 'title')
  if (court === null && docket === null) return []
  const named = [court, docket, day].filter((part) => part !== null).join(', ')
  const { code, seat } = courtNamed(court ?? '')
  return [
    {
      type: ATTACKED,
      direction: 'out',
      targetId: text(contested, 'id'),
      text: named.replaceAll(/\s+/g, ' '),
      decision: {
        courtCode: code,
        seat,
        docket,
        day: day !== null && isDay(day) ? day : null,
      },
    },
  ]
}

const membersOf = (
  decision: Members,
  { date, court, id }: { readonly date: string; readonly court: string; readonly id: string },
  context: DocumentContext,
): JudicialDecisionInput => {
  const location = text(decision, 'location')
  const named = courtNamed(location !== null && court !== 'Cour de cassation' ? location : court)
  const code = named.code ?? courtNamed(court).code
  if (code === null) unmapped(context, 'the court', court)
  const ecli = text(decision, 'ecli')
  const chamber = text(decision, 'chamber')
  const formation = text(decision, 'formation')
  const solution = text(decision, 'solution')
  const chamberCode = code === 'fr.ccass' && chamber !== null ? chamberNamed(chamber) : null
  const formationCode = formation === null ? null : formationNamed(formation)
  const solutionCode = solution === null ? null : solutionNamed(solution, code)
  const publication = texts(decision['publication'])
  if (chamberCode === null) unmapped(context, 'the chamber', chamber)
  if (formationCode === null) unmapped(context, 'the formation', formation)
  if (solutionCode === null) unmapped(context, 'the outcome', solution)
  for (const one of publication) {
    if (publicationNamed(one) === null) unmapped(context, 'the publication', one)
  }
  const type = text(decision, 'type')
  const procedure = procedureOf(decision, code)
  const portalis = text(decision, 'portalis')
  return {
    ecli,
    identifiers: [
      ...numbersOf(decision).map((value) => ({ scheme: 'docket', value })),
      ...(ecli === null ? [] : [{ scheme: 'ecli', value: ecli }]),
      ...(portalis === null ? [] : [{ scheme: 'portalis', value: portalis }]),
      { scheme: 'judilibre', value: id },
    ],
    jurisdiction: 'FR',
    courtCode: code,
    courtName: {
      fr: location !== null && code !== 'fr.ccass' && named.code !== null ? location : court,
    },
    seat: named.seat,
    chamber: chamberCode,
    formation: formationCode,
    type: type === null ? null : plainWords(type).replaceAll(' ', '_'),
    decisionDate: date,
    solution: solutionCode,
    solutionLabel: solution === null ? null : { fr: solution },
    publication: publication.flatMap((one) => publicationNamed(one) ?? []),
    zones: zonesOf(decision, context),
    visa: linksOf(decision)
      .filter((link) => link.type === 'VISA')
      .map((link) => ({ text: link.text })),
    themes: themesOf(decision),
    ...(procedure === undefined ? {} : { procedure }),
    sourceUrl: `${PAGE}${id}`,
    licence: LICENCE,
  }
}

const CHECK = 'ask the API for /decision with this id; if it is so there, tell the publisher'

/**
 * `Cour de cassation, Chambre sociale, 4 octobre 2023, 22-12.922, Publié au Bulletin`: Judilibre
 * gives no title.
 */
const titleOf = (decision: Members, court: string, date: string): string =>
  [
    court,
    text(decision, 'chamber'),
    longDay('fr', date),
    text(decision, 'number') ?? numbersOf(decision)[0] ?? null,
    texts(decision['publication'])[0] ?? null,
  ]
    .filter((part) => part !== null && part.length > 1)
    .join(', ')

/** One decision; a refusal without identity, date or text (lists of /search have no text). */
export const decisionItem = (decision: Members, context: DocumentContext): SourceItem => {
  const refuse = (refused: ErrorCode, reason: string, hint = CHECK): SourceItem =>
    refusedHere(context, 1, { refused, reason, hint })
  const id = text(decision, 'id')
  if (id === null) return refuse('member-missing', 'the decision has no id')
  const date = text(decision, 'decision_date')
  if (date === null) return refuse('decision-date-missing', `the decision ${id} has no date`)
  if (!isDay(date)) return refuse('date-invalid', `the date of ${id} is not a day: ${date}`)
  const body = decision['text']
  if (typeof body !== 'string' || body.trim() === '') {
    return refuse(
      'text-missing',
      `the decision ${id} has no text`,
      'ask the API for /decision with this id: the lists of /search hold no texts',
    )
  }
  noteParts(decision, context)
  const given = text(decision, 'jurisdiction') ?? ''
  const court = COURTS[given] ?? given
  // Without labels the place is a code, which names no court to a reader.
  const place = text(decision, 'location')
  const named = place !== null && courtNamed(place).code !== null ? place : court
  const links = linksOf(decision)
  return recordItem(
    context,
    1,
    {
      title: titleOf(decision, named, date),
      text: body,
      language: 'fr',
      jurisdiction: ['FR'],
      contentType: 'jurisprudence',
      publishedAt: date,
      headnotes: headnotesOf(decision),
      judicialDecision: membersOf(decision, { date, court, id }, context),
      citations: [...new Set(links.map((link) => link.text))],
      source: {
        id,
        version: text(decision, 'update_date'),
        url: `${PAGE}${id}`,
        licence: LICENCE,
      },
    },
    { persons: [], links: [...links, ...attackedOf(decision)], state: null },
  )
}
