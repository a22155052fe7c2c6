import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VocabularyName } from '#contracts/concept.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { Instant } from '#contracts/ids.ts'
import { conceptDecider, conceptStream } from '#ingest/domain/concept/decide.ts'
import { loadStreams } from '#ingest/command-handler/command-handler.ts'
import {
  importVocabulary,
  type VocabularyFile,
  type VocabularyRefusal,
} from '#ingest/vocabulary/import-vocabulary.ts'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { countingEmbedder, openWriteSide, type WriteSide } from './real.ts'

let side: WriteSide
beforeAll(async () => {
  side = await openWriteSide(countingEmbedder())
})
afterAll(() => side.close())

const inMemory = (name: string, text: string): VocabularyFile => ({
  name,
  chunks: async function* chunks() {
    yield Buffer.from(text)
  },
})
const onDisk = (name: string): VocabularyFile => ({ name, chunks: () => createReadStream(name) })

const importFiles = async (vocabulary: VocabularyName, ...files: VocabularyFile[]) => {
  const refusals: VocabularyRefusal[] = []
  const summary = await importVocabulary({
    store: side.deps.store,
    files,
    vocabulary,
    context: {
      actor: 'test',
      time: Instant.parse('2026-01-01T00:00:00.000Z'),
      correlationId: 'vocabulary',
      causationId: null,
    },
    onRefusal: (refusal) => void refusals.push(refusal),
  })
  const { read, defined, revised, unchanged, refused } = summary
  expect(defined + revised + unchanged + refused).toBe(read)
  return { summary, refusals: refusals.map(({ place, refused: code }) => `${place}: ${code}`) }
}
const conceptAt = async (uri: string) => {
  const id = conceptStream(conceptIdOf(uri))
  return (await loadStreams(side.deps.store, conceptDecider, [id])).get(id)?.state ?? null
}

const BASE = 'https://vocabulary.test'
const SKOS = (body: string, doctype = ''): string => `<?xml version="1.0"?>${doctype}
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#" xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:dct="http://purl.org/dc/terms/">${body}</rdf:RDF>`
const LEASE = SKOS(`
  <skos:Concept rdf:about="${BASE}/lease">
    <skos:prefLabel xml:lang="fr">bail</skos:prefLabel>
    <skos:prefLabel xml:lang="en">lease</skos:prefLabel>
    <skos:altLabel xml:lang="fr">contrat de location</skos:altLabel>
    <skos:definition xml:lang="fr">Contrat par lequel une chose est louée.</skos:definition>
    <skos:broader rdf:resource="${BASE}/contract"/>
    <skos:related rdf:resource="${BASE}/rent"/>
    <skos:exactMatch rdf:resource="https://elsewhere.test/lease"/>
    <skos:hiddenLabel xml:lang="fr">baille</skos:hiddenLabel>
  </skos:Concept>
  <skos:Concept rdf:about="${BASE}/contract">
    <skos:prefLabel xml:lang="fr">contrat</skos:prefLabel>
  </skos:Concept>
  <skos:Concept rdf:about="${BASE}/hire">
    <skos:prefLabel xml:lang="fr">louage</skos:prefLabel>
    <owl:deprecated>true</owl:deprecated>
    <dct:isReplacedBy rdf:resource="${BASE}/lease"/>
  </skos:Concept>`)

