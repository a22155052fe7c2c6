/** The write side on PostgreSQL, wired as the processes wire it, for tests of the import. */
import { makePublisherDocuments } from '#infra/postgres/log/publisher-documents.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, LOG_START, type Sha256Hex, type Slug } from '#contracts/ids.ts'
import type { CitedTexts, OfficialFolders, PublisherDocuments } from '#ingest/ports.ts'
import { handleText, type TextDeps } from '#ingest/command-handler/text-handler.ts'
import type { ImportDeps, WriteContext, WriteDeps } from '#ingest/command-handler/write-deps.ts'
import type { ImportNote } from '#ingest/import/activities.ts'
import type { ImportResult } from '#ingest/import/texts-imported.ts'
import { importPaths, type ImportRun } from '#ingest/import/run.ts'
import type { Embedder } from '#ingest/ports.ts'
import { refusalLine } from '#ingest/sources/source-item.ts'
import { importCorpus } from '#workflows/import-corpus.ts'
import type { TestDatabase } from '../engines/embedded-postgres.ts'
import { openStores, type Stores } from '../harness/postgres.ts'
import { readWholeDocument } from '#ingest/sources/registry/read-whole.ts'

const PAGE = 5_000

/** Counts what it computes; the same text is the same vector. */
export const countingEmbedder = (model = 'test-counting@1'): Embedder & { computed: string[] } => {
  const computed: string[] = []
  return {
    model,
    dimensions: 4,
    computed,
    embedPassages: (texts) => {
      computed.push(...texts)
      return Promise.resolve(texts.map((text) => Float32Array.of(1, text.length % 7, 0, 0)))
    },
  }
}

/** Texts that cite nothing, with read models that know the whole log. */
export const NOTHING_CITED: CitedTexts = {
  citationsOf: () => Promise.resolve([]),
  read: () => Promise.resolve([]),
  reach: () => Promise.resolve({ position: LOG_START, head: LOG_START }),
}

/** Any folder of the disk is one of a publisher. */
export const ALL_OFFICIAL: OfficialFolders = {
  list: () =>
    Promise.resolve([
      { id: '00000000-0000-4000-8000-000000000001', folder: '/', publisher: 'Test', licence: null },
    ]),
}
/** No folder is. */
export const NONE_OFFICIAL: OfficialFolders = { list: () => Promise.resolve([]) }

/** Keeps nothing of what publishers state, for tests without deletions. */
const NO_DOCUMENTS: PublisherDocuments = {
  state: () => Promise.resolve(),
  list: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  find: () => Promise.resolve([]),
  ofTexts: () => Promise.resolve([]),
  held: () => Promise.resolve([]),
  closeListing: () => Promise.resolve([]),
  absentTooOften: () => Promise.resolve([]),
}

export type WriteSide = Stores & { readonly deps: WriteDeps & ImportDeps }

/** On a fresh database, or on another one that the caller opened. */
export const openWriteSide = async (
  embedder: Embedder,
  opened?: TestDatabase,
): Promise<WriteSide> => {
  const stores = await openStores(opened)
  const { pool, events: store, blobs } = stores
  return {
    ...stores,
    deps: {
      store,
      blobs,
      vectors: makeVectors(pool),
      slugs: makeSlugRegistry(pool),
      embedder,
      cited: NOTHING_CITED,
      verifier: deterministicVerifier,
      official: ALL_OFFICIAL,
      documents: makePublisherDocuments(pool),
    },
  }
}

export const allEvents = async ({ log }: Pick<WriteSide, 'log'>): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = []
  for (;;) {
    const page = await log.read(events.at(-1)?.position ?? LOG_START, PAGE)
    if (page.length === 0) return events
    events.push(...page)
  }
}

export const CONTEXT = {
  actor: 'import',
  time: Instant.parse('2026-01-31T00:00:00.000Z'),
  correlationId: 'test-import',
  causationId: null,
} as const

export type ImportReport = {
  readonly summary: ImportResult
  readonly refusals: string[]
  readonly notes: ImportNote[]
}

/** Runs an import and gathers everything that it reports. */
export const runImport = async (
  deps: Omit<ImportDeps, 'official' | 'documents'> & Partial<ImportDeps>,
  paths: readonly string[],
  over: Partial<ImportRun> = {},
): Promise<ImportReport> => {
  const refusals: string[] = []
  const notes: ImportNote[] = []
  const summary = await importPaths({
    paths,
    deps: { official: ALL_OFFICIAL, documents: NO_DOCUMENTS, ...deps },
    readDocument: readWholeDocument,
    context: CONTEXT,
    workflow: importCorpus,
    publish: true,
    dryRun: false,
    onRefusal: (refusal) => void refusals.push(refusalLine(refusal)),
    onNote: (note) => void notes.push(note),
    ...over,
  })
  return { summary, refusals, notes }
}

/** Submits the open draft of a text; gives the hash that its reviewer reads. */
export const submitDraft = async (
  deps: TextDeps,
  slug: Slug,
  context: WriteContext,
): Promise<Sha256Hex> => {
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const submitted = await decisions.decide(text, { type: 'Submit' })
    if (isRefusal(submitted)) return submitted
    const hashes = submitted.events.flatMap(({ type, data }) =>
      type === 'Submitted' ? [data.sha256Hash] : [],
    )
    return { text: submitted, answer: hashes }
  })
  const [hash] = isRefusal(handled) ? [] : handled.answer
  if (hash === undefined) throw new Error(isRefusal(handled) ? handled.refused : 'not submitted')
  return hash
}
