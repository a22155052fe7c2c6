import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { markOf } from '../xml/block-text.ts'
import { codes, readAll, readSample } from '../registry/testing.ts'

test('one record per article: place, days, readable lists and tables; no struck-out text', async () => {
  const { records, notes, items } = await readSample('akoma-ntoso', 'act.xml')
  expect(records).toMatchObject([
    {
      title: 'Loi inventée sur les exemples, Art. 1er Objet',
      text: '(1) La loi régit :\n\na) les listes ;\n\nb) les tableaux.\n\n(2) Rang | Taxe\n1 | 10 euros',
      language: 'fr',
      jurisdiction: ['MC'],
      validFrom: '2022-06-01',
      validTo: '2023-12-31',
      provision: {
        work: 'https://example.org/akn/mc/act/2020/99',
        number: 'Art. 1er',
        section: ['Chapitre Ier — Des listes', 'Section 1'],
        anchor: 'art_1',
      },
      source: { id: 'https://example.org/akn/mc/act/2020/99#art_1', version: '2022-06-01' },
    },
    {
      text: 'Voir la loi du 3 mai 1999.\n\nUn mot étrange.',
      citations: ['loi du 3 mai 1999'],
    },
  ])
  expect(items[1]).toMatchObject({
    facts: {
      links: [
        { type: 'ref', direction: 'out', targetId: '/akn/mc/act/1999/1' },
        { type: 'substitution', direction: 'in', targetId: '/akn/mc/act/2022/7' },
      ],
    },
  })
  expect(codes(notes)).toEqual(['element-unknown', 'wording-empty'])
})

test('a document that names no work, an article without anchor, and another namespace are refused', async () => {
  const text = await readFile(new URL('./samples/act.xml', import.meta.url), 'utf8')
  const codesOf = async (from: RegExp, to: string) =>
    codes((await readAll(text.replace(from, to))).refusals)
  expect(await codesOf(/<FRBRWork>.*<\/FRBRWork>/, '')).toEqual(['work-unknown'])
  expect(await codesOf(/ eId="art_2"/, '')).toEqual(['article-without-anchor'])
  expect(await codesOf(/akn\/3\.0/, 'akn/1.0')).toEqual(['xml-unknown'])
  expect(await codesOf(/<body>[\s\S]*<\/body>/, '<body/>')).toEqual(['article-missing'])
})

const notRead = (what: string) => [`element-unknown: Akoma Ntoso: ${what} is not read`]

test('what stands around the articles and is not read is told', async () => {
  const text = await readFile(new URL('./samples/act.xml', import.meta.url), 'utf8')
  const tell = async (from: string, to: string) => {
    expect(text).toContain(from)
    const { records, notes } = await readAll(text.replace(from, to))
    expect(records).toHaveLength(2)
    return notes.map(({ refused, reason }) => `${refused}: ${reason}`)
  }
  const before = await tell('<body>', '<body>')
  const more = async (from: string, to: string) =>
    (await tell(from, to)).filter((one) => !before.includes(one))
  expect(await more('<body>', '<coverPage><p>Journal</p></coverPage><body>')).toEqual(
    notRead('the element coverPage'),
  )
  const loose = '<hcontainer><content><p>Sans article.</p></content></hcontainer>'
  expect(await more('</body>', `${loose}</body>`)).toEqual(notRead('text outside of articles'))
  expect(await more('<body>', '<preamble/><body>')).toEqual([])
  expect(
    await more('</body>', '<chapter><num>II</num><heading>Vide</heading></chapter></body>'),
  ).toEqual([])
})

/** The records of the sample with a part before and one behind its body. */
const readAround = async (before: string, after = '') => {
  const text = await readFile(new URL('./samples/act.xml', import.meta.url), 'utf8')
  return readAll(text.replace('<body>', `${before}<body>`).replace('</body>', `</body>${after}`))
}

const RECITED = `<preamble><container name="m"><p>Nous, Prince inventé,</p></container>
<citations><citation><p>Vu la <ref href="/akn/mc/act/1999/1">loi du 3 mai 1999</ref> ;</p></citation>
<citation><p>Vu l’avis du Conseil ;</p></citation></citations>
<recitals><heading>Considérants</heading><intro><p>considérant ce qui suit :</p></intro>
<recital><num>(1)</num><p>Les exemples manquent.</p></recital>
<recital><num>(2)</num><p>Il en faut<del> peu</del>.</p></recital></recitals>
<formula name="e"><p>Arrêtons :</p></formula></preamble>`
const SIGNED = `<conclusions><formula name="f"><p>Mandons et ordonnons que la présente loi soit publiée.</p></formula>
<p><signature><docDate date="2020-03-02">Palais, le 2 mars 2020.</docDate><person refersTo="">Exemple</person></signature></p>
<p><signature><role>Le ministre,</role> <person refersTo="">Modèle</person></signature></p>
<p>Vu. <signature>Le greffier, Type</signature></p></conclusions>`

