/**
 * Converts a publisher's links to treatments (contracts/conventions/citator.md); other links are
 * ignored. Pure.
 */
import type { Citation } from '#contracts/citation.ts'
import type { ArticleContent, Validity } from '#contracts/content.ts'
import { JudicialDecision, type Solution } from '#contracts/decision.ts'
import { STATED } from '#contracts/events/others.ts'
import { type ArticleId, Day, type Slug } from '#contracts/ids.ts'
import { namesOfTarget, namesOfText } from '#contracts/law/citations/names.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'
import type { StatedTreatment } from '../domain/treatment/commands.ts'
import { ATTACKED, NEAR, type PublisherFacts, type PublisherLink } from '../sources/source-item.ts'

/** The text of a publisher's statements. */
export type StatingText = {
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly content: ArticleContent
  readonly validity: Validity
}

/** Most statements of one text. */
export const STATEMENTS_MAX = 500

const dayOf = (text: string | null | undefined): Day | null => Day.safeParse(text).data ?? null
const labelOf = (text: string): string => text.slice(0, STATED.labelMax)
const bounded = (names: readonly string[]): string[] =>
  [...new Set(names)]
    .filter((name) => name.length <= STATED.nameMax)
    .toSorted()
    .slice(0, STATED.namesMax)

/** The treatment of the attacked decision by outcome; any other outcome is history. */
const OUTCOMES: Readonly<Partial<Record<Solution, TreatmentType>>> = {
  cassation: 'quashed',
  cassation_partielle: 'quashed_in_part',
  annulation: 'annulled',
  rejet: 'affirmed',
  confirmation: 'affirmed',
  infirmation: 'reversed',
  infirmation_partielle: 'reversed_in_part',
  reformation: 'reversed_in_part',
  annulled: 'annulled',
  dismissed: 'affirmed',
}

/** This text as source of a treatment. A plenary or mixed chamber counts as the formation. */
const asSource = ({ articleId, slug, content }: StatingText): StatedTreatment['source'] => {
  const decision = content.judicialDecision
  const isHigh = decision?.chamber === 'pl' || decision?.chamber === 'mi'
  return {
    articleId,
    slug,
    names: [],
    label: labelOf(content.title),
    courtCode: decision?.courtCode ?? null,
    formation: (isHigh ? decision.chamber : decision?.formation) ?? null,
  }
}

/**
 * Names by docket, with the day. A court and a day alone do not identify a decision, since a court
 * of appeal gives dozens a day; such a statement keeps only its words.
 */
const namesOfAttacked = ({ decision }: PublisherLink): string[] => {
  if (decision?.docket == null || decision.courtCode === null) return []
  const judicialDecision = JudicialDecision.safeParse({
    courtCode: decision.courtCode,
    seat: decision.seat,
    identifiers: [{ scheme: 'docket', value: decision.docket }],
  }).data
  if (judicialDecision === undefined) return []
  const source = { id: '', url: null }
  const named = { jurisdiction: [], provision: null, judicialDecision, source }
  return namesOfText(named).map(({ name }) => name)
}

const attacked = (link: PublisherLink, text: StatingText): StatedTreatment[] => {
  const { judicialDecision } = text.content
  const effectiveDate = judicialDecision?.decisionDate ?? null
  if (effectiveDate === null) return []
  const { solution } = judicialDecision ?? {}
  return [
    {
      type: (solution == null ? undefined : OUTCOMES[solution]) ?? 'history',
      source: asSource(text),
      target: {
        articleId: null,
        names: bounded(namesOfAttacked(link)),
        label: labelOf(link.text),
        day: dayOf(link.decision?.day),
      },
      effectiveDate,
      statement: link.type,
      isStated: true,
    },
  ]
}

type Named = {
  readonly type: TreatmentType
  readonly names: readonly string[]
  readonly label: string
  readonly day: Day | null
}

/** What the court says of the decisions that follow its words; each says so until the next. */
const SIGNALS: readonly (readonly [words: RegExp, type: TreatmentType])[] = [
  [/dans le m[êe]me sens/giu, 'followed'],
  [/(?:en|dans un) sens contraire/giu, 'conflicting_authority'],
  [/revirement/giu, 'overruled'],
  [/(?:rapprocher|comparer|cf\.|[ée]volution)/giu, 'related'],
]
const signalBefore = (text: string, at: number): TreatmentType =>
  SIGNALS.flatMap(([words, type]) =>
    [...text.slice(0, at).matchAll(words)].map(({ index }) => ({ index, type })),
  ).toSorted((a, b) => b.index - a.index)[0]?.type ?? 'related'

