/**
 * What publishers say of other texts and of persons: recorded once, resolved whenever the other end
 * comes, the same after every replay.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Day, type ArticleId } from '#contracts/ids.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeAuditedRead, makeAuditTrail } from '#infra/postgres/platform/audit.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeCitatorReader } from '#infra/postgres/read-models/treatments.ts'
import { makePersonSource } from '#infra/postgres/read-models/persons.ts'
import { makePublisherDocuments } from '#infra/postgres/log/publisher-documents.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import type { ImportDeps } from '#ingest/command-handler/write-deps.ts'
import { confirmTreatmentOf, retractTreatmentOf } from '#ingest/handlers/treatments.ts'
import { explain } from '#query-api/citator/explain.ts'
import { openWorld, type World } from '../citator/world.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import { CONTEXT, countingEmbedder, NONE_OFFICIAL, runImport } from '../import/real.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const deps = () => ({
  store: makeEventStore(world.pool),
  blobs: makeBlobs(world.pool),
  vectors: makeVectors(world.pool),
  slugs: makeSlugRegistry(world.pool),
  embedder: countingEmbedder(),
})
/** For the acts of an editor. */
const editing = () => ({ ...deps(), head: () => world.log.head() })
const LIVE = 1
/** Imports files and projects them; answers how many facts were added. */
const take = async (
  files: Record<string, string>,
  over: Partial<ImportDeps> = {},
): Promise<number> => {
  const before = await world.log.head()
  const { refusals } = await runImport({ ...deps(), ...over }, [await folderOf(files)])
  expect(refusals).toEqual([])
  await world.project(LIVE)
  return (await world.log.head()) - before
}
const articleOf = async (id: ArticleId): Promise<Article> => {
  const { article } = await makeArticleReader(world.pool).byId(id)
  if (article === null) throw new Error('not served')
  return JSON.parse(article.json) as Article
}
const TODAY = { validAt: Day.parse('2026-04-01'), knownAt: null }
const treatmentsOf = async (id: ArticleId) => {
  const reader = { articles: makeArticleReader(world.pool), citator: makeCitatorReader(world.pool) }
  const { points } = await explain(reader, await articleOf(id), TODAY)
  return points.flatMap(({ treatments }) => treatments)
}

/** A ruling that quashes a decision of appeal, set beside an older ruling by the court. */
const RULING = JSON.stringify({
  id: 'aaaaaaaaaaaaaaaaaaaaaaaa',
  source: 'jurinet',
  text: 'La Cour casse et annule. Fin du texte.',
  chamber: 'Chambre sociale',
  decision_date: '2021-11-18',
  jurisdiction: 'Cour de cassation',
  number: '19-19.463',
  numbers: ['19-19.463'],
  solution: 'Cassation',
  type: 'Arrêt',
  formation: 'Formation de section',
  contested: { date: '2019-05-16', location: "Cour d'appel de Paris", number: '18/27804' },
  rapprochements: [
    {
      id: 'JURITEXT000036780011',
      title: 'Crim., 28 mars 2018, pourvoi n° 17-82.138, Bull. crim. 2018, n° 59 (cassation).',
    },
  ],
})
const RULING_ID = articleIdOf('aaaaaaaaaaaaaaaaaaaaaaaa')

const appeal = (id: string, date: string, docket = '18/27804') =>
  record(id, `Arrêt de la cour d’appel de Paris, ${id}.`, {
    contentType: 'jurisprudence',
    judicialDecision: {
      courtCode: 'fr.ca',
      seat: 'Paris',
      decisionDate: date,
      identifiers: [{ scheme: 'docket', value: docket }],
    },
  })
const OLDER = record('JURITEXT000036780011', 'Un arrêt plus ancien de la chambre criminelle.', {
  contentType: 'jurisprudence',
  judicialDecision: { courtCode: 'fr.ccass', chamber: 'cr', decisionDate: '2018-03-28' },
})

/**
 * A decision of DILA: who sat, who pleaded, and a decision attacked of which no number is given.
 */
