/** LEGI: one ARTICLE in one of its wordings as an import record. */
import { dayBefore, isDay } from '../days.ts'
import { type DocumentContext, noteHere, recordItem, refusedHere } from '../document.ts'
import type { SourceItem, SourceRemoval } from '../source-item.ts'
import type { XmlElement } from '../xml/tree.ts'
import {
  allNamed,
  at,
  attribute,
  childrenNamed,
  childNamed,
  lineText,
  textOrNull,
} from '../xml/walk.ts'
import { linksOf } from './links.ts'
import { LICENCE, noteUnknownElements, dilaText, WORDING_ID } from './elements.ts'

/** The publisher's values for "no end". */
const NEVER = '2999-01-01'
/** ETAT as published; a note names any other state. */
const STATES = new Set(
  (
    'VIGUEUR VIGUEUR_DIFF VIGUEUR_NON_ETEN ABROGE ABROGE_DIFF ANNULE MODIFIE PERIME TRANSFERE DISJOINT ' +
    'SUBSTITUE DENONCE REMPLACE DEPLACE'
  ).split(' '),
)
/** Replaced before it came into force. */
const STILLBORN = 'MODIFIE_MORT_NE'
const REGULATIONS = new Set(['DECRET', 'ARRETE', 'DECISION', 'DELIBERATION', 'CIRCULAIRE'])

type Wording = { readonly id: string; readonly from: string }

/** The oldest wording names the article, since the list only grows at its end. */
const identityOf = (root: XmlElement, id: string): string => {
  const wordings = allNamed(at(root, 'VERSIONS') ?? root, 'LIEN_ART').flatMap((link): Wording[] => {
    const own = attribute(link, 'id')
    return own === null ? [] : [{ id: own, from: attribute(link, 'debut') ?? NEVER }]
  })
  const [first] = wordings.toSorted((a, b) =>
    a.from === b.from ? (a.id < b.id ? -1 : 1) : a.from < b.from ? -1 : 1,
  )
  return first?.id ?? id
}

type ArticleContext = {
  readonly work: string
  readonly nature: string
  readonly section: string[]
  readonly cid: string
}

/** The title in force on the day. */
const titleOn = (titles: readonly XmlElement[], day: string): string => {
  const inForce = titles.find((title) => {
    const from = attribute(title, 'debut') ?? ''
    const to = attribute(title, 'fin') ?? NEVER
    return from <= day && day < to
  })
  return lineText(inForce ?? titles.at(-1) ?? null)
}

const sectionPath = (context: XmlElement, day: string): string[] => {
  const title = titleOn(childrenNamed(context, 'TITRE_TM'), day)
  const [deeper] = childrenNamed(context, 'TM')
  return [
    ...(title === '' ? [] : [title]),
    ...(deeper === undefined ? [] : sectionPath(deeper, day)),
  ]
}

const placeOf = (root: XmlElement, day: string): ArticleContext => {
  const text = at(root, 'CONTEXTE', 'TEXTE')
  const [outer] = childrenNamed(text, 'TM')
  return {
    work: titleOn(childrenNamed(text, 'TITRE_TXT'), day),
    nature: attribute(text, 'nature') ?? '',
    cid: attribute(text, 'cid') ?? '',
    section: outer === undefined ? [] : sectionPath(outer, day),
  }
}

/**
 * First and last day, both inclusive; DATE_FIN is the first day that the wording is no longer in
 * force.
 */
const validityOf = (meta: XmlElement | null) => {
  const from = lineText(at(meta, 'DATE_DEBUT'))
  const to = lineText(at(meta, 'DATE_FIN'))
  return {
    validFrom: isDay(from) && from !== NEVER ? from : null,
    validTo: isDay(to) && to < NEVER ? dayBefore(to) : null,
  }
}

/**
 * A wording that was never in force is no text. An earlier file may have announced it, though: what
 * was recorded of it ends.
 */
const neverInForce = (
  { file, onNote }: DocumentContext,
  line: number,
  id: string | null,
): SourceRemoval | null => {
  onNote({
    file,
    line,
    refused: 'wording-never-in-force',
    reason: 'LEGI: a wording ended before it began',
    hint: 'nothing to do: it was never in force',
  })
  if (id === null || !WORDING_ID.test(id)) return null
  return {
    file,
    line,
    removal: { kind: 'document', id, path: null, at: null, isNeverInForce: true },
  }
}

/** One wording of an article, or its removal; null with a note if there is neither. */
export const articleItem = (root: XmlElement, context: DocumentContext): SourceItem | null => {
  const common = at(root, 'META', 'META_COMMUN')
  const meta = at(root, 'META', 'META_SPEC', 'META_ARTICLE')
  const id = textOrNull(at(common, 'ID'))
  const state = textOrNull(at(meta, 'ETAT'))
  const { validFrom, validTo } = validityOf(meta)
  const isReversed = validFrom !== null && validTo !== null && validTo < validFrom
  if (state === STILLBORN || isReversed) return neverInForce(context, root.line, id)
  if (id === null || validFrom === null) {
    return refusedHere(context, root.line, {
      refused: 'member-missing',
      reason: `the article has no ${id === null ? 'ID' : 'DATE_DEBUT'}`,
      hint: 'look at the article on legifrance.gouv.fr',
    })
  }
  if (state !== null && !STATES.has(state)) {
    noteHere(context, root.line, {
      refused: 'value-unmapped',
      reason: `LEGI: the state ${state} is not known; the days of validity are taken as they are`,
      hint: 'look at the article on legifrance.gouv.fr',
    })
  }
  noteUnknownElements(root, context)
  const place = placeOf(root, validFrom)
  const number = textOrNull(at(meta, 'NUM'))
  const text = dilaText(childNamed(at(root, 'BLOC_TEXTUEL'), 'CONTENU'))
  const nota = dilaText(at(root, 'NOTA', 'CONTENU'))
  if (text === '') {
    noteHere(context, root.line, {
      refused: 'wording-empty',
      reason: `LEGI: a wording without text (state ${state ?? 'not given'})`,
      hint: 'nothing to do: the article was emptied',
    })
    return null
  }
  const links = linksOf(root)
  const folder = place.nature === 'CODE' ? 'codes' : 'loda'
  return recordItem(
    context,
    root.line,
    {
      title: `${place.work}, article ${number ?? id}`,
      text: nota === '' ? text : `${text}\n\nNOTA : ${nota}`,
      language: 'fr',
      jurisdiction: ['FR'],
      contentType: REGULATIONS.has(place.nature) ? 'regulation' : 'legislation',
      validFrom,
      validTo,
      provision: { work: place.work || place.cid, number, section: place.section, anchor: id },
      citations: [
        ...new Set(
          links
            .filter((link) => link.type === 'CITATION' && link.direction === 'out')
            .map((link) => link.text),
        ),
      ],
      source: {
        id: identityOf(root, id),
        version: id,
        url: `https://www.legifrance.gouv.fr/${folder}/article_lc/${id}`,
        licence: LICENCE,
      },
    },
    { persons: [], links, state },
  )
}
