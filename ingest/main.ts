/** Composition root of the write side: the commands of editors, over the engines that the settings name. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { text as readAll } from 'node:stream/consumers'
import { Presets, SingleBar } from 'cli-progress'
import { Actor } from '#contracts/audit.ts'
import { recomputeFromResponse } from '#contracts/canonical/article.ts'
import { Fault, isRefusal, type Refusal } from '#contracts/fault.ts'
import { ArticleId, Instant, Slug } from '#contracts/ids.ts'
import { requireModelOfIndex } from '#infra/embeddings/index-model.ts'
import { openEmbedder } from '#infra/embeddings/main.ts'
import { type Database, truthOf, withDatabase } from '#infra/main.ts'
import { recordAct } from '#infra/postgres/audit.ts'
import type { Settings } from '#infra/settings.ts'
import { EXIT, print, say } from '#infra/terminal.ts'
import { diffVersions, printDiff } from './handlers/diff.ts'
import { carryOut, type EditorialAct, type EditorialOutcome } from './handlers/editorial.ts'
import { historyOf } from './handlers/history.ts'
import { reembedAll } from './handlers/reembed.ts'
import type { WriteContext, WriteDeps } from './handlers/write-deps.ts'
import type { ImportSummary } from './import/activities.ts'
import { inOrder } from './import/main.ts'
import { importPaths, type ImportProgress, type ImportRun } from './import/run.ts'
import { refusalLine, type SourceFormat } from './sources/source-item.ts'

type Json = { readonly json?: boolean }

const withWriteDeps = async <T>(
  settings: Settings,
  database: Database,
  work: (deps: WriteDeps) => Promise<T>,
): Promise<T> => {
  const { store, blobs, vectors, slugs, log } = truthOf(database)
  try {
    const embedder = await openEmbedder(settings)
    await requireModelOfIndex(database.pool, embedder)
    return await work({ store, blobs, vectors, slugs, embedder })
  } finally {
    await log.close()
  }
}

const now = (): Instant => Instant.parse(new Date().toISOString())

const parseInstant = (text: string | undefined): Instant => {
  if (text === undefined) return now()
  const parsed = Instant.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Fault('instant-invalid', '--at is not an instant', {
    mend: 'write it like 2026-01-31T00:00:00.000Z',
  })
}

const contextOf = (actor: string, time: Instant): WriteContext => ({
  actor,
  time,
  correlationId: randomUUID(),
  causationId: null,
})

const commandActor = (): string => `cli:${userInfo().username}`

export type ImportRequest = Pick<ImportRun, 'paths' | 'publish'> &
  Partial<Pick<ImportRun, 'dryRun' | 'as' | 'onProgress'>> & {
    readonly actor: string
    readonly at?: Instant
  }

/** Imports into an open database; refusals go to stderr, one line each. */
export const importInto = (
  settings: Settings,
  database: Database,
  { actor, at = now(), dryRun = false, ...request }: ImportRequest,
): Promise<ImportSummary> => {
  const order = { ...request, dryRun, context: contextOf(actor, at) }
  return withWriteDeps(settings, database, (deps) =>
    inOrder(settings, order, (workflow) =>
      importPaths({
        ...order,
        deps,
        workflow,
        onRefusal: (refusal) => say(refusalLine(refusal)),
        onNote: (note) => say(refusalLine(note)),
      }),
    ),
  )
}