const dila = (id: string, president = 'M. Exemplaire') => `<?xml version="1.0" encoding="UTF-8"?>
<TEXTE_JURI_JUDI><META><META_COMMUN><ID>${id}</ID><NATURE>ARRET</NATURE></META_COMMUN><META_SPEC>
<META_JURI><TITRE>Cour de cassation, sociale, 4 octobre 2023, 22-00.00${id.at(-1)}</TITRE><DATE_DEC>2023-10-04</DATE_DEC>
<JURIDICTION>Cour de cassation</JURIDICTION><SOLUTION>Cassation</SOLUTION></META_JURI>
<META_JURI_JUDI><FORM_DEC_ATT>Cour d'appel de Versailles</FORM_DEC_ATT><DATE_DEC_ATT>2022-01-05</DATE_DEC_ATT>
<PRESIDENT>${president}</PRESIDENT><RAPPORTEUR>Mme Modèle</RAPPORTEUR><AVOCATS>SCP Alpha et Bêta, SARL Gamma</AVOCATS>
</META_JURI_JUDI></META_SPEC></META><TEXTE><BLOC_TEXTUEL><CONTENU>La Cour rend l'arrêt ${id}.</CONTENU></BLOC_TEXTUEL>
<CITATION_JP><CONTENU>A rapprocher : Soc., 13 septembre 2017, pourvoi n° 15-24.397 (cassation).</CONTENU></CITATION_JP>
</TEXTE></TEXTE_JURI_JUDI>`

const OTHER_DAY = articleIdOf('test:same-docket')
const QUASHED = articleIdOf('test:appeal')

describe('ties between decisions', () => {
  test('are recorded with their names, and colour the other decision when it comes', async () => {
    expect(await take({ 'ruling.json': RULING })).toBeGreaterThan(0)
    await take({
      'later.jsonl': jsonLines(
        appeal('test:appeal', '2019-05-16'),
        appeal('test:same-docket', '2019-01-10'),
        appeal('test:same-day', '2019-05-16', '18/00001'),
        OLDER,
      ),
    })
    expect((await articleOf(QUASHED)).statusDerivation).toMatchObject({ flag: 'red', rule: '1' })
    const [treatment] = await treatmentsOf(QUASHED)
    expect(treatment).toMatchObject({
      type: 'quashed',
      by: 'publisher',
      status: 'confirmed',
      effectiveDate: '2021-11-18',
      source: { slug: (await articleOf(RULING_ID)).slug, courtCode: 'fr.ccass', formation: 'fs' },
    })
  })

  test('another decision of the docket or of the day is left alone', async () => {
    for (const id of [OTHER_DAY, articleIdOf('test:same-day')]) {
      expect(await treatmentsOf(id)).toEqual([])
      expect((await articleOf(id)).statusFlag).toBe('gray')
    }
  })

  test('what a court sets beside its own gives no colour', async () => {
    const older = articleIdOf('JURITEXT000036780011')
    expect((await treatmentsOf(older)).map(({ type }) => type)).toEqual(['related'])
    expect((await articleOf(older)).statusFlag).toBe('gray')
  })

  test('read again, nothing is added, in whatever order', async () => {
    expect(await take({ 'ruling.json': RULING, 'z.jsonl': jsonLines(OLDER) })).toBe(0)
  })

  test('an editor who retracts a statement is not overruled by the next import', async () => {
    const [treatment] = await treatmentsOf(QUASHED)
    if (treatment === undefined) throw new Error('nothing to retract')
    await retractTreatmentOf(editing(), treatment.id, 'une autre décision', CONTEXT)
    expect(await take({ 'ruling.json': RULING })).toBe(0)
    expect(await treatmentsOf(QUASHED)).toEqual([])
    expect((await articleOf(QUASHED)).statusFlag).toBe('gray')
  })

  test('a court and a day alone overrule no decision, and are kept in the publisher’s words', async () => {
    await take({ 'a.xml': dila('JURITEXT000000000001') })
    const stated = (await world.documents(LIVE)).filter(({ key }) => key.startsWith('treatment/'))
    expect(JSON.stringify(stated)).toContain("Cour d'appel de Versailles, 2022-01-05")
    await take({
      'b.jsonl': jsonLines(
        record('test:versailles', 'Un arrêt.', {
          contentType: 'jurisprudence',
          judicialDecision: { courtCode: 'fr.ca', seat: 'Versailles', decisionDate: '2022-01-05' },
        }),
      ),
    })
    expect(await treatmentsOf(articleIdOf('test:versailles'))).toEqual([])
  })
})

