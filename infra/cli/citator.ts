/**
 * Composition root of `pandect citator`: why a point has its colour, and what a treatment would
 * change.
 */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { randomUUID } from 'node:crypto'
import { closestOf } from '#contracts/toolkit/closest.ts'
import type { Treatment } from '#contracts/events/others.ts'
import { Fault } from '#contracts/fault.ts'
import type { Article, StatusDerivation } from '#contracts/http/article.ts'
import { Day, Instant, Position, Slug, TreatmentId } from '#contracts/ids.ts'
import type { AsOf } from '#contracts/law/treatment-log.ts'
import { TREATMENT_TYPES, TreatmentType } from '#contracts/vocabulary/citator.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { makeArticleReader } from '../postgres/read-models/article-reader.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'
import {
  type CitatorDeps,
  explain,
  EXPLAIN,
  type NamedPoint,
  type PointExplained,
  whatIf,
} from '#query-api/citator/explain.ts'
import { dayOf } from '#query-api/citator/text-citator.ts'
import { makeCitatorReader } from '../postgres/read-models/treatments.ts'

type Moment = { readonly at?: string; readonly known?: string }

const parsed = <T>(
  schema: { safeParse(text: unknown): { data?: T } },
  text: string,
  fault: readonly [code: ErrorCode, message: string, hint: string],
): T => {
  const { data } = schema.safeParse(text)
  if (data !== undefined) return data
  const [code, message, hint] = fault
  throw new Fault(code, `${text} ${message}`, { hint })
}

const dayFrom = (text: string): Day =>
  parsed(Day, text, ['day-invalid', 'is no calendar day', 'write it like 2026-01-31'])
const slugFrom = (text: string): Slug =>
  parsed(Slug, text, ['slug-invalid', 'is no slug', 'take the slug of a search hit'])
const sequenceFrom = (text: string): number => {
  const sequence = Number(text)
  if (Number.isSafeInteger(sequence) && sequence >= 1) return sequence
  throw new Fault('point-invalid', `${text} is no number of a headnote`, {
    hint: 'headnotes count from 1',
  })
}

/** The moment asked about. Default: what is in effect today, and all that is known. */
const asOfFrom = ({ at, known }: Moment): AsOf => ({
  validAt: at === undefined ? dayOf(Instant.parse(new Date().toISOString())) : dayFrom(at),
  knownAt:
    known === undefined
      ? null
      : parsed(Instant, known, [
          'instant-invalid',
          'is no instant',
          'write it like 2026-01-31T12:00:00.000Z',
        ]),
})

type Open = CitatorDeps & {
  readonly bySlug: (slug: Slug) => Promise<Article>
  readonly position: () => Promise<Position>
}
const withCitator = <T>(settings: Settings, work: (deps: Open) => Promise<T>): Promise<T> =>
  withDatabase(settings, 'citator', async ({ pool }) => {
    const articles = makeArticleReader(pool)
    const bySlug = async (slug: Slug): Promise<Article> => {
      const { article } = await articles.bySlug(slug)
      if (article !== null) return JSON.parse(article.json) as Article
      throw new Fault('text-unknown', `no public text has the slug ${slug}`, {
        hint: 'take the slug of a search hit; one that was just imported is there in a moment',
      })
    }
    return work({
      articles,
      citator: makeCitatorReader(pool),
      bySlug,
      position: () => articles.position(),
    })
  })

const nameOf = ({ slug, sequence }: NamedPoint): string =>
  `${slug ?? '(not public)'}${sequence === null ? '' : `#${sequence}`}`
const colourLine = ({ flag, rule, asOf, assessedThrough }: StatusDerivation): string =>
  `${flag}  rule ${rule}, as of ${asOf ?? 'the whole log'}, assessed ${assessedThrough === null ? 'never' : `through ${assessedThrough}`}`

const sourceOf = ({ source }: Treatment): string =>
  [source.slug ?? source.ecli, source.courtCode, source.formation, source.pinpoint]
    .filter((part) => part !== null)
    .join(', ') || 'no source named'

/** What a publisher states is told apart from what an editor recorded. */
const saidBy = ({ by }: Treatment): string =>
  by === 'publisher' ? ', stated by the publisher' : ''

