import { describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { ArticleId, Day, Instant } from '#contracts/ids.ts'
import type { ImportRecord } from '../sources/import-record.ts'
import { ATTACKED, NEAR, type PublisherFacts, type PublisherLink } from '../sources/source-item.ts'
import { recordToContent } from './record-to-content.ts'
import { statedTreatments } from './stated-treatments.ts'

const TIME = Instant.parse('2026-01-31T00:00:00.000Z')
const ID = ArticleId.parse('0190a1b2-0000-7000-8000-000000000001')

/** What is said to hold; what a later file takes back is left out. */
const stated = (record: Partial<ImportRecord>, facts: Partial<PublisherFacts>) => {
  const made = recordToContent(
    {
      title: 'Texte',
      text: 'Texte.',
      contentType: 'jurisprudence',
      source: { id: 'x' },
      ...record,
    },
    TIME,
  )
  if (isRefusal(made)) throw new Error(made.reason)
  const { content, validity } = made
  const text = { articleId: ID, slug: content.slug, content, validity }
  const all = statedTreatments(text, { persons: [], links: [], state: null, ...facts })
  return all.filter(({ isStated }) => isStated)
}

const link = (over: Partial<PublisherLink>): PublisherLink => ({
  type: NEAR,
  direction: 'out',
  targetId: null,
  text: '',
  ...over,
})

describe('what becomes of the attacked decision', () => {
  test.each([
    ['cassation', 'quashed'],
    ['cassation_partielle', 'quashed_in_part'],
    ['rejet', 'affirmed'],
    ['infirmation', 'reversed'],
    ['reformation', 'reversed_in_part'],
    ['annulled', 'annulled'],
    ['dismissed', 'affirmed'],
    ['desistement', 'history'],
  ] as const)('%s: %s', (solution, type) => {
    const decision = { courtCode: 'fr.ca', seat: 'Lyon', docket: '20/01234', day: null }
    const [treatment] = stated(
      { judicialDecision: { courtCode: 'fr.ccass', decisionDate: '2022-05-04', solution } },
      { links: [link({ type: ATTACKED, text: "Cour d'appel de Lyon", decision })] },
    )
    expect(treatment).toMatchObject({
      type,
      target: { names: ['decision:fr.ca:lyon:20/01234'] },
      source: { courtCode: 'fr.ccass' },
      effectiveDate: '2022-05-04',
    })
  })
})

const typesOf = (text: string): string[] =>
  stated(
    { judicialDecision: { courtCode: 'fr.ccass', decisionDate: '2022-05-04' } },
    { links: [link({ text })] },
  ).map(({ type, target }) => `${type} ${target.names[0]}`)

describe('decisions that a court puts beside its own', () => {
  test('each has the sense of the words before it', () => {
    expect(
      typesOf(
        'Dans le même sens que : Soc., 3 mai 2018, pourvoi n° 16-99.001 ; Soc., 4 mai 2019, pourvoi n° 17-99.002 ; ' +
          'En sens contraire : Soc., 5 mai 2020, pourvoi n° 18-99.003 ; à rapprocher : Soc., 6 mai 2021, pourvoi n° 19-99.004.',
      ),
    ).toEqual([
      'followed decision:fr.ccass:16-99.001',
      'followed decision:fr.ccass:17-99.002',
      'conflicting_authority decision:fr.ccass:18-99.003',
      'related decision:fr.ccass:19-99.004',
    ])
  })

  test('a departure from its own case law is one', () => {
    expect(typesOf('Revirement par rapport à : Soc., 5 mai 2020, pourvoi n° 18-99.003')).toEqual([
      'overruled decision:fr.ccass:18-99.003',
    ])
    expect(
      typesOf('Sur le revirement, à rapprocher : Soc., 5 mai 2020, pourvoi n° 18-99.003'),
    ).toEqual(['related decision:fr.ccass:18-99.003'])
  })

  test('a record without links has such words among its citations', () => {
    const record = {
      judicialDecision: { courtCode: 'fr.ccass', decisionDate: '2022-05-04' },
      citations: ['En sens contraire : Soc., 5 mai 2020, pourvoi n° 18-99.003'],
    }
    expect(stated(record, {})).toMatchObject([{ type: 'conflicting_authority' }])
  })
})

describe('a wording that a court annulled', () => {
  const record = {
    contentType: 'regulation',
    validFrom: '2015-01-01',
    validTo: '2019-12-05',
  } as const

  test.each([
    ["Conseil d'Etat, 6 décembre 2019, n° 391000", 'annulled', 'fr.ce', 'decision:fr.ce:391000'],
    [
      'Décision n° 2019-800 QPC du 6 décembre 2019',
      'declared_unconstitutional',
      'fr.cc',
      'decision:fr.cc:2019-800-qpc',
    ],
  ])('%s: %s', (text, type, courtCode, name) => {
    const links = [link({ type: 'ANNULATION', direction: 'in', text })]
    expect(stated(record, { links, state: 'ANNULE' })).toMatchObject([
      {
        type,
        source: { courtCode, names: [name] },
        target: { articleId: ID },
        effectiveDate: Day.parse('2019-12-06'),
      },
    ])
  })

  test('without the words of the decision, by its state alone', () => {
    expect(stated(record, { state: 'ANNULE' })).toMatchObject([
      { type: 'annulled', source: { courtCode: null }, effectiveDate: '2019-12-06' },
    ])
  })

  test('a repeal stays a repeal', () => {
    const links = [
      link({ type: 'ABROGE', direction: 'in', text: 'Décret n° 2019-1300 du 5 décembre 2019' }),
    ]
    expect(stated(record, { links, state: 'ABROGE' })).toMatchObject([
      { type: 'repealed', source: { courtCode: null } },
    ])
  })
})