test('citations and recitals are the preamble, signatures with place and date close the act', async () => {
  const { records, items, notes } = await readAround(RECITED, SIGNED)
  const [preamble] = records
  expect(preamble).toMatchObject({
    title: 'Loi inventée sur les exemples, Préambule',
    text: [
      'Nous, Prince inventé,',
      'Vu la loi du 3 mai 1999 ;',
      'Vu l’avis du Conseil ;',
      '## Considérants',
      'considérant ce qui suit :',
      '(1) Les exemples manquent.',
      '(2) Il en faut.',
      'Arrêtons :',
    ].join('\n\n'),
    citations: ['loi du 3 mai 1999'],
    validFrom: '2022-06-01',
    provision: { number: 'Préambule', section: null, anchor: 'preamble' },
    source: { id: 'https://example.org/akn/mc/act/2020/99#preamble', version: '2022-06-01' },
  })
  expect(items[0]).toMatchObject({
    facts: { links: [{ type: 'ref', direction: 'out', targetId: '/akn/mc/act/1999/1' }] },
  })
  expect(records.at(-1)).toMatchObject({
    title: 'Loi inventée sur les exemples, Formule finale',
    text: [
      'Mandons et ordonnons que la présente loi soit publiée.',
      'Palais, le 2 mars 2020.\nExemple',
      'Le ministre,\nModèle',
      'Vu.\nLe greffier, Type',
    ].join('\n\n'),
    provision: { number: 'Formule finale', anchor: 'conclusions' },
    source: { id: 'https://example.org/akn/mc/act/2020/99#conclusions' },
  })
  const alone = await readSample('akoma-ntoso', 'act.xml')
  expect(records.slice(1, -1)).toEqual(alone.records)
  expect(codes(notes)).toEqual(codes(alone.notes))
})

test('a preface says what it says beside the title; a part without words is no text', async () => {
  const text = await readFile(new URL('./samples/act.xml', import.meta.url), 'utf8')
  const title = '<preface><longTitle><p>Loi inventée sur les exemples</p></longTitle>'
  expect(text).toContain(title)
  const more = `${title}<p><docNumber>Loi n° 99</docNumber></p><container><p>Texte présentant de l’intérêt.</p></container>`
  const read = await readAll(text.replace(title, more))
  expect(read.records[0]?.text).toBe('Texte présentant de l’intérêt.')
  const empty = await readAround('<preamble><p><del>Vu.</del></p></preamble>', '<conclusions/>')
  expect(empty.records).toHaveLength(2)
})

test('the preamble is named in the language of the act, and an act needs an article', async () => {
  const text = await readFile(new URL('./samples/act.xml', import.meta.url), 'utf8')
  const german = text.replace('language="fra"', 'language="deu"')
  const preamble = '<preamble><p>Gestützt auf das Gesetz,</p></preamble>'
  const { records } = await readAll(german.replace('<body>', `${preamble}<body>`))
  expect(records[0]).toMatchObject({ language: 'de', provision: { number: 'Präambel' } })
  const none = await readAll(text.replace(/<body>[\s\S]*<\/body>/, `${preamble}<body/>`))
  expect(none.records).toEqual([])
  expect(codes(none.refusals)).toEqual(['article-missing'])
})

test('a wording without a day is read with a note', async () => {
  const text = await readFile(new URL('./samples/act.xml', import.meta.url), 'utf8')
  const { records, notes } = await readAll(
    text
      .replace('<FRBRdate date="2022-06-01" name="consolidation"/>', '')
      .replaceAll('@2022-06-01', ''),
  )
  expect(records[0]?.validFrom ?? null).toBeNull()
  expect(codes(notes)).toContain('validity-doubt')
})

test('quotation marks that are attributes are words', async () => {
  const text = await readFile(new URL('./samples/act.xml', import.meta.url), 'utf8')
  const quotes = '<p>Est inséré : <quotedText startQuote="«" endQuote="»">un mot</quotedText>.</p>'
  const structure =
    '<quotedStructure startQuote="“" endQuote="”"><content><p>Il vend.</p></content></quotedStructure>'
  const { records } = await readAll(
    text.replace('<mystere>Un mot étrange.</mystere>', `${quotes}${structure}`),
  )
  expect(records[1]?.text).toMatch(/\n\nEst inséré : «un mot»\.\n\n“Il vend\.”$/)
})

test('cells and titles have no notes and no struck-out text', async () => {
  const text = await readFile(new URL('./samples/act.xml', import.meta.url), 'utf8')
  const { records } = await readAll(
    text
      .replace(
        'sur les exemples</p>',
        'sur les exemples<authorialNote><p>Publiée.</p></authorialNote></p>',
      )
      .replace(
        '<p>10 euros</p>',
        '<p><del>9</del>10 euros<noteRef href="#n1">1</noteRef></p><p>net</p>',
      ),
  )
  expect(records[0]).toMatchObject({
    title: 'Loi inventée sur les exemples, Art. 1er Objet',
    text: expect.stringMatching(/1 \| 10 euros net$/),
  })
})

const marks = (first: string) => [0, 1, 2, 3].map((index) => markOf(first, index)).join(' ')

test('the marks of a list continue from the first one', () => {
  expect(marks('a)')).toBe('a) b) c) d)')
  expect(marks('1°')).toBe('1° 2° 3° 4°')
  expect(marks('(1)')).toBe('(1) (2) (3) (4)')
  expect(marks('i.')).toBe('i. ii. iii. iv.')
  expect(markOf('a)', 27)).toBe('ab)')
  expect(marks('-')).toBe('- - - -')
})
