/** SKOS and OWL in RDF/XML (W3C SKOS Reference 2009; OWL Web Ontology Language 2004). */
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import {
  addLabel,
  addOtherLabel,
  conceptAt,
  countUnknown,
  type ReadConcept,
  type ReadVocabulary,
} from './read-concept.ts'

/** Bounds of the declarations before the document: they shorten namespaces and do nothing else. */
export const ENTITY_LIMITS = { headBytes: 64 * 1024, valueCharacters: 300, entities: 100 } as const

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const OWL = 'http://www.w3.org/2002/07/owl#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'
const CONCEPT_TYPES = new Set([`${SKOS}Concept`, `${OWL}Class`])
const THING = `${OWL}Thing`
const NO_LANGUAGE = 'und'

type Term = { readonly termType: string; readonly value: string; readonly language?: string }
type Quad = { readonly subject: Term; readonly predicate: Term; readonly object: Term }
type Reader = (concept: ReadConcept, object: Term) => void

const languageOf = ({ language }: Term): string =>
  language === undefined || language === '' ? NO_LANGUAGE : language.toLowerCase()
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const define: Reader = (concept, object) => {
  const language = languageOf(object)
  const known = concept.definitions.get(language)
  const text = squeezed(object.value)
  // Several files may have the same note.
  if (known?.split('\n').includes(text) === true) return
  concept.definitions.set(language, known === undefined ? text : `${known}\n${text}`)
}
const refer =
  (member: 'broader' | 'narrower' | 'related' | 'exactMatch'): Reader =>
  (concept, { termType, value }) => {
    // A class expression has no name.
    if (termType === 'NamedNode' && value !== THING) concept[member].add(value)
  }
const name: Reader = (concept, object) =>
  addLabel(concept, languageOf(object), squeezed(object.value))

const READERS: Readonly<Record<string, Reader>> = {
  [`${SKOS}prefLabel`]: name,
  [`${RDFS}label`]: name,
  [`${SKOS}altLabel`]: (concept, object) =>
    addOtherLabel(concept, languageOf(object), squeezed(object.value)),
  [`${SKOS}definition`]: define,
  [`${SKOS}scopeNote`]: define,
  [`${RDFS}comment`]: define,
  [`${SKOS}broader`]: refer('broader'),
  [`${RDFS}subClassOf`]: refer('broader'),
  [`${SKOS}narrower`]: refer('narrower'),
  [`${SKOS}related`]: refer('related'),
  [`${SKOS}exactMatch`]: refer('exactMatch'),
  [`${OWL}equivalentClass`]: refer('exactMatch'),
  [`${OWL}deprecated`]: (concept, { value }) => {
    concept.deprecated ||= value === 'true' || value === '1'
  },
  'http://purl.org/dc/terms/isReplacedBy': (concept, { value }) => {
    concept.replacedBy = value
  },
}

const take = (vocabulary: ReadVocabulary, { subject, predicate, object }: Quad): void => {
  if (subject.termType !== 'NamedNode') return
  if (predicate.value === RDF_TYPE) {
    if (CONCEPT_TYPES.has(object.value)) conceptAt(vocabulary, subject.value).stated = true
    return
  }
  const read = READERS[predicate.value]
  if (read === undefined) countUnknown(vocabulary, predicate.value)
  else read(conceptAt(vocabulary, subject.value), object)
}

const ENTITY =
  /<!ENTITY\s+(?:(?<outside>%)\s*)?(?<name>[^\s"'%][^\s"']*)\s+(?:(?<kind>SYSTEM|PUBLIC)\s*)?["'](?<value>[^"']*)["']/g

const BAD_ENTITY: Refusal = {
  refused: 'xml-entity',
  reason: 'the file declares an entity that is not a short name for a namespace',
  hint: 'write the text out: entities are not expanded, whether inside or outside the file',
}

/** Declarations that could grow a text or reach outside are refused before anything is expanded. */
export const entityRefusal = (head: string): Refusal | null => {
  const declared = [...head.matchAll(ENTITY)]
  const isBad = declared.some(({ groups }) => {
    const { outside, kind, value = '' } = groups ?? {}
    const grows = value.includes('&') || value.length > ENTITY_LIMITS.valueCharacters
    return outside === '%' || kind !== undefined || grows
  })
  return isBad || declared.length > ENTITY_LIMITS.entities ? BAD_ENTITY : null
}

const BROKEN: Refusal = refusalByCode('rdf-broken')

/** A refusal for an error of the parser, with its line but not its text. */
const refusalOf = (error: unknown): Refusal => {
  const line = /Line (\d+)/i.exec(error instanceof Error ? error.message : '')?.[1]
  return line === undefined ? BROKEN : { ...BROKEN, reason: `${BROKEN.reason} (line ${line})` }
}

const CUT_OFF: Refusal = {
  refused: 'xml-cut-off',
  reason: 'the file ends before its first element does',
  hint: 'fetch it again: it was cut off',
}
/** Characters checked at the end, where comments may follow the last element. */
const TAIL_CHARACTERS = 4 * 1024
const ROOT = /<(?<name>[\p{L}_][\p{L}\p{N}_.:-]*)/u
const COMMENTS = /<!--(?:[\s\S]*?-->|[\s\S]*$)/g

/** The parser accepts a truncated file, so its end is checked here. */
const isCutOff = (head: string, tail: string): boolean => {
  const root = ROOT.exec(head)?.groups?.['name']
  const end = tail.replaceAll(COMMENTS, '').trimEnd()
  const isCommentOpen = tail.lastIndexOf('<!--') > tail.lastIndexOf('-->')
  if (root === undefined || isCommentOpen) return true
  return !end.endsWith(`</${root}>`) && !(end.endsWith('/>') && end.includes(`<${root}`))
}

/** Reads one file into a vocabulary; null on success. Memory: the concepts, not the file. */
export const readRdfXml = async (
  chunks: AsyncIterable<Uint8Array>,
  vocabulary: ReadVocabulary,
  baseIri: string,
): Promise<Refusal | null> => {
  const parser = new RdfXmlParser({ baseIRI: baseIri, trackPosition: true })
  const done = new Promise<Refusal | null>((resolve) => {
    parser.on('data', (quad: Quad) => take(vocabulary, quad))
    parser.on('error', (error: unknown) => resolve(refusalOf(error)))
    parser.on('end', () => resolve(null))
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head = ''
  let tail = ''
  try {
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true })
      if (head.length < ENTITY_LIMITS.headBytes) {
        head += text
        const refused = entityRefusal(head)
        if (refused !== null) return refused
      }
      tail = `${tail}${text}`.slice(-TAIL_CHARACTERS)
      if (parser.destroyed) break
      parser.write(text)
    }
    parser.end(decoder.decode())
  } catch {
    parser.destroy()
    return { refused: 'not-utf8', reason: 'the file is not UTF-8', hint: 'convert it first' }
  }
  return (await done) ?? (isCutOff(head, tail) ? CUT_OFF : null)
}