describe('SKOS in RDF/XML', () => {
  test('every member that the file carries and the contract has is there', async () => {
    const { summary } = await importFiles('custom', inMemory('lease.rdf', LEASE))
    expect(summary).toMatchObject({ read: 3, defined: 3, refused: 0, outside: 1 })
    expect(summary.unknown).toEqual({ 'http://www.w3.org/2004/02/skos/core#hiddenLabel': 1 })
    expect(await conceptAt(`${BASE}/lease`)).toEqual({
      id: conceptIdOf(`${BASE}/lease`),
      vocabulary: 'custom',
      externalId: `${BASE}/lease`,
      prefLabel: { en: 'lease', fr: 'bail' },
      altLabel: { fr: ['contrat de location'] },
      definition: { fr: 'Contrat par lequel une chose est louée.' },
      broader: [conceptIdOf(`${BASE}/contract`)],
      narrower: [],
      related: [conceptIdOf(`${BASE}/rent`)],
      exactMatch: ['https://elsewhere.test/lease'],
      status: 'current',
      replacedBy: null,
    })
  })
  test('a narrower concept follows from the broader one of another', async () => {
    expect((await conceptAt(`${BASE}/contract`))?.narrower).toEqual([conceptIdOf(`${BASE}/lease`)])
  })
  test('a concept that is out of use names its successor', async () => {
    expect(await conceptAt(`${BASE}/hire`)).toMatchObject({
      status: 'deprecated',
      replacedBy: conceptIdOf(`${BASE}/lease`),
    })
  })
  test('a second run records nothing; a new label revises its concept alone', async () => {
    const again = await importFiles('custom', inMemory('lease.rdf', LEASE))
    expect(again.summary).toMatchObject({ unchanged: 3, position: null })
    const renamed = LEASE.replace('>lease<', '>tenancy<')
    const { summary } = await importFiles('custom', inMemory('lease.rdf', renamed))
    expect(summary).toMatchObject({ revised: 1, unchanged: 2 })
    await importFiles('custom', inMemory('lease.rdf', LEASE))
  })
  test('a concept stays in its vocabulary', async () => {
    const { refusals } = await importFiles('eurovoc', inMemory('l.rdf', LEASE))
    expect(refusals).toContain(`${BASE}/lease: another-vocabulary`)
  })
})

const skosConcept = (name: string, broader: string): string =>
  `<skos:Concept rdf:about="${BASE}/${name}"><skos:prefLabel xml:lang="fr">${name}</skos:prefLabel>
   <skos:broader rdf:resource="${BASE}/${broader}"/></skos:Concept>`

const latin: VocabularyFile = {
  name: 'latin.rdf',
  chunks: async function* chunks() {
    yield Buffer.from('<a>\u00e9</a>', 'latin1')
  },
}

describe('bad input', () => {
  test('those in a loop are refused, the others are kept', async () => {
    const loop = SKOS(
      skosConcept('a', 'b') +
        skosConcept('b', 'c') +
        skosConcept('c', 'a') +
        skosConcept('d', 'a') +
        skosConcept('e', 'e'),
    )
    const { summary, refusals } = await importFiles('custom', inMemory('loop.rdf', loop))
    expect(refusals.toSorted()).toEqual(
      ['a', 'b', 'c', 'e'].map((name) => `${BASE}/${name}: vocabulary-loop`),
    )
    expect(summary.defined).toBe(1)
  })
  test.each([
    ['an entity in an entity', '<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>'],
    ['a long entity', `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(301)}">]>`],
    ['an outside entity', '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/hostname">]>'],
    ['a parameter entity', '<!DOCTYPE r [<!ENTITY % a "x">]>'],
  ])('%s is refused before anything is expanded', async (_, doctype) => {
    const { refusals, summary } = await importFiles(
      'custom',
      inMemory('bomb.rdf', SKOS(skosConcept('z', 'y'), doctype)),
    )
    expect(refusals).toContain('bomb.rdf: xml-entity')
    expect(summary.defined).toBe(0)
  })
  test('broken XML, another format, Latin-1, an empty file', async () => {
    const { refusals, summary } = await importFiles(
      'custom',
      inMemory('whole.rdf', SKOS(skosConcept('whole', 'y'))),
      inMemory('broken.rdf', SKOS('<a></b>')),
      inMemory('cut.rdf', LEASE.slice(0, 900)),
      inMemory('other.ttl', '@prefix a: <b> .'),
      inMemory('empty.rdf', ''),
      latin,
    )
    expect(refusals).toEqual([
      'broken.rdf: rdf-broken',
      'cut.rdf: xml-cut-off',
      'other.ttl: format-unknown',
      'empty.rdf: file-empty',
      'latin.rdf: not-utf8',
    ])
    expect(summary.defined).toBe(0)
  })
  test('a line that is no concept does not stop the others', async () => {
    const lines = [
      `{"uri":"${BASE}/one","prefLabel":{"fr":"un"},"colour":"red"}`,
      `{"uri":"${BASE}/one","prefLabel":{"fr":"un"}}`,
      `{"prefLabel":{"fr":"sans adresse"}}`,
      `{"uri":"${BASE}/7"}`,
      '{"uri":',
    ]
    const { summary, refusals } = await importFiles('custom', inMemory('v.jsonl', lines.join('\n')))
    expect(refusals).toEqual([
      'v.jsonl:2: concept-given-twice',
      'v.jsonl:3: concept-invalid',
      'v.jsonl:5: json-broken',
      `${BASE}/7: concept-without-label`,
    ])
    expect(summary).toMatchObject({ read: 5, defined: 1, refused: 4, unknown: { colour: 1 } })
  })
})