/** Identifiers of a publisher: `JURITEXT…`, `CETATEXT…`. */
const SCHEME = /^(?<scheme>juritext|cetatext|constext)\d{12}$/iu
const namesOfId = (id: string | null): string[] => {
  const scheme = id === null ? undefined : SCHEME.exec(id)?.groups?.['scheme']
  return scheme === undefined || id === null ? [] : [`${scheme.toLowerCase()}:${id.toLowerCase()}`]
}

type Target = Citation['targets'][number]
/** Whether a citation identifies one decision, which needs a number. */
const isSpecific = (target: Target): boolean =>
  (target.kind === 'decision' && target.number !== null) ||
  (target.kind === 'identifier' && target.scheme === 'ecli')

/** The decisions of a list of rapprochements. */
const decisionsIn = ({ text, targetId }: PublisherLink): Named[] => {
  const id = namesOfId(targetId)
  const cited = recogniseCitations(text, { jurisdiction: 'FR' }).flatMap((citation) =>
    citation.targets.filter(isSpecific).map((target): Named => ({
      type: signalBefore(text, citation.start),
      names: namesOfTarget(target),
      label: text.slice(citation.start, citation.end),
      day: target.kind === 'decision' ? target.date : null,
    })),
  )
  if (cited.length === 1 && cited[0] !== undefined)
    return [{ ...cited[0], names: [...id, ...cited[0].names], label: text }]
  if (cited.length > 1) return cited
  return [{ type: signalBefore(text, text.length), names: id, label: text, day: null }]
}

const near = (link: PublisherLink, text: StatingText): StatedTreatment[] => {
  const { content } = text
  const published = content.publishedAt?.slice(0, 'YYYY-MM-DD'.length)
  const effectiveDate = content.judicialDecision?.decisionDate ?? dayOf(published)
  if (effectiveDate === null) return []
  return decisionsIn(link).map(({ type, names, label, day }) => ({
    type,
    source: asSource(text),
    target: { articleId: null, names: bounded(names), label: labelOf(label), day },
    effectiveDate,
    statement: link.type,
    isStated: true,
  }))
}

/** Terms of LEGI and Akoma Ntoso for changes by an act; the first match counts. */
const CHANGES: readonly (readonly [word: RegExp, whole: TreatmentType, part: TreatmentType])[] = [
  [/^(?:abrog|repeal)/i, 'repealed', 'partially_repealed'],
  [/^annul/i, 'annulled', 'reversed_in_part'],
  [/^codifi/i, 'codified', 'codified'],
  [/^(?:modif|replacement|substitution|insertion)/i, 'amended', 'amended'],
]

const DAY_MS = 86_400_000
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** The day of an act in its European Legislation Identifier. */
const ELI_DAY = /\/(\d{4})\/(\d{2})\/(\d{2})\//u
const dayInEli = (id: string | null): Day | null => {
  const parts = ELI_DAY.exec(id ?? '')
  return parts === null ? null : dayOf(parts.slice(1).join('-'))
}

const ENDING: ReadonlySet<TreatmentType> = new Set([
  'repealed',
  'annulled',
  'declared_unconstitutional',
])
/**
 * A repeal or an annulment takes effect after the last day of the wording, a change with its first.
 */
const effectOf = (
  type: TreatmentType,
  link: PublisherLink,
  { validity }: StatingText,
): Day | null => {
  const { validFrom, validTo } = validity
  const after = validTo === null ? null : dayOf(dayAfter(validTo))
  const ends = ENDING.has(type)
  const own = ends ? (after ?? validFrom) : validFrom
  return dayOf(link.date) ?? dayInEli(link.targetId) ?? own
}

const ELI = /(?:^|\/)(eli\/[a-z0-9_%.~/-]{4,200}?)\/?$/iu
const namesOfAct = (id: string | null): string[] => {
  const eli = ELI.exec(id ?? '')?.[1]?.toLowerCase()
  if (eli !== undefined) return [`eli:${eli}`]
  return /^LEGIARTI\d{12}$/i.test(id ?? '') ? [`legiarti:${(id ?? '').toLowerCase()}`] : []
}

const asTarget = (text: StatingText): StatedTreatment['target'] => ({
  articleId: text.articleId,
  names: [],
  label: '',
  day: null,
})

type Act = Pick<StatedTreatment['source'], 'names' | 'courtCode'>
/** The court that annulled, with the names of its decision, where the publisher's words say so. */
const annullingCourt = ({ text }: PublisherLink): Act | null => {
  const decision = recogniseCitations(text, { jurisdiction: 'FR' })
    .flatMap(({ targets }) => targets)
    .find((target) => target.kind === 'decision')
  return decision?.kind === 'decision'
    ? { names: namesOfTarget(decision), courtCode: decision.court }
    : null
}

