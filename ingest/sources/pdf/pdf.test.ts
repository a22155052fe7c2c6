import { describe, expect, test } from 'vitest'
import { codes, readAll } from '../registry/testing.ts'
import { column, pdfOfPages, type Printed } from './pdf.testing.ts'

const FRONT = ['---', 'title: Une note', 'contentType: doctrine', 'source.id: pdf:1', '---']
const read = (...pages: readonly Printed[][]) => readAll(pdfOfPages(pages), 'a.pdf')
const textOf = async (...pages: readonly Printed[][]): Promise<string> =>
  (await read(...pages)).records[0]?.text ?? ''

test('members before the text are read, line by line', async () => {
  const { records, refusals } = await read(column([...FRONT, 'Premier.', 'Second.']))
  expect(refusals).toEqual([])
  expect(records).toMatchObject([{ title: 'Une note', source: { id: 'pdf:1' } }])
})

test('without members, title and language come from the text', async () => {
  const title = { text: 'La clause pénale', y: 800, size: 18 }
  const { records, refusals } = await read([
    title,
    ...column(
      ['Le juge peut modérer ou augmenter la pénalité qui a été convenue par les parties,'],
      760,
    ),
    ...column(['si elle est manifestement excessive ou dérisoire.'], 746),
  ])
  expect(refusals).toEqual([])
  expect(records).toMatchObject([
    {
      title: 'La clause pénale',
      contentType: 'doctrine',
      language: 'fr',
      source: { id: expect.stringMatching(/^file:a:[0-9a-f]{12}$/) },
      text: 'Le juge peut modérer ou augmenter la pénalité qui a été convenue par les parties, si elle est manifestement excessive ou dérisoire.',
    },
  ])
})

test('without a text layer or cut off it is refused with a hint', async () => {
  expect((await read([])).refusals).toMatchObject([
    { refused: 'pdf-without-text', hint: expect.stringContaining('ocrmypdf') },
  ])
  expect(codes((await readAll('%PDF-1.4\nrien', 'a.pdf')).refusals)).toEqual(['pdf-broken'])
})

const note = (text: string, y: number): Printed => ({ text, y, size: 9 })

/** A page with a running head and foot. */
const page = (number: number, lines: readonly string[]): Printed[] => [
  { text: 'Revue de droit social, n° 3', y: 820, size: 9 },
  ...column(lines, 780),
  { text: `Page ${number} sur 3`, y: 30, size: 9 },
]

