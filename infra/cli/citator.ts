import { randomUUID } from 'node:crypto'
import type { Command } from '@commander-js/extra-typings'
import type { Treatment } from '#contracts/events/others.ts'
import { Fault } from '#contracts/fault.ts'
import type { Article, StatusDerivation } from '#contracts/http/article.ts'
import { type Day, Instant, Position, type Slug, TreatmentId } from '#contracts/ids.ts'
import type { AsOf } from '#contracts/law/treatment-log.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { makeArticleReader } from '../postgres/read-models/article-reader.ts'
import type { Settings } from '../settings.ts'
import { printResult } from './output.ts'
import {
  jsonOption,
  readCourt,
  readDay,
  readInstant,
  readPoint,
  readSequence,
  type ReadSettings,
  readSlug,
  readText,
  readTreatmentType,
} from './reading.ts'
import { say } from '../terminal.ts'
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

/** The moment that is asked about; by default, what has effect today and all that is known. */
const momentOf = (at: Day | undefined, known?: Instant): AsOf => ({
  validAt: at ?? dayOf(Instant.parse(new Date().toISOString())),
  knownAt: known ?? null,
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

/** What a file states is marked as such beside what an editor recorded. */
const statedNote = ({ by }: Treatment): string => {
  if (by === 'publisher') return ', stated by the publisher'
  return by === 'import' ? ', stated by an imported file' : ''
}

const pointLines = (one: PointExplained): string[] => [
  `${nameOf(one.point)}  ${one.legalRuleType ?? '-'}  ${colourLine(one.derivation)}`,
  ...one.treatments.map((treatment) => {
    const { id, type, status, confidencePercent, effectiveDate } = treatment
    const because = one.derivation.because.includes(id) ? '*' : ' '
    const how = confidencePercent === null ? status : `${status} ${confidencePercent} %`
    return `  ${because} ${type}  ${how}, effective ${effectiveDate}, by ${sourceOf(treatment)}${statedNote(treatment)}  ${id}`
  }),
  ...one.reliesOn.map((support) => `    relies on ${nameOf(support)}`),
]

const defineExplain = (command: Command, settings: ReadSettings): void =>
  void command
    .description('colour, rule, treatments and supports of every point of a text')
    .argument('<slug>', 'which text', readSlug)
    .argument('[sequence]', 'one headnote', readSequence)
    .option('--at <day>', 'with what had effect then; default: today', readDay)
    .option(
      '--known <instant>',
      'with what was recorded until then; default: everything',
      readInstant,
    )
    .addOption(jsonOption())
    .action((slug, sequence, { at, known, ...options }) =>
      withCitator(settings(), async (deps) => {
        const found = await explain(deps, await deps.bySlug(slug), momentOf(at, known))
        const points = found.points.filter(
          ({ point: one }) => sequence === undefined || one.sequence === sequence,
        )
        if (points.length === 0)
          throw new Fault('point-unknown', `${slug} has no headnote ${sequence ?? ''}`, {
            hint: 'leave the number out to see all of them',
          })
        printResult(options, { ...found, points }, [
          `${found.slug}  ${colourLine(found.colour)}`,
          ...points.flatMap(pointLines),
        ])
      }),
    )

const changeLine = ({
  before,
  after,
  ...changed
}: Awaited<ReturnType<typeof whatIf>>['changes'][number]): string => {
  const mark = before.flag === after.flag ? ' ' : '*'
  return `${mark} ${nameOf(changed)}  ${before.flag} (${before.rule}) -> ${after.flag} (${after.rule})`
}

const defineWhatIf = (command: Command, settings: ReadSettings): void =>
  void command
    .description('colours before and after a treatment that nobody recorded')
    .argument('<target>', 'SLUG for the whole text, SLUG#2 for its second headnote', readPoint)
    .requiredOption(
      '--type <type>',
      'such as overruled, quashed_in_part, criticised',
      readTreatmentType,
    )
    .requiredOption('--effective <day>', 'from which day on, e.g. 2026-01-31', readDay)
    .option('--court <code>', 'the court that treats it, e.g. fr.ccass', readCourt)
    .option('--formation <name>', 'its formation, e.g. pl, fs', readText)
    .option(
      '--at <day>',
      'on which day; default: today, or the day of effect if that is later',
      readDay,
    )
    .addOption(jsonOption())
    .action(
      (target, { type, effective, court: courtCode = null, formation = null, at, ...options }) => {
        const { slug, sequence } = target
        // Without a day, the question is about the day of effect, unless that is past.
        const { validAt: today } = momentOf(at)
        const isLater = at === undefined && today !== null && effective > today
        const validAt = isLater ? effective : today
        return withCitator(settings(), async (deps) => {
          const article = await deps.bySlug(slug)
          if (sequence !== null && !article.headnotes.some((one) => one.sequence === sequence))
            throw new Fault('point-unknown', `${slug} has no headnote ${sequence}`, {
              hint: '`pandect citator explain` names them',
            })
          const source = { slug: null, ecli: null, pinpoint: null, quote: null }
          const treatment: Treatment = {
            id: TreatmentId.parse(randomUUID()),
            type,
            source: { ...source, courtCode, formation },
            target: { articleId: article.id, headnoteSequence: sequence },
            polarity: 'neutral',
            effectiveDate: effective,
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
          printResult(options, found, found.changes.map(changeLine))
          if (options.json !== true && found.more)
            say(`only the first ${EXPLAIN.textsMax} texts were looked at`)
        })
      },
    )

export const citator = (command: Command, settings: ReadSettings): void => {
  defineExplain(command.command('explain'), settings)
  defineWhatIf(command.command('what-if'), settings)
}
