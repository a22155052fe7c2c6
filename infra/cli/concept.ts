/**
 * Composition root of `pandect concept`: concepts of texts, given by editors or found by their
 * labels.
 */
import { Presets, SingleBar } from 'cli-progress'
import { isRefusal } from '#contracts/fault.ts'
import type { ConceptId, Slug } from '#contracts/ids.ts'
import { Fault } from '#contracts/fault.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { recordAct } from '../postgres/accounts/audit.ts'
import { makeStreamBeginnings } from '../postgres/log/stream-beginnings.ts'
import type { Settings } from '../settings.ts'
import { EXIT, print, say } from '../terminal.ts'
import { type PersonOptions, reviseAudited, toldOf } from '#ingest/editorial/revise.ts'
import {
  assigning,
  type ConceptDeps,
  conceptNamed,
  loadVocabulary,
  matchTexts,
  type MatchSummary,
  unassigning,
} from '#ingest/handlers/concepts.ts'
import type { Change } from '#ingest/handlers/revise-text.ts'
import { actingOf, commandActor, type Json, personActor, refuse, slugOf } from './arguments.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import { contextOf, now } from '../processes/wiring/context.ts'

const withConcepts = <T>(
  settings: Settings,
  work: (deps: ConceptDeps, database: Database) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, 'concept', (database) =>
    withWriteDeps(settings, database, (write) =>
      work(
        {
          ...write,
          beginnings: makeStreamBeginnings(database.pool),
        },
        database,
      ),
    ),
  )

const PERCENT = 100
const relevanceOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  const relevance = Number(text)
  if (text.trim() !== '' && relevance >= 0 && relevance <= 1) return Math.round(relevance * PERCENT)
  throw new Fault('relevance-invalid', `${text} is no relevance`, {
    hint: 'give a number from 0 to 1, e.g. 0.8',
  })
}

type Acts = {
  readonly kind: 'concept.assigned' | 'concept.unassigned'
  readonly changeOf: (id: ConceptId) => Change
}

/**
 * One concept given to a text or taken from it; the line of the audit follows what was recorded.
 */
const revise = (
  settings: Settings,
  [text, named]: readonly [string, string],
  { kind, changeOf }: Acts,
  options: PersonOptions,
): Promise<void> => {
  const { author, approver } = actingOf(options)
  return withConcepts(settings, async (deps, { pool }) => {
    const slug = slugOf(text)
    if (slug === null) return
    const concept = conceptNamed(await loadVocabulary(deps), named)
    if (isRefusal(concept)) return refuse(named, concept)
    const { id } = concept
    const outcome = await reviseAudited(deps, (act) => recordAct(pool, act), {
      slug,
      change: changeOf(id),
      context: contextOf(author, now()),
      approver,
      actOn: (subject) => ({ kind, actor: author, subject, data: { conceptId: id } }),
    })
    if (isRefusal(outcome)) return refuse(slug, outcome)
    print(options.json === true ? JSON.stringify({ ...outcome, conceptId: id }) : toldOf(outcome))
  })
}

/** `pandect concept assign SLUG CONCEPT` */
export const assignConcept = (
  settings: Settings,
  slug: string,
  concept: string,
  { relevance, ...options }: PersonOptions & { readonly relevance?: string },
): Promise<void> => {
  const percent = relevanceOf(relevance)
  const kind = 'concept.assigned'
  return revise(
    settings,
    [slug, concept],
    { kind, changeOf: (id) => assigning(id, percent) },
    options,
  )
}

/** `pandect concept unassign SLUG CONCEPT` */
export const unassignConcept = (
  settings: Settings,
  slug: string,
  concept: string,
  options: PersonOptions,
): Promise<void> =>
  revise(settings, [slug, concept], { kind: 'concept.unassigned', changeOf: unassigning }, options)

const progressBar = () => {
  const bar = new SingleBar(
    {
      format: 'concept match {bar} {value} texts',
      noTTYOutput: false,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  )
  let started = false
  return {
    update: (done: number) => {
      if (!started) bar.start(done, done)
      started = true
      bar.setTotal(Math.max(done, bar.getTotal()))
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}

const printSummary = (summary: MatchSummary, dryRun: boolean): void => {
  const { read, changed, unchanged, passedOver, concepts, ambiguousLabels } = summary
  const verb = dryRun ? 'would change' : 'changed'
  print(
    `read ${read}, ${verb} ${changed}, unchanged ${unchanged}, passed over ${passedOver}; ${concepts} concepts, ${ambiguousLabels} ambiguous labels left out`,
  )
}

export type MatchOptions = Json & { readonly all?: boolean; readonly dryRun?: boolean }

const slugsOf = (texts: readonly string[], all: boolean): Slug[] | null => {
  if (all) return null
  if (texts.length > 0) return texts.flatMap((text) => slugOf(text) ?? [])
  throw new Fault('texts-missing', 'no text is named', { hint: 'name texts, or give --all' })
}

/**
 * `pandect concept match [--all | SLUG…]`: labels of all imported vocabularies, in the language of
 * each text.
 */
export const matchConcepts = (
  settings: Settings,
  texts: readonly string[],
  { json = false, all = false, dryRun = false }: MatchOptions,
): Promise<void> => {
  const slugs = slugsOf(texts, all)
  const bar = progressBar()
  return withConcepts(settings, async (deps, { pool }) => {
    const summary = await matchTexts({
      deps,
      context: contextOf(commandActor(), now()),
      dryRun,
      slugs,
      onProgress: bar.update,
      onRefusal: refuse,
      ...(slugs === null
        ? {}
        : { onText: (told) => say(`${told.slug}: ${told.concepts} concepts`) }),
    }).finally(bar.stop)
    if (!dryRun && summary.changed > 0) {
      const data = { changed: summary.changed }
      await recordAct(pool, {
        kind: 'concepts.matched',
        actor: personActor(undefined),
        subject: null,
        data,
      })
    }
    if (json) print(JSON.stringify(summary))
    else printSummary(summary, dryRun)
    if (slugs !== null && slugs.length < texts.length) process.exitCode = EXIT.failed
  })
}
