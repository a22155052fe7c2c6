/** The outcome of a decision that its record states in words alone. */
import { expect, test } from 'vitest'
import { readAll } from './registry/testing.ts'

const decision = (members: object) => ({
  title: 'Arrêt inventé',
  text: 'La cour statue.',
  contentType: 'jurisprudence',
  source: { id: 'invented:1' },
  judicialDecision: members,
})
const inJson = async (members: object) => {
  const { records } = await readAll(`${JSON.stringify(decision(members))}\n`, 'a.jsonl')
  return records[0]?.judicialDecision
}
const inMarkdown = async (members: object) => {
  const { text, ...front } = decision(members)
  const { records } = await readAll(`---\n${JSON.stringify(front)}\n---\n\n${text}\n`, 'a.md')
  return records[0]?.judicialDecision
}

test.each([
  ['Rejet', 'fr.ccass', 'rejet'],
  ['Cassation partielle sans renvoi', 'fr.ccass', 'cassation_partielle'],
  ['Annulation partielle', 'fr.ccass', 'cassation_partielle'],
  ['Annulation partielle', 'fr.ce', undefined],
  ['Oracle', 'fr.ccass', undefined],
])('%s of %s has the code %s, if any', async (fr, courtCode, solution) => {
  const members = { courtCode, solutionLabel: { fr } }
  const expected = { ...members, ...(solution === undefined ? {} : { solution }) }
  expect(await inJson(members)).toEqual(expected)
  expect(await inMarkdown(members)).toEqual(expected)
})

test('a code that is stated stays, whatever the words', async () => {
  const members = { solution: 'avis', solutionLabel: { fr: 'Rejet' } }
  expect(await inJson(members)).toEqual(members)
})

test('null is a code that is not stated; words in another language have none', async () => {
  expect(await inJson({ solution: null, solutionLabel: { fr: 'Rejet' } })).toMatchObject({
    solution: 'rejet',
  })
  expect(await inJson({ solutionLabel: { en: 'Rejet' } })).not.toHaveProperty('solution')
})

test('members of another shape are left as they are, to be refused', async () => {
  for (const solutionLabel of ['Rejet', null, { fr: 3 }, []])
    expect(await inJson({ solutionLabel })).toEqual({ solutionLabel })
})
