import { expect, test } from 'vitest'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { Concept } from '#contracts/concept.ts'
import { toolParts } from '../../test/mcp/harness.ts'
import { termExplained } from './terms.ts'

const concept = (name: string, definition: Record<string, string>): Concept =>
  Concept.parse({
    id: conceptIdOf(`urn:example:${name}`),
    vocabulary: 'custom',
    externalId: `urn:example:${name}`,
    prefLabel: { fr: name },
    definition,
  })
const explained = async (concepts: readonly Concept[]) => {
  const parts = toolParts([])
  const reader = { ...parts.concepts, search: async () => concepts }
  const { response } = await termExplained(
    { ...parts, concepts: reader },
    { text: 'bail', jurisdictions: undefined, limit: 5 },
  )
  return response
}

test('a concept without a definition defines nothing', async () => {
  const defined = concept('bail', { fr: 'Contrat de louage.' })
  const { definitions } = await explained([concept('bail commercial', {}), defined])
  expect(definitions.map(({ conceptId }) => conceptId)).toEqual([defined.id])
  expect((await explained([concept('bail', {})])).coverage).not.toBeNull()
})