type EuroVocLine = {
  uri: string
  prefLabel: Record<string, string>
  altLabel: Record<string, string[]>
  scopeNote: Record<string, string[]>
  broader: string[]
}
const linesOf = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

type LkifLine = { uri: string; kind: string; comment: string[]; subClassOf: string[] }

describe.skipIf(!hasShared)(`the real vocabularies ${NEEDS_SHARED}`, () => {
  test('EuroVoc: every concept with its labels, notes and relations', async () => {
    const file = sharedPath('corpus', 'vocabularies', 'eurovoc_subset.jsonl')
    const { summary } = await importFiles('eurovoc', onDisk(file))
    expect(summary).toMatchObject({ read: 2517, defined: 2517, refused: 0, unknown: {} })
    for (const line of linesOf<EuroVocLine>(file).filter((_, at) => at % 50 === 0)) {
      const concept = await conceptAt(line.uri)
      const notes = Object.entries(line.scopeNote).map(([tag, words]) => [tag, words.join('\n')])
      expect(concept).toMatchObject({
        prefLabel: line.prefLabel,
        altLabel: line.altLabel,
        definition: Object.fromEntries(notes),
        broader: line.broader.map((id) => conceptIdOf(`http://eurovoc.europa.eu/${id}`)).toSorted(),
      })
    }
  })

  test('LKIF Core: the classes of the OWL files are those of the lines beside them', async () => {
    const folder = sharedPath('corpus', 'vocabularies', 'lkif-core')
    const owl = readdirSync(folder).filter((name) => name.endsWith('.owl'))
    const { summary } = await importFiles('lkif', ...owl.map((name) => onDisk(`${folder}/${name}`)))
    expect(summary).toMatchObject({ defined: 209, refused: 0 })
    const classes = linesOf<LkifLine>(`${folder}/lkif.jsonl`).filter(({ kind }) => kind === 'class')
    expect(classes).toHaveLength(209)
    for (const { uri, subClassOf, comment } of classes) {
      const concept = await conceptAt(uri)
      const above = subClassOf.filter((one) => !one.endsWith('owl#Thing'))
      expect(concept?.broader, uri).toEqual(above.map((one) => conceptIdOf(one)).toSorted())
      const notes = Object.values(concept?.definition ?? {}).join('\n')
      for (const note of comment) expect(notes, uri).toContain(note.replaceAll(/\s+/g, ' ').trim())
    }
    expect(
      (await conceptAt('http://www.estrellaproject.org/lkif-core/norm.owl#Legal_Doctrine'))
        ?.prefLabel,
    ).toEqual({
      en: 'Legal Doctrine',
    })
  })
})
