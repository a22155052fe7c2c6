import { expect, test } from 'vitest'
import { codes, readAll, readSample } from '../registry/testing.ts'
import { LIST_MAX } from './judilibre.ts'

test('a list: each decision is a record or a refusal in its place, codes and labels alike', async () => {
  const { records, refusals, notes } = await readSample('judilibre', 'list.json')
  expect(records).toMatchObject([
    {
      title: 'Cour de cassation, civ1, 11 mai 2022, 21-99.010',
      headnotes: [{ sequence: 1, summary: "L'exemple vaut règle." }],
      judicialDecision: {
        courtCode: 'fr.ccass',
        courtName: { fr: 'Cour de cassation' },
        chamber: 'civ1',
        formation: 'frr',
        solution: 'cassation',
        publication: ['b', 'r'],
        themes: [['exemple', 'portée']],
        visa: [{ text: 'Article 1240 du code civil' }],
        zones: [
          { name: 'introduction', start: 0, end: 25 },
          { name: 'reasons', start: 31, end: 37 },
          { name: 'operative', start: 38, end: 46 },
        ],
      },
      source: { id: '99aa00000000000000000001', version: '2022-06-01' },
    },
    {
      judicialDecision: {
        courtCode: 'fr.ca',
        seat: 'Rennes',
        solution: 'confirmation',
        procedure: {
          chronology: [
            { relation: 'appeal_of', target: { docket: '20/00012', date: '2021-03-04' } },
          ],
        },
      },
    },
  ])
  expect(records[0]?.judicialDecision).not.toHaveProperty('procedure')
  expect(codes(refusals)).toEqual(['text-missing'])
  expect(codes(notes)).toEqual(['element-unknown', 'zone-repaired'])
})

const codesOf = async (value: unknown) =>
  codes((await readAll(JSON.stringify(value), 'a.json', { as: 'judilibre' })).refusals)

test('a decision without date, without identity, and another shape are refused', async () => {
  const one = { id: 'x', source: 'jurinet', text: 'Un texte.', decision_date: '2022-05-11' }
  expect(await codesOf(one)).toEqual([])
  expect(await codesOf({ ...one, decision_date: null })).toEqual(['decision-date-missing'])
  expect(await codesOf({ ...one, decision_date: '11/05/2022' })).toEqual(['date-invalid'])
  expect(await codesOf({ results: [{ ...one, id: '' }] })).toEqual(['member-missing'])
  expect(await codesOf({ total: 3 })).toEqual(['judilibre-shape'])
  expect(await codesOf([1])).toEqual(['judilibre-shape'])
})

test('a title names the court, not the code of its place', async () => {
  const one = {
    id: 'x',
    source: 'jurica',
    text: 'Un texte.',
    decision_date: '2022-05-11',
    jurisdiction: 'ca',
    number: '20/00012',
  }
  const titleIn = async (location: string) =>
    (await readAll(JSON.stringify({ ...one, location }), 'a.json')).records[0]?.title
  expect(await titleIn('ca_agen')).toBe("Cour d'appel, 11 mai 2022, 20/00012")
  expect(await titleIn("Cour d'appel d'Agen")).toBe("Cour d'appel d'Agen, 11 mai 2022, 20/00012")
})

test('an import record and a decision of Judilibre are not confused', async () => {
  const record = JSON.stringify({
    title: 'T',
    text: 'x',
    contentType: 'doctrine',
    source: { id: '1' },
  })
  expect((await readAll(record, 'a.jsonl')).records).toHaveLength(1)
  const decision = JSON.stringify({
    id: 'x',
    source: 'jurica',
    text: 'Texte.',
    decision_date: '2022-05-11',
  })
  expect((await readAll(decision, 'a.json')).records[0]?.contentType).toBe('jurisprudence')
})

test('a list with too many decisions is refused as a whole', async () => {
  const results = Array.from({ length: LIST_MAX + 1 }, () => ({}))
  const { refusals } = await readAll(JSON.stringify({ results }), 'a.json')
  expect(codes(refusals)).toEqual(['judilibre-list-too-long'])
})
