/** Cuts published wordings into passages, stores their vectors, and returns the events. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { ContentRecord } from '#contracts/content.ts'
import type { EmbeddedHeadnote, Passage } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import type { SemVer, Sha256Hex } from '#contracts/ids.ts'
import type { z } from 'zod'
import { embeddedHeadnote, embeddedPassage, passagesOf } from '../enrich/passages.ts'
import type { VersionToEmbed } from './activities.ts'
import type { Embedder } from '../ports.ts'
import { textCache } from '../command-handler/text-cache.ts'
import type { ImportDeps } from '../command-handler/write-deps.ts'

const EMBEDDING = {
  /** Keeps an event far below the size limit of a message. */
  passagesPerEventMax: 500,
  /** Vectors computed and stored at a time, so that an interruption loses little work. */
  textsPerCall: 64,
  /** Vectors looked up at a time. */
  lookupMax: 2_000,
  /** UTF-16 units of texts cut and embedded at a time. */
  textUnitsMax: 8 * 1024 * 1024,
} as const

export type EmbedDeps = Pick<ImportDeps, 'blobs' | 'vectors' | 'embedder'>

/** The passages and headnotes of one wording by the hash of their embedded text. */
type Cut = {
  readonly passages: readonly Passage[]
  readonly headnotes: readonly z.infer<typeof EmbeddedHeadnote>[]
  /** Embedded texts by hash. */
  readonly texts: ReadonlyMap<Sha256Hex, string>
}

const cutOf = (content: ContentRecord, contentClean: string): Cut => {
  const texts = new Map<Sha256Hex, string>()
  const keep = (text: string): Sha256Hex => {
    const hash = sha256Hex(text)
    texts.set(hash, text)
    return hash
  }
  const passages = passagesOf(contentClean).map((span, ordinal) => ({
    ordinal,
    ...span,
    textSha256: keep(embeddedPassage(content.title, contentClean, span)),
  }))
  const headnotes = content.headnotes.map(({ sequence, summary }) => ({
    sequence,
    textSha256: keep(embeddedHeadnote(summary)),
  }))
  return { passages, headnotes, texts }
}

const inChunks = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  )

const unknownHashes = async (
  { vectors, embedder }: EmbedDeps,
  hashes: readonly Sha256Hex[],
): Promise<Sha256Hex[]> => {
  const unknown: Sha256Hex[] = []
  for (const chunk of inChunks(hashes, EMBEDDING.lookupMax)) {
    const known = await vectors.get(embedder.model, chunk)
    unknown.push(...chunk.filter((hash) => !known.has(hash)))
  }
  return unknown
}

const tooFew = (model: string): Fault =>
  new Fault('embedder-broken', `the model ${model} gave fewer vectors than it was given texts`, {
    hint: 'look at the model in EMBEDDINGS_MODEL_DIR, or unset it',
  })

/**
 * Computes and stores missing vectors, so that each is computed once even after an interruption.
 */
const keepVectors = async (
  deps: EmbedDeps,
  texts: ReadonlyMap<Sha256Hex, string>,
): Promise<void> => {
  const { vectors, embedder } = deps
  for (const chunk of inChunks(
    await unknownHashes(deps, [...texts.keys()]),
    EMBEDDING.textsPerCall,
  )) {
    const computed = await embedder.embedPassages(chunk.map((hash) => texts.get(hash) ?? ''))
    const kept = chunk.flatMap((textSha256, index) => {
      const vector = computed[index]
      return vector === undefined ? [] : [{ textSha256, vector }]
    })
    if (kept.length < chunk.length) throw tooFew(embedder.model)
    await vectors.put(embedder.model, kept)
  }
}

const eventsOf = (version: SemVer, cut: Cut, { model, dimensions }: Embedder): ArticleEvent[] => {
  const chunks = inChunks(cut.passages, EMBEDDING.passagesPerEventMax)
  const batches = Math.max(1, chunks.length)
  return Array.from({ length: batches }, (_, index) => ({
    type: 'PassagesEmbedded',
    data: {
      version,
      model,
      dimensions,
      batch: index + 1,
      batches,
      passages: chunks[index] ?? [],
      headnotes: index === 0 ? [...cut.headnotes] : [],
    },
  }))
}

type Wording = {
  readonly version: SemVer
  readonly content: ContentRecord
  readonly contentClean: string
}

/** Cuts wordings into passages, stores their vectors, and returns the events in the given order. */
const embedVersions = async (
  deps: EmbedDeps,
  wordings: readonly Wording[],
): Promise<ArticleEvent[][]> => {
  const cuts = wordings.map(({ content, contentClean }) => cutOf(content, contentClean))
  await keepVectors(deps, new Map(cuts.flatMap(({ texts }) => [...texts])))
  return cuts.map((cut, index) => {
    const wording = wordings[index]
    return wording === undefined ? [] : eventsOf(wording.version, cut, deps.embedder)
  })
}

type Task = VersionToEmbed & { readonly stream: number }

/** Groups of consecutive tasks within the limit; a group has at least one. */
const groupsOf = (tasks: readonly Task[]): Task[][] => {
  const groups: Task[][] = []
  let units = Number.POSITIVE_INFINITY
  for (const task of tasks) {
    const own = task.content.contentClean.utf16Units
    if (units + own > EMBEDDING.textUnitsMax) {
      groups.push([])
      units = 0
    }
    groups.at(-1)?.push(task)
    units += own
  }
  return groups
}

type LoadedTexts = ReadonlyMap<Sha256Hex, string>

/** Fetches missing texts for their group only. */
const wordingsOf = async (
  deps: EmbedDeps,
  texts: LoadedTexts,
  group: readonly Task[],
): Promise<Wording[]> => {
  const cache = textCache(deps.blobs)
  const isLoaded = (sha256: Sha256Hex): boolean => texts.has(sha256)
  await cache.fetch(
    group.map(({ content }) => content.contentClean).filter(({ sha256 }) => !isLoaded(sha256)),
  )
  return group.map(({ version, content }) => {
    const { sha256 } = content.contentClean
    const contentClean = texts.get(sha256) ?? cache.texts.get(sha256) ?? ''
    return { version, content, contentClean }
  })
}

/** Adds the passage events of its versions to each stream, after their vectors are stored. */
export const embedStreams = async <
  Stream extends {
    readonly events: readonly ArticleEvent[]
    readonly toEmbed: readonly VersionToEmbed[]
  },
>(
  deps: EmbedDeps,
  streams: readonly Stream[],
  texts: LoadedTexts,
): Promise<Stream[]> => {
  const tasks = streams.flatMap(({ toEmbed }, stream) =>
    toEmbed.map((version) => ({ ...version, stream })),
  )
  const added = new Map<number, ArticleEvent[]>()
  for (const group of groupsOf(tasks)) {
    const embedded = await embedVersions(deps, await wordingsOf(deps, texts, group))
    for (const [index, { stream }] of group.entries()) {
      added.set(stream, [...(added.get(stream) ?? []), ...(embedded[index] ?? [])])
    }
  }
  return streams.map((stream, index) => ({
    ...stream,
    events: [...stream.events, ...(added.get(index) ?? [])],
  }))
}