describe('a file of no publisher', () => {
  const [ruling, appealed] = ['bbbbbbbbbbbbbbbbbbbbbbbb', articleIdOf('test:appeal-2')]
  const OTHER_RULING = RULING.replaceAll('aaaaaaaaaaaaaaaaaaaaaaaa', ruling)
    .replaceAll('18/27804', '18/30000')
    .replaceAll('19-19.463', '19-20.000')
  const files = {
    'ruling.json': OTHER_RULING,
    'z.jsonl': jsonLines(appeal('test:appeal-2', '2019-05-16', '18/30000')),
  }

  test('suggests what it states, until a person confirms it', async () => {
    await take({ 'z.jsonl': files['z.jsonl'] })
    await take({ 'ruling.json': OTHER_RULING }, { official: NONE_OFFICIAL })
    const [treatment] = await treatmentsOf(appealed)
    expect(treatment).toMatchObject({
      type: 'quashed',
      by: 'import',
      status: 'suggested',
      confidencePercent: 80,
    })
    expect((await articleOf(appealed)).statusDerivation).toMatchObject({
      flag: 'orange',
      rule: '2b',
    })
    if (treatment === undefined) throw new Error('nothing to confirm')
    await confirmTreatmentOf(editing(), treatment.id, CONTEXT)
    await world.project(LIVE)
    expect(await treatmentsOf(appealed)).toMatchObject([{ status: 'confirmed' }])
    expect((await articleOf(appealed)).statusFlag).toBe('red')
  })

  test('in a folder of the publisher, the same file states it for the publisher', async () => {
    expect(await take(files)).toBeGreaterThan(0)
    expect(await treatmentsOf(appealed)).toMatchObject([{ by: 'publisher', status: 'confirmed' }])
    expect(await take(files, { official: NONE_OFFICIAL })).toBe(0)
  })
})

const ACT = (state: string, to: string) => `<?xml version="1.0" encoding="UTF-8"?>
<ARTICLE><META><META_COMMUN><ID>LEGIARTI000000000007</ID></META_COMMUN><META_SPEC><META_ARTICLE><NUM>7</NUM><ETAT>${state}</ETAT>
<DATE_DEBUT>2016-10-01</DATE_DEBUT><DATE_FIN>${to}</DATE_FIN></META_ARTICLE></META_SPEC></META>
<CONTEXTE><TEXTE cid="LEGITEXT000000000001" nature="CODE"><TITRE_TXT debut="1990-01-01" fin="2999-01-01">Code d'essai</TITRE_TXT></TEXTE></CONTEXTE>
<BLOC_TEXTUEL><CONTENU>L'article oblige.</CONTENU></BLOC_TEXTUEL>
<LIENS><LIEN cidtexte="JORFTEXT000000000001" datesignatexte="2016-02-10" id="LEGIARTI000000000099" sens="cible" typelien="CITATION">Une citation</LIEN></LIENS></ARTICLE>`

