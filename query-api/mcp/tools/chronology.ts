import type { Treatment } from '#contracts/events/others.ts'
import type { Article } from '#contracts/http/article.ts'
import { printPosition } from '#contracts/ids.ts'
import { ChronologyInput, ChronologyResult } from '#contracts/mcp/research.ts'
import type { z } from 'zod'
import type { ToolParts } from '../ports.ts'
import { readText } from '../texts.ts'
import { fateOf } from '../treatments.ts'
import { defineTool } from '../tool.ts'

type Result = z.infer<typeof ChronologyResult>
type Event = Result['events'][number]

const ofCase = ({ judicialDecision: decision }: Article): Event[] => {
  if (decision === null) return []
  const { chronology, fate } = decision.procedure
  return [
    ...(decision.decisionDate === null
      ? []
      : [{ date: decision.decisionDate, event: 'decision', certainty: 'official' }]),
    ...chronology.flatMap(({ relation, target, certainty }) =>
      target.date === null
        ? []
        : [
            {
              date: target.date,
              event: `${relation} ${target.ecli ?? target.docket ?? target.slug ?? ''}`.trim(),
              certainty,
            },
          ],
    ),
    ...(fate.asOf === null
      ? []
      : [{ date: fate.asOf, event: `fate: ${fate.status}`, certainty: 'extracted' }]),
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
  case: '`completeness` says whether the source states the whole chain; unknown is not none.',
  provision: 'The current wording; others are found by service_search with `asOf`.',
  text: 'The text is neither a decision nor a provision: its own dates are all there is.',
}

export const getChronology = (parts: ToolParts) =>
  defineTool({
    name: 'get_chronology',
    title: 'History of a case or a provision',
    description:
      'Of a decision: the chain of its procedure (appeal, cassation, remand) and what later texts did to it (quashed, overruled, followed). Of a provision: the days on which its wording is in force. Use it to see whether a decision was quashed and what the law was on a day.',
    operation: 'search',
    scope: 'search:read',
    input: ChronologyInput,
    output: ChronologyResult,
    run: async ({ idOrSlug }) => {
      const read = await readText(parts, idOrSlug)
      if ('refused' in read) return read
      const { article, position } = read
      const kind = kindOf(article)
      const { version, validity } = article
      const { treatments, leftOut } = await fateOf(parts, article)
      return {
        answer: {
          slug: article.slug,
          title: article.title,
          version,
          kind,
          procedure: article.judicialDecision?.procedure ?? null,
          states: kind === 'provision' ? [{ version, validity, current: true }] : [],
          events: [...ofCase(article), ...ofText(article), ...treatments.map(ofTreatment)].toSorted(
            (one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0),
          ),
          notes: [
            NOTES[kind],
            ...(leftOut === 0 ? [] : [`Older treatments left out: ${leftOut}.`]),
          ],
          corpusPosition: printPosition(position),
        },
      }
    },
  })
