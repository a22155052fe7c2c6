import { describe, expect, test } from 'vitest'
import { SearchRequest } from '#contracts/http/search.ts'
import { searchOver } from './measure.ts'
import { naiveIndex, type NaiveText } from './naive-index.ts'

const provision = (slug: string, work: string, number: string, text: string): NaiveText => ({
  slug,
  title: `${work}, article ${number}`,
  text,
  provision: { work, number },
})

const TEXTS: readonly NaiveText[] = [
  {
    slug: 'jobs-d-ete',
    title: "Travailler pendant l'été",
    text: "Un mineur peut être employé l'été.",
  },
  { slug: 'hiver', title: 'La trêve hivernale', text: 'Aucune expulsion pendant la trêve.' },
  provision(
    'l1221-1',
    'Code du travail',
    'L1221-1',
    'Le contrat de travail est soumis aux règles du droit commun.',
  ),
  provision(
    'l1221-2',
    'Code du travail',
    'L1221-2',
    "Le contrat à durée indéterminée est la forme normale. Voir l'article L. 1221-1.",
  ),
  provision(
    'code-civil-1240',
    'Code civil',
    '1240',
    "Tout fait quelconque de l'homme, qui cause à autrui un dommage.",
  ),
  provision(
    'penal-1240',
    'Code de démonstration',
    '1240',
    'Un autre code a aussi un article de ce numéro. Code civil.',
  ),
  {
    slug: 'soc-2020-11-25',
    title: 'Cour de cassation, Chambre sociale, 2020-11-25',
    text: 'Les listes respectent la représentation équilibrée des femmes et des hommes.',
    decision: { ecli: 'ECLI:FR:CCASS:2020:SO01153', docket: '19-60.222' },
  },
  {
    slug: 'note-sous-19-60-222',
    title: 'Note sous Soc., 25 nov. 2020, n° 19-60.222 : la parité des listes',
    text: "L'arrêt n° 19-60.222 du 25 novembre 2020 précise la portée. 19-60.222, encore 19-60.222.",
  },
  {
    slug: 'responsabilite-contractuelle',
    title: 'La responsabilité contractuelle',
    text: 'Le débiteur est condamné au paiement de dommages et intérêts.',
  },
]

const search = searchOver(naiveIndex(TEXTS))
const found = async (text: string): Promise<string[]> => {
  const { response } = await search(SearchRequest.parse({ text }))
  return response.hits.map(({ slug }) => slug)
}

describe('a spelling finds what it names, first', () => {
  test.each([
    ["l'été", 'jobs-d-ete'],
    ['l’été', 'jobs-d-ete'],
    ['ete', 'jobs-d-ete'],
    ['ÉTÉ', 'jobs-d-ete'],
    ['L. 1221-1', 'l1221-1'],
    ['L1221-1', 'l1221-1'],
    ['art. L 1221-1', 'l1221-1'],
    ['C. trav., art. L. 1221-1', 'l1221-1'],
    ['article 1240 du code civil', 'code-civil-1240'],
    ['1240 code civil', 'code-civil-1240'],
    ['n° 19-60.222', 'soc-2020-11-25'],
    ['19-60222', 'soc-2020-11-25'],
    ['Soc., 25 nov. 2020, n° 19-60.222', 'soc-2020-11-25'],
    ['ECLI:FR:CCASS:2020:SO01153', 'soc-2020-11-25'],
    ['responsabilité contractuelle', 'responsabilite-contractuelle'],
    ['responsabilites contractuelles', 'responsabilite-contractuelle'],
  ])('%s', async (text, slug) => {
    expect((await found(text))[0]).toBe(slug)
  })

  test('what only mentions the cited text comes after it', async () => {
    expect(await found('L. 1221-1')).toEqual(['l1221-1', 'l1221-2'])
    expect(await found('19-60.222')).toEqual(['soc-2020-11-25', 'note-sous-19-60-222'])
  })

  test('nonsense finds nothing', async () => {
    expect(await found('zxqvw blorf')).toEqual([])
  })
})