describe('acts that change others', () => {
  const article = articleIdOf('LEGIARTI000000000007')

  test('a repeal to come is orange while the publisher says so; done, it is red; both once', async () => {
    await take({ 'a.xml': ACT('ABROGE_DIFF', '2026-01-01') })
    expect((await articleOf(article)).statusDerivation).toMatchObject({
      flag: 'orange',
      rule: '2c',
    })
    expect(await take({ 'a.xml': ACT('ABROGE_DIFF', '2026-01-01') })).toBe(0)
    await take({ 'a.xml': ACT('ABROGE', '2026-01-01') })
    expect((await treatmentsOf(article)).map(({ type }) => type)).toEqual(['repealed'])
    expect((await articleOf(article)).statusDerivation).toMatchObject({ flag: 'red', rule: '1' })
    expect(await take({ 'a.xml': ACT('ABROGE', '2026-01-01') })).toBe(0)
  })

  test('an older file that is read again takes no repeal to come back', async () => {
    const id = 'LEGIARTI000000000008'
    const pending = async () => (await treatmentsOf(articleIdOf(id))).map(({ type }) => type)
    const fileOf = (day: number, state: string): [string, string] => [
      `2026060${day}-210000/a.xml`,
      ACT(state, '2999-01-01').replaceAll('LEGIARTI000000000007', id),
    ]
    const increments = Object.fromEntries([fileOf(1, 'VIGUEUR'), fileOf(2, 'ABROGE_DIFF')])
    const documents = makePublisherDocuments(world.pool)
    const takeDated = (files: Record<string, string>) => take(files, { documents })
    await takeDated(increments)
    expect(await pending()).toEqual(['repeal_pending'])
    expect(await takeDated(increments)).toBe(0)
    expect(await takeDated(Object.fromEntries([fileOf(1, 'VIGUEUR')]))).toBe(0)
    expect(await pending()).toEqual(['repeal_pending'])
    // The publisher gives the repeal up, and comes back to it.
    await takeDated(Object.fromEntries([fileOf(3, 'VIGUEUR')]))
    expect(await pending()).toEqual([])
    expect(await takeDated(increments)).toBe(0)
    await takeDated(Object.fromEntries([fileOf(4, 'ABROGE_DIFF')]))
    expect(await pending()).toEqual(['repeal_pending'])
  })
})

const lookUp = (name: string) =>
  makeAuditedRead(world.pool, makePersonSource)(
    (source) => source.named(name),
    (persons) =>
      persons.map(({ id }) => ({
        kind: 'magistrate.looked-up' as const,
        actor: 'cli:test',
        subject: id,
        data: {},
      })),
  )

describe('persons', () => {
  test('of the bench are found with office and decisions, by name without accents or case; each look-up is recorded', async () => {
    await take({
      'a.xml': dila('JURITEXT000000000002', 'M. EXEMPLAIRE (conseiller doyen)'),
      'b.xml': dila('JURITEXT000000000003', 'Mme Exemplaire'),
    })
    const [man, ...others] = (await lookUp('exemplaire')).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )
    expect(man).toMatchObject({ name: 'M. Exemplaire', office: 'president', court: 'fr.ccass' })
    expect(man?.decisions.map(({ date, office }) => `${date} ${office}`)).toEqual([
      '2023-10-04 president',
      '2023-10-04 president',
    ])
    expect(others.map(({ name }) => name)).toEqual(['Mme Exemplaire'])
    expect((await lookUp('modele')).map(({ office }) => office)).toEqual(['rapporteur'])
    const trail = await Array.fromAsync(
      makeAuditTrail(world.pool).list({ sinceMs: null, kind: null }),
    )
    expect(trail.map(({ subject }) => subject)).toContain(man?.id)
    expect(JSON.stringify(trail)).not.toContain('xemplaire')
  })

  test('of the bar have a name and an office, and no cases', async () => {
    expect(await lookUp('Alpha Beta')).toEqual([
      expect.objectContaining({
        name: 'SCP Alpha et Bêta',
        office: 'lawyer',
        court: null,
        decisions: [],
      }),
    ])
  })

  test('keep their ids and are recorded once', async () => {
    const [before] = await lookUp('modele')
    expect(await take({ 'a.xml': dila('JURITEXT000000000001') })).toBe(0)
    expect(await lookUp('modele')).toEqual([before])
  })
})

test('whatever the batches, a build from scratch is equal, statements and persons included', async () => {
  const live = await world.documents(LIVE)
  for (const [generation, eventsPerBatch] of [
    [2, 1],
    [3, 7],
  ] as const) {
    await world.models.generations.open(generation, { embeddingModel: null })
    await world.project(generation, eventsPerBatch)
    expect(await world.documents(generation)).toEqual(live)
    expect(await world.digest(generation)).toBe(await world.digest(LIVE))
  }
  const kinds = new Set(live.map(({ key }) => key.split('/')[0]))
  expect(kinds).toEqual(
    new Set(['article', 'change', 'citation', 'person', 'place', 'search', 'treatment']),
  )
})
