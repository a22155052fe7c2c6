/** Small logs made by hand, with everything that a store would add to a fact. */
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import type { ReadModels } from '#query-api/projections/projection.ts'
import { articleHash } from '#contracts/canonical/article.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { ArticleContent, ContentRecord } from '#contracts/content.ts'
import type { ArticleEvent, EventData, StoredEvent } from '#contracts/events/event.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import {
  articleStream,
  type ArticleId,
  Day,
  Instant,
  Position,
  SemVer,
  type Sha256Hex,
  StreamId,
} from '#contracts/ids.ts'
import { IntegrityFlag } from '#contracts/integrity.ts'

/** What happened to one text, or to a stream of another kind. */
export type Fact = { readonly of: string; readonly event: ArticleEvent | TreatmentEvent }
type TreatmentEvent = {
  readonly type: 'TreatmentRecorded'
  readonly data: EventData<'TreatmentRecorded'>
}
export type Texts = Map<Sha256Hex, string>

const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
const SECOND_MS = 1_000
export const timeOf = (position: number): Instant =>
  Instant.parse(new Date(START_MS + position * SECOND_MS).toISOString())

export const sourceIdOf = (name: string): string => `test:${name}`
export const idOf = (name: string): ArticleId => articleIdOf(sourceIdOf(name))
export const streamOf = (name: string): StreamId =>
  name.startsWith('other:')
    ? StreamId.parse(`treatment-${articleIdOf(name)}`)
    : articleStream(idOf(name))

export const version = (text: string): SemVer => SemVer.parse(text)
export const day = (text: string): Day => Day.parse(text)

/** Any part of a wording; what is not said is dull. */
export type WordingInput = Partial<
  Omit<ReturnType<typeof ArticleContent.parse>, 'slug' | 'judicialDecision' | 'headnotes'>
> & { readonly slug?: string; readonly judicialDecision?: unknown; readonly headnotes?: unknown }

export const contentOf = (name: string, input: WordingInput = {}): ArticleContent =>
  ArticleContent.parse({
    slug: `slug-${name}`,
    title: `Titre ${name}`,
    abstract: null,
    contentClean: `Texte de ${name}.`,
    language: 'fr',
    jurisdiction: ['FR'],
    legalDomain: [],
    contentType: 'doctrine',
    doctrineSubtype: null,
    headnotes: [],
    concepts: [],
    judicialDecision: null,
    publishedAt: null,
    provision: null,
    citations: [],
    source: { id: sourceIdOf(name), version: null, url: null },
    licence: 'CC-BY-4.0',
    ...input,
  })

/** The wording as an event carries it; its long text goes into `texts`. */
export const recordOf = (content: ArticleContent, texts: Texts): ContentRecord => {
  const { contentClean, ...rest } = content
  const sha256 = sha256Hex(contentClean)
  texts.set(sha256, contentClean)
  const utf8Bytes = Buffer.byteLength(contentClean)
  return ContentRecord.parse({
    ...rest,
    contentClean: { sha256, utf8Bytes, utf16Units: contentClean.length },
  })
}

export const published = (
  content: ArticleContent,
  texts: Texts,
  as: string,
  more: Partial<EventData<'VersionPublished'>> = {},
): ArticleEvent => ({
  type: 'VersionPublished',
  data: {
    version: version(as),
    sha256Hash: articleHash(content),
    hashProfile: 'article/1',
    bump: 'initial',
    changeClass: null,
    reasons: [],
    policy: null,
    publishedAt: content.publishedAt,
    content: recordOf(content, texts),
    ...more,
  },
})

export const validity = (as: string, from: string | null, to: string | null): ArticleEvent => ({
  type: 'ValidityRecorded',
  data: {
    version: version(as),
    validFrom: from === null ? null : day(from),
    validTo: to === null ? null : day(to),
    sourceVersion: null,
  },
})

export const embedded = (
  as: string,
  batch: number,
  batches: number,
  model = 'model-a@1',
): ArticleEvent => ({
  type: 'PassagesEmbedded',
  data: {
    version: version(as),
    model,
    dimensions: 4,
    batch,
    batches,
    passages: [
      { ordinal: batch, start: batch, end: batch + 5, textSha256: sha256Hex(`${as}/${batch}`) },
    ],
    headnotes: batch === 1 ? [{ sequence: 1, textSha256: sha256Hex(`${as}/headnote`) }] : [],
  },
})

export const flagged = (
  code: IntegrityFlag['code'],
  severity: IntegrityFlag['severity'],
): ArticleEvent => ({
  type: 'IntegrityFlagRaised',
  data: {
    flag: IntegrityFlag.parse({
      code,
      severity,
      message: 'a doubt',
      headnoteSequence: null,
      span: null,
      detectedAt: timeOf(0),
      detector: 'test@1',
      evidence: { b: 1, a: 2 },
    }),
  },
})

export const assessed = (hash: Sha256Hex, score: number): ArticleEvent => ({
  type: 'GroundednessAssessed',
  data: {
    score,
    groundedness: {
      supported: score,
      partial: 0,
      contradicted: 0,
      notSupported: 100 - score,
      unverifiable: 0,
      checkable: 100,
      method: 'det-1',
      assessedAt: timeOf(0),
      assessedHash: hash,
    },
  },
})

export const unpublished: ArticleEvent = { type: 'Unpublished', data: { reason: 'a test' } }
export const deleted: ArticleEvent = { type: 'Deleted', data: { reason: 'a test' } }
export const drafted = (content: ArticleContent, texts: Texts): ArticleEvent => ({
  type: 'Drafted',
  data: { content: recordOf(content, texts) },
})
/** A fact of a stream that no text has. */
const FOREIGN = { type: 'TreatmentRetracted', data: { reason: 'a test', by: 'editor' } } as const
export const foreign = (name: string): Fact => ({
  of: `other:${name}`,
  event: FOREIGN as unknown as ArticleEvent,
})

const uuid = (number: number): string =>
  `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

/**
 * The facts as a store gives them back: positions and stream versions without gaps, a second apart.
 */
export const logOf = (facts: readonly Fact[]): StoredEvent[] => {
  const versions = new Map<string, number>()
  return facts.map(({ of, event }, index) => {
    const streamVersion = (versions.get(of) ?? 0) + 1
    versions.set(of, streamVersion)
    return {
      id: uuid(index),
      schemaVersion: 1,
      position: Position.parse(index + 1),
      streamId: streamOf(of),
      streamVersion,
      appendId: uuid(index),
      causationId: null,
      correlationId: 'test',
      actor: 'test',
      time: timeOf(index + 1),
      payloadHash: sha256Hex(''),
      ...event,
    }
  })
}

/** The documents of one projection, as a digest reads them. */
export const documentsOf = (
  { projections }: Pick<ReadModels, 'projections'>,
  name: string,
  generation: Generation = 1,
): Promise<KeyedDocument[]> => {
  const found = projections.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no projection is named ${name}`)
  return Array.fromAsync(found.documents(generation))
}
