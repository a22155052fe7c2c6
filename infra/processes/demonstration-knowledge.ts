/**
 * What a new user sees of the demonstration texts besides their wording: concepts, treatments,
 * colours and groundedness. The code of the commands records them.
 */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { Day, LOG_START, type Slug } from '#contracts/ids.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { ContentType } from '#contracts/vocabulary/texts.ts'
import { loadStreams } from '#ingest/command-handler/command-handler.ts'
import { articleDecider } from '#ingest/domain/article/decide.ts'
import { assessText } from '#ingest/groundedness/assess-text.ts'
import { untilProjected } from '#ingest/groundedness/caught-up.ts'
import { preparedSources } from '#ingest/groundedness/prepared-sources.ts'
import { matchTexts } from '#ingest/handlers/concepts.ts'
import {
  assessPointOf,
  type NamedPoint,
  recordRelianceOf,
  recordTreatmentOf,
} from '#ingest/handlers/treatments.ts'
import { importVocabulary } from '#ingest/vocabulary/import-vocabulary.ts'
import { makeStreamBeginnings } from '../postgres/log/stream-beginnings.ts'
import type { Settings } from '../settings.ts'
import { citedTextsOf } from './wiring/cited-texts.ts'
import { contextOf } from './wiring/context.ts'
import { type Database, truthOf } from './wiring/database.ts'
import { openVerifier } from './wiring/verifier.ts'
import { withWriteDeps } from './wiring/write-deps.ts'

const FOLDER = join(import.meta.dirname, '../../ingest/sources/demonstration/knowledge')
const VOCABULARY = join(FOLDER, 'vocabulary.jsonl')
const CITATOR = join(FOLDER, 'citator.yaml')
/** Begins the source id of every demonstration text; the data folder may hold other texts. */
const SOURCE_PREFIX = 'demo:'
const STREAMS_PER_PAGE = 500
const CATCH_UP_MS = 120_000

