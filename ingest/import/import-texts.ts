import { articleHash } from '#contracts/canonical/article.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { isRefusal, Fault } from '#contracts/fault.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { articleStream, type Instant, type Sha256Hex } from '#contracts/ids.ts'
import { recordToContent } from '../enrich/record-to-content.ts'
import type {
  CleanBatch,
  CleanItem,
  CleanRemoval,
  EmbeddedBatch,
  ImportActivities,
  ReadBatch,
  Recorded,
  Statement,
} from './activities.ts'
import { officialSourceFinder, type OfficialSourceOf } from './official-sources.ts'
import {
  isRemoval,
  lineOf,
  refusedAt,
  type SourceRecord,
  type SourceRefusal,
  type SourceRemoval,
} from '../sources/source-item.ts'
import { decideBatch } from './decide-batch.ts'
import { incrementOf, listNameOf, timeOfFile } from './documents.ts'
import type { DecideOptions } from './decide-statements.ts'
import { appendDecided } from '../command-handler/command-handler.ts'
import { embedStreams } from './embed.ts'
import { keepTexts } from '../command-handler/text-handler.ts'
import type { ImportDeps } from '../command-handler/write-deps.ts'
import { createHash } from 'node:crypto'

/** Most statements of one run, which takes some 150 bytes for each. */
const RUN = { statementsMax: 2_000_000 } as const

/** A statement: the text, the state if the source names it, and a hash of its content. */
type Stated = {
  readonly sourceId: string
  readonly version: string | null
  readonly fingerprint: Sha256Hex
  /** Whether the times of a publisher's files tell which statement of a state came later. */
  readonly isDated: boolean
}

/** The name of a statement, or a conflict with an earlier content of the same state. */
type Named = { readonly state: string } | 'state-conflict'

/** Base64, since there may be millions of keys. */
const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('base64')

/**
 * Names the statements of one run by `source.version` or else by content, numbered from its second
 * occurrence on: a source with A, B, A has three states, the same ones in each run.
 */
export const statementNames = (): ((stated: Stated) => Named) => {
  const contentOfState = new Map<string, string>()
  const occurrences = new Map<string, number>()

  const named = ({ sourceId, version, fingerprint, isDated }: Stated): Named => {
    // A publisher corrects a wording, and ends it, under the name that it has.
    if (version !== null && isDated) return { state: version }
    if (version !== null) {
      const key = keyOf(sourceId, version)
      const before = contentOfState.get(key)
      const content = keyOf(fingerprint)
      if (before !== undefined && before !== content) return 'state-conflict'
      contentOfState.set(key, content)
      return { state: version }
    }
    const key = keyOf(sourceId, fingerprint)
    const occurrence = (occurrences.get(key) ?? 0) + 1
    occurrences.set(key, occurrence)
    return { state: occurrence === 1 ? fingerprint : `${fingerprint}#${occurrence}` }
  }

  return (stated) => {
    if (contentOfState.size + occurrences.size >= RUN.statementsMax) {
      throw new Fault('import-too-large', `one import takes at most ${RUN.statementsMax} records`, {
        hint: 'import the folders one after the other',
      })
    }
    return named(stated)
  }
}

/** What the records of one run share. */
type Run = {
  readonly names: ReturnType<typeof statementNames>
  readonly officialSourceOf: OfficialSourceOf
}

const stateConflict = (source: SourceRecord): SourceRefusal => ({
  file: source.file,
  line: lineOf(source, 'source.version'),
  refused: 'state-conflict',
  reason: `this import has the state ${source.record.source.version ?? ''} of ${source.record.source.id} with another content already`,
  hint: 'give each state of the text a source.version of its own, or keep one of the two records',
})

/** Cleans one record and names its statement. */
const statementOf = async (
  source: SourceRecord,
  time: Instant,
  { names, officialSourceOf }: Run,
): Promise<Statement | SourceRefusal> => {
  const official = await officialSourceOf(source.file)
  const cleaned = recordToContent(source.record, time, official?.licence ?? null)
  if (isRefusal(cleaned)) return refusedAt(source, cleaned)
  const { content, validity, flags } = cleaned
  const { id, version } = content.source
  const fingerprint = sha256Hex(canonicalJson([articleHash(content), validity]))
  const isDated = official !== null && timeOfFile(source.file) !== null
  const named: Named = names({ sourceId: id, version, fingerprint, isDated })
  if (named === 'state-conflict') return stateConflict(source)
  return {
    place: { file: source.file, line: source.line },
    streamId: articleStream(articleIdOf(id)),
    state: named.state,
    hasVersion: version !== null,
    content,
    validity,
    flags,
    official:
      official === null
        ? null
        : { id: official.id, policy: official.policy, publisher: official.publisher },
    ...(source.facts === undefined ? {} : { facts: source.facts }),
  }
}

/** Finds out whose list a removal is of. */
const removalOf = async (
  { file, line, removal }: SourceRemoval,
  { officialSourceOf }: Run,
): Promise<CleanRemoval> => {
  const official = await officialSourceOf(file)
  return {
    place: { file, line },
    removal,
    publisher: official?.publisher ?? null,
    list: listNameOf(file),
    increment: incrementOf(file),
    at: removal.at ?? timeOfFile(file),
  }
}

const cleanBatch = async ({ items }: ReadBatch, time: Instant, run: Run): Promise<CleanBatch> => {
  const cleaned: CleanItem[] = []
  // In order, since a name may depend on the statements before it.
  for (const item of items) {
    if (isRefusal(item)) cleaned.push(item)
    else if (isRemoval(item)) cleaned.push(await removalOf(item, run))
    else cleaned.push(await statementOf(item, time, run))
  }
  return { items: cleaned }
}

const appendBatch = async (
  deps: ImportDeps,
  { streams, others = [], texts }: EmbeddedBatch,
  { context }: DecideOptions,
): Promise<Recorded> => {
  await keepTexts(deps, streams, texts)
  return appendDecided(deps.store, [...streams, ...others], context)
}

/**
 * Stores the long texts of a batch and appends all its events. What publishers state and delete is
 * kept afterwards: a statement that is kept is no longer newer than what is known, so a second
 * import would not record what a first one did not get to.
 */
const recordBatch = async (
  deps: ImportDeps,
  batch: EmbeddedBatch,
  options: DecideOptions,
): Promise<Recorded> => {
  const { stated = [], gone = [], heldBack = [] } = batch.documents ?? {}
  const { context, listing } = options
  const recorded = await appendBatch(deps, batch, options)
  if (recorded === 'moved-on') return recorded
  await deps.documents.state(stated, context.correlationId, listing ?? null)
  await deps.documents.remove(gone)
  if (listing !== undefined) {
    for (const [publisher, held] of Map.groupBy(heldBack, (one) => one.publisher))
      await deps.documents.list(
        publisher,
        held.map(({ document }) => document),
        listing,
      )
  }
  return recorded
}

/** The steps of one import but reading and reporting. */
export const importSteps = (
  deps: ImportDeps,
  options: DecideOptions,
): Pick<ImportActivities, 'clean' | 'decide' | 'embed' | 'record'> => {
  const run = { names: statementNames(), officialSourceOf: officialSourceFinder(deps.official) }
  return {
    clean: (batch) => cleanBatch(batch, options.context.time, run),
    decide: (batch) => decideBatch(deps, batch, options),
    embed: async (batch) => ({
      ...batch,
      streams: await embedStreams(deps, batch.streams, batch.texts),
    }),
    record: (batch) => recordBatch(deps, batch, options),
  }
}
