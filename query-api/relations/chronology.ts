/** What happened to a case, a provision or another text, by day. */
import type { Treatment } from '#contracts/events/others.ts'
import type { Article } from '#contracts/http/article.ts'
import type { Slug } from '#contracts/ids.ts'
import type { ChronologyResult } from '#contracts/mcp/research.ts'
import type { z } from 'zod'
import type { ResearchParts } from './ports.ts'
import { type GivenTreatment, procedureOf } from './procedure.ts'
import { fateOf, givenBy } from './treatments.ts'
import { type Wording, wordingsOf } from './wordings.ts'

type Result = Omit<z.infer<typeof ChronologyResult>, 'corpusPosition'>
type Event = Result['events'][number]

const compareDays = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const ofCase = (
  { judicialDecision: decision }: Article,
  procedure: Result['procedure'],
  treatments: readonly Treatment[],
): Event[] => {
  if (decision === null || procedure === null) return []
  // A step that a treatment brought is an event of its own already.
  const treated = new Set(treatments.map(({ source }) => source.slug))
  return [
    ...(decision.decisionDate === null
      ? []
      : [{ date: decision.decisionDate, event: 'decision', certainty: 'official' }]),
    ...procedure.chronology.flatMap(({ relation, target, certainty }) =>
      target.date === null || (target.slug !== null && treated.has(target.slug as Slug))
        ? []
        : [
            {
              date: target.date,
              event: `${relation} ${target.ecli ?? target.docket ?? target.slug ?? ''}`.trim(),
              certainty,
            },
          ],
    ),
    ...(procedure.fate.asOf === null
      ? []
      : [
          {
            date: procedure.fate.asOf,
            event: `fate: ${procedure.fate.status}`,
            certainty: 'extracted',
          },
        ]),
  ]
}

const ofTreatment = ({ type, source, target, effectiveDate, status }: Treatment): Event => {
  const by = source.slug ?? source.ecli ?? 'a text that is not held'
  const point = target.headnoteSequence === null ? '' : ` (headnote ${target.headnoteSequence})`
  return { date: effectiveDate, event: `${type} by ${by}${point}`, certainty: status }
}

const ofText = ({ publishedAt }: Article): Event[] =>
  publishedAt === null
    ? []
    : [{ date: publishedAt.slice(0, 10), event: 'published', certainty: 'official' }]

/** A wording in one period in force. */
type State = Result['states'][number]

const ofState = ({ version, validity: { validFrom, validTo }, current }: State): Event[] => {
  const wording = current ? '' : ` (version ${version})`
  return [
    ...(validFrom === null
      ? []
      : [{ date: validFrom, event: `in force${wording}`, certainty: 'official' }]),
    ...(validTo === null
      ? []
      : [{ date: validTo, event: `last day in force${wording}`, certainty: 'official' }]),
  ]
}

const statesOf = ({ version, sha256Hash, validity, inForce, current }: Wording): State[] =>
  (inForce.length === 0 ? [validity] : inForce).map((days) => ({
    version,
    sha256Hash,
    validity: days,
    current,
  }))

const firstDay = ({ validity }: State): string => validity.validFrom ?? ''

/** The wordings of law by their days; of a text without days none, unless it is a provision. */
const statesIn = (kind: Result['kind'], wordings: readonly Wording[]): State[] => {
  if (kind === 'case') return []
  const hasDays = wordings.some(({ inForce }) => inForce.length > 0)
  if (kind === 'text' && !hasDays) return []
  return wordings
    .filter(({ inForce, current }) => !hasDays || inForce.length > 0 || current)
    .flatMap(statesOf)
    .toSorted((one, other) => compareDays(firstDay(one), firstDay(other)))
}

const kindOf = ({ judicialDecision, provision }: Article): Result['kind'] => {
  if (judicialDecision !== null) return 'case'
  return provision === null ? 'text' : 'provision'
}

const NOTES: Readonly<Record<Result['kind'], string>> = {
  case: '`completeness` says whether the whole chain is known; unknown is not none.',
  provision: '`states` has the wordings that are held; of a day without one the law is not held.',
  text: 'The text is neither a decision nor a provision: its own dates, and of law those of its wordings in `states`, are all there is.',
}

const givenIn = async (parts: ResearchParts, article: Article): Promise<GivenTreatment[]> =>
  givenBy(parts, article, await parts.citations.relationsOf(article.id))

/** The history of a text. Throws the Faults of the ports. */
export const chronologyOf = async (parts: ResearchParts, article: Article): Promise<Result> => {
  const kind = kindOf(article)
  const { slug, title, version, sha256Hash } = article
  const [{ treatments, leftOut }, given, wordings] = await Promise.all([
    fateOf(parts, article),
    kind === 'case' ? givenIn(parts, article) : [],
    kind === 'case' ? [] : wordingsOf(parts, article),
  ])
  const states = statesIn(kind, wordings)
  const procedure = procedureOf(article, treatments, given)
  return {
    slug,
    title,
    version,
    sha256Hash,
    kind,
    procedure,
    states,
    events: [
      ...ofCase(article, procedure, treatments),
      ...ofText(article),
      ...states.flatMap(ofState),
      ...treatments.map(ofTreatment),
    ].toSorted((one, other) => compareDays(one.date, other.date)),
    notes: [NOTES[kind], ...(leftOut === 0 ? [] : [`Older treatments left out: ${leftOut}.`])],
  }
}
