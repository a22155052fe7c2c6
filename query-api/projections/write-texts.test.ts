import { describe, expect, test } from 'vitest'
import { recomputeFromResponse } from '#contracts/canonical/article.ts'
import { Concept } from '#contracts/concept.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { Article } from '#contracts/http/article.ts'
import { conceptIdOf, headnoteIdOf } from '#contracts/canonical/identity.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { TextReadModel } from '../ports.ts'
import { SearchDocument } from '#contracts/search/document.ts'
import {
  contentOf,
  embedded,
  flagged,
  idOf,
  logOf,
  published,
  sourceIdOf,
  timeOf,
  unpublished,
  validity,
  type Texts,
  type WordingInput,
} from '../../test/contract/read-models.fixtures.ts'
import { evolve, NEW_TEXT } from './articles/text-state.ts'
import { textReadModel } from './write-texts.ts'
import { textsNeeded, wordingKey } from './articles/wording-view.ts'

const texts: Texts = new Map()
const CONCEPT = conceptIdOf('http://example.org/contract')

const DECISION: WordingInput = {
  title: 'Cour de cassation, 2 mai 2024',
  abstract: 'Un résumé.',
  contentClean:
    "Le vendeur doit délivrer la chose. Motifs de la cour. Vu l'article 1604 du code civil.",
  contentType: 'jurisprudence',
  legalDomain: ['civil.contracts'],
  jurisdiction: ['LU', 'FR'],
  headnotes: [
    { sequence: 2, summary: 'Sur la garantie.', legalRuleType: 'obiter' },
    {
      sequence: 1,
      summary: 'Sur la délivrance conforme.',
      sourceText: 'Le vendeur doit délivrer',
      legalRuleType: 'ratio',
    },
  ],
  concepts: [{ id: CONCEPT, assignedBy: 'editor', relevancePercent: 40 }],
  judicialDecision: {
    courtCode: 'fr.ccass',
    decisionDate: '2024-05-02',
    themes: [['VENTE', 'Obligations du vendeur']],
  },
}

const decision = contentOf('a', DECISION)

const modelOf = (
  events: readonly ArticleEvent[],
  lookups: Partial<Parameters<typeof textReadModel>[3]> = {},
): TextReadModel => {
  const log = logOf(events.map((event) => ({ of: 'a', event })))
  const state = log.reduce(evolve, NEW_TEXT)
  const citations = new Map(
    state.wordings.map(({ version, content: { contentClean } }) => [
      wordingKey(idOf('a'), version),
      recogniseCitations(texts.get(contentClean.sha256) ?? ''),
    ]),
  )
  return textReadModel(idOf('a'), state, texts, {
    concepts: new Map(),
    embeddingModel: null,
    citations,
    ...lookups,
  })
}
const model = modelOf([
  published(decision, texts, '1.0.0', { publishedAt: timeOf(0) }),
  embedded('1.0.0', 1, 1),
])

describe('the article', () => {
  test('has the shape of the published interface, and hashes to what it states', () => {
    expect(Article.parse(model.article)).toEqual(model.article)
    const recomputed = recomputeFromResponse(JSON.parse(JSON.stringify(model.article)))
    expect(recomputed).toMatchObject({ sha256Hash: model.article?.sha256Hash })
  })

  test('has members in the order of the published example, sets sorted, headnotes by sequence', () => {
    expect(Object.keys(model.article ?? {})).toEqual(Object.keys(Article.shape))
    expect(model.article?.jurisdiction).toEqual(['FR', 'LU'])
    expect(
      model.article?.headnotes.map(({ sequence, headnoteId }) => [sequence, headnoteId]),
    ).toEqual([
      [1, headnoteIdOf(sourceIdOf('a'), 1)],
      [2, headnoteIdOf(sourceIdOf('a'), 2)],
    ])
  })

  test('is gray throughout while nothing was assessed', () => {
    expect(model.article?.statusFlag).toBe('gray')
    expect(model.article?.statusDerivation.rule).toBe('4')
    expect(model.article?.headnotes.map(({ statusFlag }) => statusFlag)).toEqual(['gray', 'gray'])
  })

  test('shows a concept by its id until a vocabulary defines it, with the same hash', () => {
    expect(model.article?.concepts).toMatchObject([
      { id: CONCEPT, externalId: `urn:uuid:${CONCEPT}`, prefLabel: {}, relevance: 0.4 },
    ])
    const concept = Concept.parse({
      id: CONCEPT,
      vocabulary: 'eurovoc',
      externalId: 'http://example.org/contract',
      prefLabel: { fr: 'contrat' },
    })
    const defined = modelOf([published(decision, texts, '1.0.0')], {
      concepts: new Map([[CONCEPT, concept]]),
    })
    expect(defined.article?.concepts).toMatchObject([{ prefLabel: { fr: 'contrat' } }])
    expect(recomputeFromResponse(defined.article)).toMatchObject({
      sha256Hash: model.article?.sha256Hash,
    })
  })

  test('warns when a flag is more than information', () => {
    const event = published(decision, texts, '1.0.0')
    const informed = modelOf([event, flagged('machine_summary', 'info')])
    expect(informed.article?.hasIntegrityWarning).toBe(false)
    const warned = modelOf([event, flagged('stale_law', 'warning')])
    expect(warned.article?.hasIntegrityWarning).toBe(true)
  })

  test('is not there, and in no search, after it was unpublished', () => {
    const gone = modelOf([published(decision, texts, '1.0.0'), unpublished])
    expect(gone.article).toBeNull()
    expect(gone.documents).toEqual([])
  })
})

const dated = (...events: ArticleEvent[]) => modelOf(events).documents[0]?.date