/** A bar over the bytes read, on a terminal's stderr only. */
const progressBar = (): { update: (progress: ImportProgress) => void; stop: () => void } => {
  const bar = new SingleBar(
    {
      format: 'import {bar} {percentage}% | {read} read, {refused} refused | {eta_formatted} left',
      noTTYOutput: false,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  )
  let started = false
  return {
    update: ({ bytesDone, bytesTotal, read, refused }) => {
      if (!started) bar.start(bytesTotal, 0, { read, refused })
      started = true
      bar.update(bytesDone, { read, refused })
    },
    stop: () => bar.stop(),
  }
}

const printSummary = (summary: ImportSummary, json: boolean): void => {
  const { read, imported, unchanged, revised, refused } = summary
  if (json) return print(JSON.stringify({ read, imported, unchanged, revised, refused }))
  print(
    `read ${read}, imported ${imported}, unchanged ${unchanged}, revised ${revised}, refused ${refused}`,
  )
}

export type ImportOptions = Json & {
  readonly publish?: boolean
  readonly dryRun?: boolean
  readonly as?: SourceFormat
  readonly at?: string
}

export const importFiles = async (
  settings: Settings,
  paths: readonly string[],
  { json = false, publish = false, dryRun = false, as, at }: ImportOptions,
): Promise<void> => {
  const time = parseInstant(at)
  const bar = progressBar()
  const summary = await withDatabase(settings, 'import', (database) =>
    importInto(settings, database, {
      paths,
      publish,
      dryRun,
      actor: commandActor(),
      at: time,
      onProgress: bar.update,
      ...(as === undefined ? {} : { as }),
    }),
  ).finally(bar.stop)
  printSummary(summary, json)
  if (summary.refused > 0) process.exitCode = EXIT.failed
}

const refuse = (about: string, { refused, reason, mend }: Refusal): void => {
  say(`${about}: ${refused}: ${reason}`)
  say(`  mend: ${mend}`)
  process.exitCode = EXIT.failed
}

const slugOf = (text: string): Slug | null => {
  const parsed = Slug.safeParse(text)
  if (parsed.success) return parsed.data
  refuse(text, {
    refused: 'slug-invalid',
    reason: 'this is no slug',
    mend: 'take the slug of a search hit or of an article',
  })
  return null
}

const AUDITED = {
  publish: 'text.published',
  unpublish: 'text.unpublished',
  delete: 'text.deleted',
} as const

/** The log holds the act with its actor already, in one transaction; this is its line among all other acts. */
const audit = async (
  { pool }: Database,
  { slugs }: WriteDeps,
  name: EditorialAct['act'],
  { slug, version }: EditorialOutcome,
): Promise<void> => {
  const stream = await slugs.ownerOf(slug)
  const subject = ArticleId.parse(stream?.slice('article-'.length))
  const actor = Actor.safeParse(commandActor()).data ?? 'system'
  await recordAct(pool, { kind: AUDITED[name], actor, subject, data: { version } })
}

/** One act on each of several texts; a refused one does not stop the others. */
export const editorialAct = (
  settings: Settings,
  name: EditorialAct['act'],
  slugs: readonly string[],
  { json = false, reason = '' }: Json & { readonly reason?: string },
): Promise<void> => {
  const act: EditorialAct = name === 'publish' ? { act: name } : { act: name, reason }
  return withDatabase(settings, name, (database) =>
    withWriteDeps(settings, database, async (deps) => {
      for (const text of slugs) {
        const slug = slugOf(text)
        if (slug === null) continue
        const outcome = await carryOut(deps, slug, act, contextOf(commandActor(), now()))
        if (!isRefusal(outcome)) await audit(database, deps, name, outcome)
        if (isRefusal(outcome)) refuse(slug, outcome)
        else if (json) print(JSON.stringify(outcome))
        else
          print(`${slug} ${outcome.status}${outcome.version === null ? '' : ` ${outcome.version}`}`)
      }
    }),
  )
}

export const history = (settings: Settings, text: string, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'history', (database) =>
    withWriteDeps(settings, database, async (deps) => {
      const slug = slugOf(text)
      if (slug === null) return
      const found = await historyOf(deps, slug)
      if (isRefusal(found)) return refuse(slug, found)
      if (json) return print(JSON.stringify(found))
      print(
        `${found.slug}  ${found.status}${found.hasDraft ? ', with a draft' : ''}  source ${found.sourceId}`,
      )
      for (const {
        version,
        sha256Hash,
        bump,
        changeClass,
        reasons,
        validities,
      } of found.versions) {
        print(
          `${version}  ${bump}${changeClass === null ? '' : ` (${changeClass})`}  sha256 ${sha256Hash}`,
        )
        for (const reason of reasons) print(`    ${reason}`)
        for (const { validFrom, validTo } of validities) {
          if ((validFrom ?? validTo) !== null)
            print(`    in force ${validFrom ?? '…'} to ${validTo ?? '…'}`)
        }
      }
    }),
  )

export const diff = (settings: Settings, text: string, from: string, to: string): Promise<void> =>
  withDatabase(settings, 'diff', (database) =>
    withWriteDeps(settings, database, async (deps) => {
      const slug = slugOf(text)
      if (slug === null) return
      const found = await diffVersions(deps, slug, { from, to })
      if (isRefusal(found)) return refuse(slug, found)
      for (const line of printDiff(found)) print(line)
    }),
  )

/** Embeds every published wording with the model of the settings; the facts say so, the read models follow them. */
export const reembed = (settings: Settings, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'reembed', async (database) => {
    const { store, blobs, vectors, slugs, log } = truthOf(database)
    try {
      const embedder = await openEmbedder(settings)
      const write = { store, blobs, vectors, slugs, embedder }
      const versions = await reembedAll({ write, log }, contextOf(commandActor(), now()))
      const { model } = embedder
      print(
        json ? JSON.stringify({ model, versions }) : `${versions} wordings embedded with ${model}`,
      )
    } finally {
      await log.close()
    }
  })

const readArticle = async (file: string): Promise<string> => {
  try {
    return file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
  } catch (cause) {
    throw new Fault('file-unreadable', `${file} can't be read`, {
      cause,
      mend: 'give a file that holds the answer of GET /articles/{slug}, or - for standard input',
    })
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Fault('not-json', 'this is not JSON', {
      cause,
      mend: 'give the body of GET /articles/{slug}, as it was received',
    })
  }
}

/** Recomputes the hash of an article from the public response alone. */
export const verify = async (file: string, { json = false }: Json): Promise<void> => {
  const outcome = recomputeFromResponse(parseJson(await readArticle(file)))
  if (isRefusal(outcome)) return refuse(file, outcome)
  const matches = outcome.stated === outcome.sha256Hash
  if (!matches) process.exitCode = EXIT.failed
  if (json) return print(JSON.stringify({ ...outcome, matches }))
  print(`recomputed ${outcome.sha256Hash} (${outcome.profile})`)
  print(`stated     ${outcome.stated}`)
  print(
    matches ? 'the hash is right' : 'THE HASH IS WRONG: this is not the text that was published',
  )
}
