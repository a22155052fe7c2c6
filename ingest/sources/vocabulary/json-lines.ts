/** A vocabulary as JSON Lines, one concept a line. */
import { z } from 'zod'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { linesOf } from '../line-reader.ts'
import { parseStrictJson } from '../strict-json.ts'
import { decodeUtf8, withoutBom } from '../text-bytes.ts'
import {
  addLabel,
  addOtherLabel,
  conceptAt,
  countUnknown,
  type ReadConcept,
  type ReadVocabulary,
} from './read-concept.ts'

const LINE_BYTES_MAX = 1024 * 1024
const NO_LANGUAGE = 'und'
const CLASS = 'class'

const Words = z.union([z.string(), z.array(z.string())])
const ByLanguage = z.record(z.string(), Words)
const References = z.array(z.string()).default([])

/** The members that are read; others are counted. */
const Line = z.looseObject({
  uri: z.url().optional(),
  externalId: z.url().optional(),
  id: z.string().optional(),
  /** LKIF: class, objectProperty, datatypeProperty. */
  kind: z.string().default(CLASS),
  prefLabel: ByLanguage.default({}),
  altLabel: ByLanguage.default({}),
  definition: ByLanguage.default({}),
  scopeNote: ByLanguage.default({}),
  label: z.array(z.string()).default([]),
  comment: z.array(z.string()).default([]),
  broader: References,
  subClassOf: References,
  narrower: References,
  related: References,
  exactMatch: References,
  status: z.enum(['current', 'deprecated']).default('current'),
  replacedBy: z.string().nullable().default(null),
})
type Line = z.infer<typeof Line>
const KNOWN = new Set([
  ...Object.keys(Line.shape),
  'type',
  'inScheme',
  'topConceptOf',
  'disjointWith',
])
const THING = 'http://www.w3.org/2002/07/owl#Thing'

const listOf = (words: z.infer<typeof Words>): readonly string[] =>
  typeof words === 'string' ? [words] : words

const isUri = (text: string): boolean => z.url().safeParse(text).success

/** Resolves a reference by id to a URI, since ids are the ends of URIs. */
const absolute = (reference: string, { id }: Line, uri: string): string => {
  if (isUri(reference)) return reference
  const stem = id !== undefined && uri.endsWith(id) ? uri.slice(0, -id.length) : `${uri}/`
  return `${stem}${reference}`
}

const addDefinitions = (concept: ReadConcept, line: Line): void => {
  for (const member of [line.definition, line.scopeNote]) {
    for (const [language, words] of Object.entries(member)) {
      const text = listOf(words).join('\n')
      if (text !== '' && !concept.definitions.has(language)) concept.definitions.set(language, text)
    }
  }
  if (line.comment.length > 0) concept.definitions.set(NO_LANGUAGE, line.comment.join('\n'))
}

const addLabels = (concept: ReadConcept, line: Line): void => {
  for (const [language, words] of Object.entries(line.prefLabel)) {
    for (const word of listOf(words)) addLabel(concept, language, word)
  }
  for (const [language, words] of Object.entries(line.altLabel)) {
    for (const word of listOf(words)) addOtherLabel(concept, language, word)
  }
  for (const word of line.label) addLabel(concept, NO_LANGUAGE, word)
}

const addReferences = (concept: ReadConcept, line: Line): void => {
  const { uri } = concept
  const each = (references: readonly string[], into: Set<string>): void => {
    for (const reference of references) into.add(absolute(reference, line, uri))
  }
  each(line.broader, concept.broader)
  each(
    line.subClassOf.filter((one) => one !== THING),
    concept.broader,
  )
  each(line.narrower, concept.narrower)
  each(line.related, concept.related)
  each(line.exactMatch, concept.exactMatch)
  if (line.replacedBy !== null) concept.replacedBy = absolute(line.replacedBy, line, uri)
}

const INVALID: Refusal = {
  refused: 'concept-invalid',
  reason: 'the line is not a concept',
  hint: 'give uri, and prefLabel by language as {"fr": "…"}',
}

const takeLine = (text: string, vocabulary: ReadVocabulary, given: Set<string>): Refusal | null => {
  const json = parseStrictJson(text)
  if (isRefusal(json)) return json
  const parsed = Line.safeParse(json.value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') ?? ''
    return path === '' ? INVALID : { ...INVALID, reason: `${path} is not as it should be` }
  }
  const line = parsed.data
  for (const member of Object.keys(line).filter((one) => !KNOWN.has(one)))
    countUnknown(vocabulary, member)
  if (line.kind !== CLASS) {
    countUnknown(vocabulary, `kind ${line.kind}`)
    return null
  }
  const uri = line.uri ?? line.externalId
  if (uri === undefined) return { ...INVALID, reason: 'uri is missing' }
  if (given.has(uri)) {
    return refusalByCode('concept-given-twice')
  }
  given.add(uri)
  const concept = conceptAt(vocabulary, uri)
  concept.stated = true
  concept.deprecated ||= line.status === 'deprecated'
  addLabels(concept, line)
  addDefinitions(concept, line)
  addReferences(concept, line)
  return null
}

const TOO_LONG: Refusal = {
  refused: 'line-too-long',
  reason: `a concept has at most ${LINE_BYTES_MAX / 1024} KiB`,
  hint: 'shorten its notes',
}

/** Reads one file into a vocabulary; an unreadable line is a refusal. */
export async function* readVocabularyLines(
  chunks: AsyncIterable<Uint8Array>,
  vocabulary: ReadVocabulary,
): AsyncGenerator<Refusal & { readonly line: number }> {
  // Within one file; entries of the same concept in several files are merged.
  const given = new Set<string>()
  for await (const { number, bytes } of linesOf(chunks, LINE_BYTES_MAX)) {
    const decoded = bytes === null ? TOO_LONG : decodeUtf8(number === 1 ? withoutBom(bytes) : bytes)
    if (!isRefusal(decoded) && decoded.text.trim() === '') continue
    const refused = isRefusal(decoded) ? decoded : takeLine(decoded.text, vocabulary, given)
    if (refused !== null) yield { ...refused, line: number }
  }
}