const printPoint = (one: PointExplained): void => {
  print(`${nameOf(one.point)}  ${one.legalRuleType ?? '-'}  ${colourLine(one.derivation)}`)
  for (const treatment of one.treatments) {
    const { id, type, status, confidencePercent, effectiveDate } = treatment
    const because = one.derivation.because.includes(id) ? '*' : ' '
    const how = confidencePercent === null ? status : `${status} ${confidencePercent} %`
    print(
      `  ${because} ${type}  ${how}, effective ${effectiveDate}, by ${sourceOf(treatment)}${saidBy(treatment)}  ${id}`,
    )
  }
  for (const support of one.reliesOn) print(`    relies on ${nameOf(support)}`)
}

type ExplainOptions = Moment & { readonly json?: boolean }

/**
 * `pandect citator explain SLUG [SEQUENCE]`: colour, rule, treatments and supports of each point.
 */
export const explainCommand = (
  settings: Settings,
  slug: string,
  sequence: string | undefined,
  options: ExplainOptions,
): Promise<void> => {
  const asOf = asOfFrom(options)
  const wanted = sequence === undefined ? null : sequenceFrom(sequence)
  return withCitator(settings, async (deps) => {
    const found = await explain(deps, await deps.bySlug(slugFrom(slug)), asOf)
    const points = found.points.filter((one) => wanted === null || one.point.sequence === wanted)
    if (points.length === 0)
      throw new Fault('point-unknown', `${slug} has no headnote ${wanted}`, {
        hint: 'leave the number out to see all of them',
      })
    if (options.json === true) return print(JSON.stringify({ ...found, points }))
    print(`${found.slug}  ${colourLine(found.colour)}`)
    for (const point of points) printPoint(point)
  })
}

const typeFrom = (text: string): TreatmentType =>
  parsed(TreatmentType, text, [
    'treatment-type-unknown',
    'is no treatment',
    `did you mean ${closestOf(text, TREATMENT_TYPES)}?`,
  ])
const courtFrom = (text: string | undefined): string | null => {
  if (text === undefined || COURTS.has(text)) return text ?? null
  throw new Fault('court-unknown', `${text} is no court`, {
    hint: `did you mean ${closestOf(text, [...COURTS.keys()])}?`,
  })
}

type WhatIfOptions = ExplainOptions & {
  readonly type: string
  readonly effective: string
  readonly court?: string
  readonly formation?: string
}

/**
 * `pandect citator what-if SLUG[#2] --type T --effective DAY`: colours before and after; nothing is
 * recorded.
 */
export const whatIfCommand = (
  settings: Settings,
  target: string,
  options: WhatIfOptions,
): Promise<void> => {
  const [slug = '', number] = target.split('#', 2)
  const sequence = number === undefined ? null : sequenceFrom(number)
  const effectiveDate = dayFrom(options.effective)
  const [type, courtCode] = [typeFrom(options.type), courtFrom(options.court)]
  // Asked of the day on which it has effect, unless that is past.
  const { validAt: today } = asOfFrom(options)
  const isLater = options.at === undefined && today !== null && effectiveDate > today
  const validAt = isLater ? effectiveDate : today
  return withCitator(settings, async (deps) => {
    const article = await deps.bySlug(slugFrom(slug))
    if (sequence !== null && !article.headnotes.some((one) => one.sequence === sequence))
      throw new Fault('point-unknown', `${slug} has no headnote ${sequence}`, {
        hint: 'pandect citator explain names them',
      })
    const source = { slug: null, ecli: null, pinpoint: null, quote: null }
    const treatment: Treatment = {
      id: TreatmentId.parse(randomUUID()),
      type,
      source: { ...source, courtCode, formation: options.formation ?? null },
      target: { articleId: article.id, headnoteSequence: sequence },
      polarity: 'neutral',
      effectiveDate,
      status: 'confirmed',
      confidencePercent: null,
      by: 'what-if',
    }
    const fact = {
      type: 'TreatmentRecorded',
      data: { treatment },
      recordedAt: Instant.parse(new Date().toISOString()),
      position: Position.parse((await deps.position()) + 1),
    } as const
    const found = await whatIf(deps, fact, { validAt, knownAt: null })
    if (options.json === true) return print(JSON.stringify(found))
    for (const { before, after, ...point } of found.changes) {
      const mark = before.flag === after.flag ? ' ' : '*'
      print(
        `${mark} ${nameOf(point)}  ${before.flag} (${before.rule}) -> ${after.flag} (${after.rule})`,
      )
    }
    if (found.more) say(`only the first ${EXPLAIN.textsMax} texts were looked at`)
  })
}
