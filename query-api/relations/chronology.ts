/** What happened to a case, a provision or another text, by day. */
import type { Treatment } from '#contracts/events/others.ts'
import type { Article } from '#contracts/http/article.ts'
import type { Slug } from '#contracts/ids.ts'
import type { ChronologyResult } from '#contracts/mcp/research.ts'
import type { z } from 'zod'
import type { ResearchParts } from './ports.ts'
import { type GivenTreatment, procedureOf } from './procedure.ts'
import { fateOf, givenBy } from './treatments.ts'

type Result = Omit<z.infer<typeof ChronologyResult>, 'corpusPosition'>
type Event = Result['events'][number]

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

const ofText = ({ validity: { validFrom, validTo }, publishedAt }: Article): Event[] => [
  ...(publishedAt === null
    ? []
    : [{ date: publishedAt.slice(0, 10), event: 'published', certainty: 'official' }]),
  ...(validFrom === null ? [] : [{ date: validFrom, event: 'in force', certainty: 'official' }]),
  ...(validTo === null
    ? []
    : [{ date: validTo, event: 'last day in force', certainty: 'official' }]),
]

const kindOf = ({ judicialDecision, provision }: Article): Result['kind'] => {
  if (judicialDecision !== null) return 'case'
  return provision === null ? 'text' : 'provision'
}

const NOTES: Readonly<Record<Result['kind'], string>> = {
  case: '`completeness` says whether the whole chain is known; unknown is not none.',
  provision: 'The current wording; others are found by a search with `asOf`.',
  text: 'The text is neither a decision nor a provision: its own dates are all there is.',
}

const givenIn = async (parts: ResearchParts, article: Article): Promise<GivenTreatment[]> =>
  givenBy(parts, article, await parts.citations.relationsOf(article.id))

/** The history of a text. Throws the Faults of the ports. */
export const chronologyOf = async (parts: ResearchParts, article: Article): Promise<Result> => {
  const kind = kindOf(article)
  const { slug, title, version, validity } = article
  const [{ treatments, leftOut }, given] = await Promise.all([
    fateOf(parts, article),
    kind === 'case' ? givenIn(parts, article) : [],
  ])
  const procedure = procedureOf(article, treatments, given)
  return {
    slug,
    title,
    version,
    kind,
    procedure,
    states: kind === 'provision' ? [{ version, validity, current: true }] : [],
    events: [
      ...ofCase(article, procedure, treatments),
      ...ofText(article),
      ...treatments.map(ofTreatment),
    ].toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)),
    notes: [NOTES[kind], ...(leftOut === 0 ? [] : [`Older treatments left out: ${leftOut}.`])],
  }
}