describe('the search documents', () => {
  const [article, headnote, other] = model.documents

  test('are the article first, then its headnotes by sequence, each valid', () => {
    expect(model.documents.map(({ id }) => id)).toEqual([
      `${idOf('a')}@1.0.0`,
      `${headnoteIdOf(sourceIdOf('a'), 1)}@1.0.0`,
      `${headnoteIdOf(sourceIdOf('a'), 2)}@1.0.0`,
    ])
    for (const document of model.documents) expect(SearchDocument.parse(document)).toEqual(document)
  })

  test('carry the filter values, a domain with its ancestors, each point its own rule type', () => {
    expect(article?.tags).toEqual({
      jurisdictions: ['FR', 'LU'],
      conceptIds: [CONCEPT],
      courtLevels: ['supreme'],
      statusFlags: ['gray'],
      legalRuleTypes: ['obiter', 'ratio'],
      doctrineSubtypes: [],
      legalDomains: ['civil', 'civil.contracts'],
      treatmentTypes: [],
      contentTypes: ['jurisprudence'],
      courts: ['fr.ccass'],
      chambers: [],
      solutions: [],
      languages: ['fr'],
      cites: ['article:code-civil:1604'],
      identifiers: ['decision:fr.ccass:2024-05-02'],
      provisions: ['article:code-civil:1604', 'work:code-civil'],
      years: ['2024'],
    })
    expect(headnote?.tags.cites).toEqual(article?.tags.cites)
    expect(headnote?.tags.legalRuleTypes).toEqual(['ratio'])
    expect(other?.tags.legalRuleTypes).toEqual(['obiter'])
  })

  test('are dated by the decision, else by publication, else by validity', () => {
    const { judicialDecision: _, ...undecided } = DECISION
    const plain = contentOf('a', undecided)
    expect(article?.date).toBe('2024-05-02')
    expect(dated(published(plain, texts, '1.0.0', { publishedAt: timeOf(0) }))).toBe('2026-01-01')
    const inForce = validity('1.0.0', '2016-10-01', null)
    expect(dated(published(plain, texts, '1.0.0'), inForce)).toBe('2016-10-01')
    expect(dated(published(plain, texts, '1.0.0'))).toBeNull()
  })

  test('let an article be found by its abstract, its headnotes and the themes of the court', () => {
    const words = article?.bodyTerms.split(' ') ?? []
    for (const found of ['résumé', 'garantie', 'conforme', 'obligations'])
      expect(words).toEqual(expect.arrayContaining(terms(found)))
  })

  test('say once what a headnote repeats from the text', () => {
    const quoting = contentOf('a', {
      contentClean: 'La chose jugée.',
      headnotes: [{ sequence: 1, summary: 'La chose jugée.' }],
    })
    const { documents } = modelOf([published(quoting, texts, '1.0.0')])
    expect(documents[0]?.bodyTerms).toBe(terms('La chose jugée.').join(' '))
  })

  test('let a headnote be found by its summary, its source and the title of its text', () => {
    expect(headnote?.titleTerms).toBe(terms(decision.title).join(' '))
    const words = headnote?.bodyTerms.split(' ') ?? []
    expect(words).toEqual(expect.arrayContaining(terms('délivrance vendeur')))
    expect(words).not.toEqual(expect.arrayContaining(terms('motifs')))
  })

  test('carry the passages of the model that is asked for, a headnote one', () => {
    expect(article?.model).toBe('model-a@1')
    expect(article?.passages).toHaveLength(1)
    expect(headnote?.passages).toMatchObject([{ ordinal: 0, start: 0, end: 27 }])
    expect(other?.passages).toEqual([])
    const events = [published(decision, texts, '1.0.0'), embedded('1.0.0', 1, 1)]
    const unknown = modelOf(events, { embeddingModel: 'model-b@1' }).documents[0]
    expect([unknown?.model, unknown?.passages]).toEqual([null, []])
  })
})

describe('wordings', () => {
  const revised = contentOf('a', { ...DECISION, contentClean: 'Un texte revu.' })

  test('that were in force once are found by their days, the current one without a date', () => {
    const { documents } = modelOf([
      published(decision, texts, '1.0.0'),
      validity('1.0.0', '2010-01-01', null),
      published(revised, texts, '2.0.0'),
      validity('2.0.0', '2016-01-01', null),
    ])
    expect(
      documents
        .filter(({ kind }) => kind === 'article')
        .map(({ version, current, validity: days }) => [version, current, days]),
    ).toEqual([
      ['1.0.0', false, [{ from: '2010-01-01', to: '2015-12-31' }]],
      ['2.0.0', true, [{ from: '2016-01-01', to: null }]],
    ])
    expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length)
  })

  test('without days of their own are found only while current', () => {
    const events = [published(decision, texts, '1.0.0'), published(revised, texts, '2.0.0')]
    const { documents } = modelOf(events)
    expect(new Set(documents.map((one) => one.version))).toEqual(new Set(['2.0.0']))
    const state = logOf(events.map((event) => ({ of: 'a', event }))).reduce(evolve, NEW_TEXT)
    expect(textsNeeded(state)).toHaveLength(1)
  })
})

test('a text that is not among the blobs is a fault that names it', () => {
  const state = logOf([{ of: 'a', event: published(decision, texts, '1.0.0') }]).reduce(
    evolve,
    NEW_TEXT,
  )
  const lookups = { concepts: new Map(), embeddingModel: null }
  expect(() => textReadModel(idOf('a'), state, new Map(), lookups)).toThrow(
    expect.objectContaining({ code: 'blob-missing' }),
  )
})