/** What an annulment is: the constitutional court's is a declaration. */
const annulledBy = (type: TreatmentType, courtCode: string | null): TreatmentType =>
  type === 'annulled' && courtCode === 'fr.cc' ? 'declared_unconstitutional' : type

/**
 * Changes of this text by an act. Changes that this text makes are ignored: the changed text states
 * them with their day.
 */
const changed = (link: PublisherLink, text: StatingText): StatedTreatment[] => {
  const found = link.direction === 'in' ? CHANGES.find(([word]) => word.test(link.type)) : undefined
  if (found === undefined) return []
  const stated = link.isWhole === false ? found[2] : found[1]
  const court = found[1] === 'annulled' ? annullingCourt(link) : null
  const type = annulledBy(stated, court?.courtCode ?? null)
  const effectiveDate = effectOf(type, link, text)
  if (effectiveDate === null) return []
  return [
    {
      type,
      source: {
        articleId: null,
        slug: null,
        names: bounded([...namesOfAct(link.targetId), ...(court?.names ?? [])]),
        label: labelOf(link.text),
        courtCode: court?.courtCode ?? null,
        formation: null,
      },
      target: asTarget(text),
      effectiveDate,
      statement: link.type,
      isStated: true,
    },
  ]
}

/** States of LEGI that announce a change of a wording; each import states them anew. */
const PENDING: Readonly<Record<string, TreatmentType>> = {
  ABROGE_DIFF: 'repeal_pending',
  VIGUEUR_DIFF: 'amendment_pending',
}

/** States of LEGI in which a wording ended by an act or a judgment. */
const ENDED: Readonly<Record<string, TreatmentType>> = { ABROGE: 'repealed', ANNULE: 'annulled' }

/**
 * A future wording is pending from the day of the first act that introduces it; without such an act
 * nothing is recorded.
 */
const pendingSince = (
  type: TreatmentType,
  { validity: { validFrom } }: StatingText,
  { links }: PublisherFacts,
): Day | null => {
  if (type === 'repeal_pending') return validFrom
  const signed = links.filter(({ direction }) => direction === 'in').map((link) => link.signed)
  return dayOf(signed.flatMap((day) => day ?? []).toSorted()[0])
}

const ofState = (
  facts: PublisherFacts,
  text: StatingText,
  links: readonly StatedTreatment[],
): StatedTreatment[] => {
  const { state } = facts
  const { validFrom, validTo } = text.validity
  if (state === null || validFrom === null) return []
  const nobody = { articleId: null, slug: null, names: [], courtCode: null, formation: null }
  const said = (type: TreatmentType, effectiveDate: Day, statement: string, isStated: boolean) => ({
    type,
    source: { ...nobody, label: text.content.source.version ?? '' },
    target: asTarget(text),
    effectiveDate,
    statement,
    isStated,
  })
  const pending = Object.entries(PENDING).flatMap(([word, type]) => {
    const since = pendingSince(type, text, facts)
    return since === null ? [] : [said(type, since, word, word === state)]
  })
  const isNamed = links.some(({ type }) => ENDING.has(type))
  const ended = ENDED[state]
  if (ended === undefined || validTo === null || isNamed) return pending
  return [...pending, said(ended, Day.parse(dayAfter(validTo)), state, true)]
}

const ofLink = (link: PublisherLink, text: StatingText): StatedTreatment[] => {
  if (link.type === ATTACKED) return attacked(link, text)
  return link.type === NEAR ? near(link, text) : changed(link, text)
}

/** `A rapprocher : …`: records without links have such words of the court as citations. */
const NEAR_WORDS = /\brapprocher\b|dans le m[êe]me sens|en sens contraire/iu
const linksOf = ({ citations }: ArticleContent, facts: PublisherFacts): PublisherLink[] => {
  const links = [...facts.links]
  if (links.some(({ type }) => type === NEAR)) return links
  const words = citations.filter((text) => NEAR_WORDS.test(text))
  return [
    ...links,
    ...words.map((text): PublisherLink => ({ type: NEAR, direction: 'out', targetId: null, text })),
  ]
}

/** All treatments that a publisher states for this text. */
export const statedTreatments = (text: StatingText, facts: PublisherFacts): StatedTreatment[] => {
  const stated = linksOf(text.content, facts)
    .slice(0, STATEMENTS_MAX)
    .flatMap((link) => ofLink(link, text))
  return [...stated, ...ofState(facts, text, stated)]
}
