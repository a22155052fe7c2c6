/** Write side, read models and assessor on a database of their own. */
import { isRefusal } from '#contracts/fault.ts'
import { articleIdOf, slugFor } from '#contracts/canonical/identity.ts'
import type { Article } from '#contracts/http/article.ts'
import { Instant, type Slug } from '#contracts/ids.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeAssessorMemory, makeLogLines } from '#infra/postgres/read-models/assessor-memory.ts'
import { makeCitationIndex } from '#infra/postgres/read-models/citations.ts'
import {
  makeCitedTexts,
  makeCitingTexts,
  makeHeldScopes,
  makePublicTexts,
} from '#infra/postgres/read-models/cited-texts.ts'
import { type AssessorReport, makeAssessor } from '#ingest/groundedness/assessor.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import { carryOut } from '#ingest/handlers/editorial.ts'
import { assessText } from '#ingest/groundedness/assess-text.ts'
import type { WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { resolveCitations } from '#query-api/citations/resolve.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import {
  allEvents,
  CONTEXT,
  countingEmbedder,
  openWriteSide,
  runImport,
  submitDraft,
} from '../import/real.ts'

export const AUTHOR = 'cli:author'
export const REVIEWER = 'cli:reviewer'
export const PUBLISHER = 'cli:publisher'
export const TIME = Instant.parse('2026-02-01T00:00:00.000Z')
export const as = (actor: string, time = TIME) => ({ ...CONTEXT, actor, time })

type Over = Readonly<Record<string, unknown>>
const CODE = 'Code de la consommation'

/** An article of a code, as an official source states it. */
export const provision = (number: string, text: string, over: Over = {}): Over =>
  record(`code:${number}`, text, {
    title: `Article ${number} du ${CODE.toLowerCase()}`,
    provision: { work: CODE, number },
    ...over,
  })

/** An editor's text: no official source, so that a reviewer and a publisher must see it. */
export const comment = (id: string, text: string, over: Over = {}): Over =>
  record(`note:${id}`, text, {
    title: `Note ${id}`,
    contentType: 'doctrine',
    ...over,
    source: { id: `note:${id}`, licence: 'CC BY 4.0', ...(over['source'] as object | undefined) },
  })

export const slugOf = (one: Over): Slug =>
  slugFor(String(one['title']), (one['source'] as { id: string }).id)

/** Submits and approves the open draft of a text, as persons do. */
export const review = async (deps: WriteDeps, slug: Slug): Promise<void> => {
  const hash = await submitDraft(deps, slug, as(AUTHOR))
  const approved = await carryOut(deps, slug, { act: 'approve', sha256Hash: hash }, as(REVIEWER))
  if (isRefusal(approved)) throw new Error(approved.refused)
}

/** Into the log alone. */
export const importRecords = async (
  deps: Parameters<typeof runImport>[0],
  publish: boolean,
  ...records: Over[]
): Promise<void> => {
  const folder = await folderOf({ 'a.jsonl': jsonLines(...records) })
  const { refusals } = await runImport(deps, [folder], { publish })
  if (refusals.length > 0) throw new Error(refusals.join('\n'))
}

export type World = Awaited<ReturnType<typeof openWorld>>

export const openWorld = async () => {
  const side = await openWriteSide(countingEmbedder())
  const { pool, log, models, lock } = side
  const index = makeCitationIndex(pool)
  const cited = makeCitedTexts(pool, (citations) => resolveCitations(index, citations, null))
  const deps = { ...side.deps, cited }
  const projector = makeProjector({ log, blobs: deps.blobs, models, lock })
  const citing = makeCitingTexts(pool)
  const steps: AssessorReport[] = []
  const memory = makeAssessorMemory(pool)
  const assessorOf = (over: Partial<Parameters<typeof makeAssessor>[0]> = {}) =>
    makeAssessor({
      ...deps,
      log,
      lock,
      citing,
      scopes: makeHeldScopes(pool),
      lines: makeLogLines(pool),
      memory,
      context: () => as('assessor'),
      onStep: (report) => void steps.push(report),
      ...over,
    })
  const project = (generation = 1) => projector.runOnce(generation)
  const articles = makeArticleReader(pool)
  return {
    ...side,
    deps,
    cited,
    citing,
    memory,
    steps,
    project,
    assessorOf,
    texts: makePublicTexts(pool),
    /** Imports records, published where they are official, and projects them. */
    add: async (publish: boolean, ...records: Over[]): Promise<void> => {
      await importRecords(side.deps, publish, ...records)
      await project()
    },
    /** An editor's text through its review and publication. */
    publish: async (one: Over) => {
      await importRecords(side.deps, false, one)
      await review(side.deps, slugOf(one))
      await project()
      const outcome = await carryOut(
        deps,
        slugOf(one),
        { act: 'publish', reason: null },
        as(PUBLISHER),
      )
      await project()
      return outcome
    },
    act: async (one: Over, act: EditorialAct) => {
      const outcome = await carryOut(deps, slugOf(one), act, as(PUBLISHER))
      await project()
      return outcome
    },
    assess: async (one: Over, time = TIME) => {
      const outcome = await assessText(deps, slugOf(one), as('test', time))
      await project()
      return outcome
    },
    /** The assessor up to the head of the log, with a projector that keeps up. */
    follow: async (over: Parameters<typeof assessorOf>[0] = {}): Promise<AssessorReport[]> => {
      const before = steps.length
      const ended = new AbortController()
      const projecting = projector.follow(ended.signal)
      try {
        await assessorOf(over).runOnce(new AbortController().signal)
      } finally {
        ended.abort()
        await projecting
      }
      await project()
      return steps.slice(before)
    },
    served: async (one: Over): Promise<Article | null> => {
      const { article } = await articles.bySlug(slugOf(one))
      return article === null ? null : (JSON.parse(article.json) as Article)
    },
    types: async (one: Over): Promise<string[]> =>
      (await allEvents(side))
        .filter(({ streamId }) =>
          streamId.endsWith(articleIdOf((one['source'] as { id: string }).id)),
        )
        .map(({ type }) => type),
    projector,
  }
}