/** A text by its `source.id`, or `source.id#2` for its second headnote. */
const PointName = z.string().regex(/^demo:[a-z]{2}\/[a-z0-9-]+(?:#\d+)?$/)
const CitatorFile = z.strictObject({
  treatments: z.array(
    z.strictObject({
      type: TreatmentType,
      target: PointName,
      source: PointName.optional(),
      court: z.string().optional(),
      effective: Day,
      pinpoint: z.string().optional(),
      quote: z.string().optional(),
    }),
  ),
  relies: z.array(z.strictObject({ from: PointName, to: PointName })),
  /** Content types of which every incoming citation was read. */
  read: z.array(ContentType),
})

type Text = { readonly slug: Slug; readonly contentType: ContentType }
/** The public demonstration texts by `source.id`. */
type Texts = ReadonlyMap<string, Text>

const findTexts = async (database: Database): Promise<Texts> => {
  const { store } = truthOf(database)
  const beginnings = makeStreamBeginnings(database.pool)
  const texts = new Map<string, Text>()
  for (let after = LOG_START; ;) {
    const page = await beginnings.after('article', after, STREAMS_PER_PAGE)
    const ids = page.map(({ streamId }) => streamId)
    for (const { state } of (await loadStreams(store, articleDecider, ids)).values()) {
      const { published, publicStatus } = state
      if (published === null || publicStatus !== 'published') continue
      const { slug, contentType, source } = published.content
      if (source.id.startsWith(SOURCE_PREFIX)) texts.set(source.id, { slug, contentType })
    }
    const last = page.at(-1)
    if (last === undefined || page.length < STREAMS_PER_PAGE) return texts
    after = last.position
  }
}

const slugsOf = (texts: Texts): Slug[] => [...texts.values()].map(({ slug }) => slug)

/** The files are ours: a refusal is a mistake in them. */
const requireDone = (outcome: object, what: string): void => {
  if (isRefusal(outcome))
    throw new Fault(outcome.refused, `${what}: ${outcome.reason}`, { hint: outcome.hint })
}

/** The point of that name; null: a user has taken its text out of public sight. */
const pointNamed = (texts: Texts, name: string): NamedPoint | null => {
  const [sourceId = '', sequence] = name.split('#')
  const slug = texts.get(sourceId)?.slug
  if (slug === undefined) return null
  return { slug, sequence: sequence === undefined ? null : Number(sequence) }
}

const recordConcepts = async (
  settings: Settings,
  database: Database,
  { texts, actor }: { readonly texts: Texts; readonly actor: string },
): Promise<void> => {
  const file = { name: VOCABULARY, chunks: () => createReadStream(VOCABULARY) }
  await importVocabulary({
    store: truthOf(database).store,
    files: [file],
    vocabulary: 'custom',
    context: contextOf(actor),
    onRefusal: (refusal) => requireDone(refusal, refusal.place),
  })
  await withWriteDeps(settings, database, (write) =>
    matchTexts({
      deps: { ...write, beginnings: makeStreamBeginnings(database.pool) },
      context: contextOf(actor),
      dryRun: false,
      slugs: slugsOf(texts),
    }),
  )
}

const recordTreatments = async (
  database: Database,
  { texts, actor }: { readonly texts: Texts; readonly actor: string },
): Promise<void> => {
  const { log, ...truth } = truthOf(database)
  const deps = { ...truth, head: () => log.head() }
  const context = contextOf(actor)
  try {
    const file = CitatorFile.parse(parse(await readFile(CITATOR, 'utf8')))
    for (const { type, effective, ...named } of file.treatments) {
      const target = pointNamed(texts, named.target)
      const source = named.source === undefined ? null : pointNamed(texts, named.source)
      if (target === null || (named.source !== undefined && source === null)) continue
      const order = {
        type,
        target,
        sourceSlug: source?.slug ?? null,
        ecli: null,
        courtCode: named.court ?? null,
        formation: null,
        pinpoint: named.pinpoint ?? null,
        quote: named.quote ?? null,
        effectiveDate: effective,
        confidencePercent: null,
      }
      requireDone(await recordTreatmentOf(deps, order, context), named.target)
    }
    for (const { from, to } of file.relies) {
      const [relying, support] = [pointNamed(texts, from), pointNamed(texts, to)]
      if (relying === null || support === null) continue
      requireDone(await recordRelianceOf(deps, relying, support, context), from)
    }
    // Last, so that the assessments include all treatments.
    for (const { slug, contentType } of texts.values()) {
      if (!file.read.includes(contentType)) continue
      requireDone(await assessPointOf(deps, { slug, sequence: null }, null, context), slug)
    }
  } finally {
    await log.close()
  }
}

/** Needs a running projector, since an assessment reads what the read models hold. */
const assessTexts = async (
  settings: Settings,
  database: Database,
  { texts, actor }: { readonly texts: Texts; readonly actor: string },
): Promise<void> => {
  const { log, ...truth } = truthOf(database)
  const cited = citedTextsOf(database)
  const verifier = await openVerifier(settings)
  const deps = { ...truth, cited, verifier, prepared: preparedSources() }
  try {
    await untilProjected(cited, await log.head(), undefined, CATCH_UP_MS)
    for (const slug of slugsOf(texts)) {
      const outcome = await assessText(deps, slug, contextOf(actor), { isComplete: true })
      requireDone(outcome, slug)
    }
  } finally {
    await log.close()
  }
}

/**
 * Records concepts, treatments and groundedness of the demonstration texts. A second run adds
 * nothing but newer assessments, so one that was killed continues.
 */
export const recordKnowledge = async (
  settings: Settings,
  database: Database,
  actor: string,
): Promise<void> => {
  const known = { texts: await findTexts(database), actor }
  await recordConcepts(settings, database, known)
  await recordTreatments(database, known)
  await assessTexts(settings, database, known)
}