describe('lines become paragraphs', () => {
  test('at a gap, an indent, and after a short line that ends a sentence', async () => {
    const lines = [
      ...column(
        ['Le bailleur restitue le dépôt de garantie dans un délai', 'de deux mois au plus.'],
        780,
      ),
      ...column(['Le preneur doit rendre les clefs au bailleur en personne'], 752),
      ...column(['ou à son mandataire, contre un reçu daté qui est signé'], 738),
      { text: 'Un troisième alinéa commence en retrait de la marge', y: 724, left: 70 },
      ...column(['et finit ici.'], 710),
      ...column(['Un dernier, après un blanc, dont la ligne est assez longue'], 680),
    ]
    expect((await textOf(lines)).split('\n\n')).toEqual([
      'Le bailleur restitue le dépôt de garantie dans un délai de deux mois au plus.',
      'Le preneur doit rendre les clefs au bailleur en personne ou à son mandataire, contre un reçu daté qui est signé',
      'Un troisième alinéa commence en retrait de la marge et finit ici.',
      'Un dernier, après un blanc, dont la ligne est assez longue',
    ])
  })

  test('a word divided at the end of a line is whole again; a compound keeps its hyphen', async () => {
    const lines = column([
      'La clause est licite, et la respon-',
      'sabilité du débiteur est celle-',
      'ci ; il faut peut-',
      'être modérer la non-concur-',
      'rence de l’employeur’ en 2024-'.replaceAll('’', "'"),
      "2025, c'est-à-dire plus tard.",
    ])
    expect(await textOf(lines)).toBe(
      "La clause est licite, et la responsabilité du débiteur est celle-ci ; il faut peut-être modérer la non-concurrence de l'employeur' en 2024-2025, c'est-à-dire plus tard.",
    )
  })

  test('running heads, feet and page numbers go, and a sentence goes on over the page', async () => {
    const text = await textOf(
      page(1, [
        'Article 1',
        '',
        'Le salarié qui est licencié a droit, sauf en cas de faute grave,',
      ]),
      page(2, ['à un préavis dont la durée est fixée par la convention collective.']),
      page(3, ['Article 2', '', 'En 2024, 12 décisions ont été rendues sur cette question.']),
    )
    // The first line is the title.
    expect(text.split('\n\n')).toEqual([
      'Le salarié qui est licencié a droit, sauf en cas de faute grave, à un préavis dont la durée est fixée par la convention collective.',
      'Article 2',
      'En 2024, 12 décisions ont été rendues sur cette question.',
    ])
  })

  test('a sentence goes on over the notes at the foot of its page, which come last', async () => {
    const text = await textOf(
      [
        ...column(
          ['Un titre inventé', '', 'Le preneur qui quitte les lieux doit1 rendre les'],
          780,
        ),
        note('1 Sauf clause contraire du bail, qui est alors', 80),
        note('lue avec soin.', 69),
        note('2 Voir plus loin.', 58),
      ],
      [
        ...column(['clefs au bailleur, qui en donne un reçu daté et signé.3'], 780),
        note('3 Un reçu vaut preuve.', 58),
      ],
    )
    expect(text.split('\n\n')).toEqual([
      'Le preneur qui quitte les lieux doit1 rendre les clefs au bailleur, qui en donne un reçu daté et signé.3',
      '1 Sauf clause contraire du bail, qui est alors lue avec soin.',
      '2 Voir plus loin.',
      '3 Un reçu vaut preuve.',
    ])
  })

  test('small lines that no number of the text calls stay where they are', async () => {
    const text = await textOf(
      [
        ...column(
          ['Un titre inventé', '', 'Le barème est le suivant, en euros par mois et par lot'],
          780,
        ),
        { text: '10 lots au plus', y: 90, size: 9 },
      ],
      column(['Le preneur paie selon ce barème, au premier jour du mois.'], 780),
    )
    expect(text.split('\n\n').at(1)).toBe('10 lots au plus')
  })

  test('a column ends a paragraph that ends a sentence, also with the number of a note', async () => {
    const lines = [
      ...column(['Le salarié a droit à un préavis', 'de deux mois au plus.7'], 780),
      ...column(['Le bailleur, à défaut de congé,', 'ne peut rien.'], 780).map((line) => ({
        ...line,
        left: 320,
      })),
    ]
    expect((await textOf(lines)).split('\n\n')).toEqual([
      'Le salarié a droit à un préavis de deux mois au plus.7',
      'Le bailleur, à défaut de congé, ne peut rien.',
    ])
  })

  test('sizes of type become headings, and items of a list stay apart', async () => {
    const lines: Printed[] = [
      { text: 'Le bail', y: 800, size: 20 },
      { text: 'I. Le loyer', y: 770, size: 15 },
      ...column(['Le preneur paie aux termes convenus, qui sont les suivants :'], 750),
      ...column(['- le premier jour du mois ;', '- ou le dernier.'], 736),
      { text: 'II. La fin', y: 690, size: 15 },
      ...column(['Il rend les clefs au bailleur au jour dit par le contrat.'], 670),
    ]
    expect((await textOf(lines)).split('\n\n')).toEqual([
      '## I. Le loyer',
      'Le preneur paie aux termes convenus, qui sont les suivants :',
      '- le premier jour du mois ;',
      '- ou le dernier.',
      '## II. La fin',
      'Il rend les clefs au bailleur au jour dit par le contrat.',
    ])
  })
})
