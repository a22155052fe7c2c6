/** Named texts, abbreviations, typing errors and other languages, through the whole search. */
import { describe, expect, test } from 'vitest'
import { SearchRequest } from '#contracts/http/search.ts'
import { builtinVector } from '#infra/embeddings/builtin.ts'
import { searchOver } from './measure.ts'
import { naiveIndex, type NaiveText } from './naive-index.ts'

const provision = (slug: string, number: string, text: string): NaiveText => ({
  slug,
  title: `Code civil, article ${number}`,
  text,
  provision: { work: 'Code civil', number },
  vectors: [builtinVector(text)],
})
const note = (slug: string, text: string): NaiveText => ({
  slug,
  title: slug,
  text,
  vectors: [builtinVector(text)],
})

const TEXTS: readonly NaiveText[] = [
  provision('art-1195', '1195', 'Une partie peut demander une renégociation à son cocontractant.'),
  provision(
    'art-1196',
    '1196',
    'Le transfert de propriété a lieu lors de la conclusion du contrat.',
  ),
  ...Array.from({ length: 40 }, (_, n) =>
    note(`imprevision-${n}`, `L'imprévision et l'imprévision du code civil, article ${n}.`),
  ),
  note('cdi-exact', 'Le salarié est embauché en CDI après son stage.'),
  note('cdi-long', 'Le salarié est embauché en contrat à durée indéterminée après son stage.'),
  note('cse-long', "Le comité social et économique est consulté sur le projet de l'employeur."),
  note('rgpd-exact', 'Le RGPD protège les personnes.'),
  note('harcelement', 'Le harcèlement moral dégrade les conditions de travail.'),
  note('prescription', 'La prescription quinquennale éteint la créance.'),
  note('preavis', 'Le salarié licencié a droit à un préavis ; son licenciement est écrit.'),
  note('l12345', "L'article L1234-5 règle l'indemnité compensatrice."),
]
const search = searchOver(naiveIndex(TEXTS))
const found = async (text: string, enableVector = true): Promise<string[]> => {
  const { response } = await search(SearchRequest.parse({ text, enableVector }))
  return response.hits.map(({ slug }) => slug)
}

describe('a text that the query names', () => {
  test('« code civil article 1195 imprévision » finds it first', async () =>
    expect((await found('code civil article 1195 imprévision'))[0]).toBe('art-1195'))
})

describe('abbreviations', () => {
  test('« CDI » finds the long form, after the abbreviation itself', async () => {
    const slugs = await found('CDI', false)
    expect(slugs).toEqual(['cdi-exact', 'cdi-long'])
  })
  test('« contrat à durée indéterminée » finds the abbreviation, after itself', async () => {
    const slugs = await found('contrat à durée indéterminée', false)
    expect(slugs[0]).toBe('cdi-long')
    expect(slugs).toContain('cdi-exact')
  })
  test('« CSE » finds the long form where no text has the abbreviation', async () =>
    expect(await found('CSE', false)).toEqual(['cse-long']))
  test('« règlement général sur la protection des données » finds « RGPD »', async () =>
    expect(await found('règlement général sur la protection des données')).toContain('rgpd-exact'))
  test('« mise au placard » finds the words of the law', async () =>
    expect(await found('mise au placard', false)).toContain('harcelement'))
})

describe('typing errors', () => {
  test('« prescripton quinquenale » finds « prescription quinquennale »', async () =>
    expect((await found('prescripton quinquenale', false))[0]).toBe('prescription'))
  test('a number is never corrected', async () => expect(await found('L1234-6', false)).toEqual([]))
})

describe('other languages', () => {
  test.each(['What is the notice period after a dismissal?', "preavís d'un acomiadament"])(
    '%s',
    async (question) => expect((await found(question, false))[0]).toBe('preavis'),
  )
})
