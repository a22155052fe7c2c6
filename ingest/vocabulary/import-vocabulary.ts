/** Reads files of one vocabulary, decides on every concept, appends in batches. */
import { type Concept, type VocabularyName } from '#contracts/concept.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { conceptDecider, conceptStream } from '../domain/concept/decide.ts'
import { handleEach } from '../command-handler/command-handler.ts'
import type { WriteContext } from '../command-handler/write-deps.ts'
import type { EventStore } from '../ports.ts'
import { conceptsOf } from '../sources/vocabulary/concepts-of.ts'
import { readVocabularyLines } from '../sources/vocabulary/json-lines.ts'
import { readRdfXml } from '../sources/vocabulary/rdf-xml.ts'
import { emptyVocabulary, type ReadVocabulary } from '../sources/vocabulary/read-concept.ts'

const CONCEPTS_PER_BATCH = 200
/** Bytes read to detect the format. */
const HEAD_BYTES = 1024

export type VocabularyFile = {
  readonly name: string
  readonly chunks: () => AsyncIterable<Uint8Array>
}

/** A refusal and its place: a line of a file, or the URI of a concept. */
export type VocabularyRefusal = Refusal & {
  readonly place: string
  /** The file could not be read completely. */
  readonly ofFile?: true
}

/** `read = defined + revised + unchanged + refused`. */
export type VocabularySummary = {
  readonly read: number
  readonly defined: number
  readonly revised: number
  readonly unchanged: number
  readonly refused: number
  readonly position: Position | null
  /** References to concepts outside the files. */
  readonly outside: number
  /** Ignored predicates, members and kinds with their counts. */
  readonly unknown: Readonly<Record<string, number>>
}

export type VocabularyRun = {
  readonly store: EventStore
  readonly files: readonly VocabularyFile[]
  readonly vocabulary: VocabularyName
  readonly context: WriteContext
  readonly onRefusal: (refusal: VocabularyRefusal) => void
  readonly onProgress?: (done: number, total: number) => void
}

const headOf = async ({ chunks }: VocabularyFile): Promise<string> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks()) {
    pieces.push(chunk)
    bytes += chunk.length
    if (bytes >= HEAD_BYTES) break
  }
  return Buffer.concat(pieces).toString('utf8').trimStart()
}

const EMPTY: Refusal = {
  refused: 'file-empty',
  reason: 'there is no concept in this file',
  hint: 'leave it out, or look why nothing was written into it',
}
const UNKNOWN_FORMAT: Refusal = {
  refused: 'format-unknown',
  reason: 'this is neither RDF/XML nor JSON Lines',
  hint: 'convert it: rapper -o rdfxml FILE',
}

/** Reads one file; answers its refusals. */
const readFile = async (
  file: VocabularyFile,
  vocabulary: ReadVocabulary,
): Promise<VocabularyRefusal[]> => {
  const head = await headOf(file)
  if (head === '') return [{ ...EMPTY, place: file.name, ofFile: true }]
  if (head.startsWith('{')) {
    const refused: VocabularyRefusal[] = []
    for await (const { line, ...refusal } of readVocabularyLines(file.chunks(), vocabulary))
      refused.push({ ...refusal, place: `${file.name}:${line}` })
    return refused
  }
  if (!head.startsWith('<') && !head.startsWith('\uFEFF<'))
    return [{ ...UNKNOWN_FORMAT, place: file.name, ofFile: true }]
  const refusal = await readRdfXml(file.chunks(), vocabulary, `urn:file:${encodeURI(file.name)}`)
  return refusal === null ? [] : [{ ...refusal, place: file.name, ofFile: true }]
}

type BatchOutcome = {
  readonly defined: number
  readonly revised: number
  readonly unchanged: number
  readonly refused: readonly VocabularyRefusal[]
  readonly position: Position | null
}

const recordConcepts = async (
  { store, context }: VocabularyRun,
  concepts: readonly Concept[],
): Promise<BatchOutcome> => {
  const commands = concepts.map((concept) => ({
    streamId: conceptStream(concept.id),
    command: { type: 'DefineConcept', concept } as const,
  }))
  const { answer, position } = await handleEach(store, conceptDecider, commands, context)
  const refused = answer.flatMap((outcome, index) =>
    isRefusal(outcome) ? [{ ...outcome, place: concepts[index]?.externalId ?? '' }] : [],
  )
  const streams = answer.flatMap((outcome) => (isRefusal(outcome) ? [] : [outcome]))
  const changed = streams.filter(({ events }) => events.length > 0)
  const defined = changed.filter(({ expectedVersion }) => expectedVersion === 0).length
  return {
    defined,
    revised: changed.length - defined,
    unchanged: streams.length - changed.length,
    refused,
    position,
  }
}

/**
 * Imports one vocabulary from its files; if one cannot be read completely, nothing is recorded.
 * Idempotent: after an interruption a second run continues.
 */
export const importVocabulary = async (run: VocabularyRun): Promise<VocabularySummary> => {
  const vocabulary = emptyVocabulary()
  const broken: VocabularyRefusal[] = []
  for (const file of run.files) broken.push(...(await readFile(file, vocabulary)))
  // Half a vocabulary would lack relations of its concepts.
  const isWhole = broken.every(({ ofFile }) => ofFile !== true)
  const { concepts, refused, outside } = conceptsOf(
    isWhole ? vocabulary : emptyVocabulary(),
    run.vocabulary,
  )
  const refusals = [...broken, ...refused.map(({ uri, ...one }) => ({ ...one, place: uri }))]
  for (const refusal of refusals) run.onRefusal(refusal)
  const sum = { defined: 0, revised: 0, unchanged: 0, refused: refusals.length }
  let position: Position | null = null
  for (let at = 0; at < concepts.length; at += CONCEPTS_PER_BATCH) {
    const batch = concepts.slice(at, at + CONCEPTS_PER_BATCH)
    const outcome = await recordConcepts(run, batch)
    for (const refusal of outcome.refused) run.onRefusal(refusal)
    sum.defined += outcome.defined
    sum.revised += outcome.revised
    sum.unchanged += outcome.unchanged
    sum.refused += outcome.refused.length
    position = outcome.position ?? position
    run.onProgress?.(at + batch.length, concepts.length)
  }
  const read = concepts.length + refusals.length
  return { read, ...sum, position, outside, unknown: Object.fromEntries(vocabulary.unknown) }
}
