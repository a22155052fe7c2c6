import { expect, test } from 'vitest'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { Concept } from '#contracts/concept.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import { conceptNamed } from './concepts.ts'

const concept = (externalId: string, label: string): Concept =>
  Concept.parse({
    id: conceptIdOf(externalId),
    vocabulary: 'custom',
    externalId,
    prefLabel: { fr: label },
  })
const LEASE = concept('urn:example:bail', 'Bail')
const SURETY = concept('urn:example:caution', 'Caution')
const CAUTION = concept('http://example.org/caution', 'caution')
const ALL = [LEASE, SURETY, CAUTION]

/** Labels alone are searched. */
const concepts = {
  counts: async () => new Map(),
  byId: async (id: string) => ALL.find((one) => one.id === id) ?? null,
  search: async (query: string) =>
    ALL.filter(({ prefLabel }) =>
      Object.values(prefLabel).some((label) => foldedLabel(label) === foldedLabel(query)),
    ),
}
const named = (name: string) => conceptNamed({ concepts }, name)

test('a concept is had by its URI, of any scheme, and by a label of its own', async () => {
  for (const one of ALL) expect(await named(one.externalId)).toEqual({ found: one })
  for (const label of ['bail', 'BAÏL']) expect(await named(label)).toEqual({ found: LEASE })
})

test('a concept that is near is named by its French label', async () => {
  const tenancy = Concept.parse({
    ...LEASE,
    prefLabel: { ca: 'arrendament', en: 'lease', fr: 'bail' },
  })
  const reader = { ...concepts, byId: async () => null, search: async () => [tenancy] }
  expect(await conceptNamed({ concepts: reader }, 'baux')).toMatchObject({
    near: [{ label: 'bail' }],
    isShared: false,
  })
})

test('a label that several concepts share names none of them', async () => {
  expect(await named('Caution')).toEqual({
    near: [SURETY, CAUTION].map(({ id, prefLabel }) => ({ id, label: prefLabel['fr'] })),
    isShared: true,
  })
})
