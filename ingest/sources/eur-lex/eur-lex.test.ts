import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { codes, readAll, readSample } from '../registry/testing.ts'
import { parseCelex } from './act.ts'

const read = (name: string) => readFile(new URL(`./samples/${name}`, import.meta.url), 'utf8')

test('Formex: an article is a record; publisher’s notes are skipped, unknown elements noted', async () => {
  const { records, notes } = await readSample('eur-lex', 'formex.xml')
  expect(records).toMatchObject([
    {
      title: 'Règlement (UE) 2021/9999 sur les exemples, Article premier Objet',
      text: '1. Le règlement fixe des exemples.\n\n2. Il vise :\n\na) les listes ;\n\nb) le reste.',
      contentType: 'regulation',
      language: 'fr',
      jurisdiction: ['EU'],
      validFrom: '2023-01-01',
      validTo: '2024-12-31',
      provision: {
        work: 'CELEX:32021R9999',
        number: 'Article premier',
        section: ['CHAPITRE I — Dispositions générales'],
        anchor: 'art_1',
      },
      source: {
        id: 'eu-eurlex:32021r9999#art_1',
        version: '2023-01-01',
        licence: 'Decision 2011/833/EU',
      },
    },
    { text: 'Il entre en vigueur. Mot.', provision: { anchor: 'art_2' } },
  ])
  expect(codes(notes)).toEqual(['element-unknown'])
})

test('XHTML: the same from a page with its metadata', async () => {
  const { records } = await readSample('eur-lex', 'page.xhtml')
  expect(records).toMatchObject([
    {
      title: 'Directive (UE) 2022/9998 sur les exemples, Article premier Objet',
      text: 'La directive vise :\n\na) les listes ;',
      contentType: 'legislation',
      validFrom: '2022-07-01',
      provision: { work: 'CELEX:32022L9998', section: ['CHAPITRE I — OBJET'], anchor: 'art_1' },
    },
  ])
})

const pageWith = async (article: string, before = '') =>
  (await read('page.xhtml')).replace(
    /<body>[\s\S]*<\/body>/,
    `<body>${before}<div class="eli-subdivision" id="art_1">${article}</div></body>`,
  )
const textOfPage = async (article: string) =>
  (await readAll(await pageWith(article), 'a.xhtml')).records[0]?.text

const point = (mark: string, words: string) =>
  `<table><colgroup><col/><col/></colgroup><tbody><tr><td><p>${mark}</p></td><td>${words}</td></tr></tbody></table>`

test('XHTML: points of points keep their marks and lines; a table of data stays one', async () => {
  const inner = point('i)', '<p>un seul ;</p>') + point('ii)', '<p>plusieurs ;</p>')
  expect(
    await textOfPage(
      `${point('a)', `<p>les listes :</p>${inner}`)}${point('—', '<p>le reste.</p>')}`,
    ),
  ).toBe('a) les listes :\n\ni) un seul ;\n\nii) plusieurs ;\n\n— le reste.')
  const data = '<tr><td><p>1.</p></td><td><p>10 euros</p></td></tr>'
  expect(await textOfPage(`<table class="oj-table">${data}</table>`)).toBe('1. | 10 euros')
})

test('XHTML: the calls of notes are no words of the act', async () => {
  const call = '<a id="ntc1-L" href="#ntr1-L">(<span class="oj-super oj-note-tag">1</span>)</a>'
  expect(await textOfPage(`<p>Le règlement&nbsp;${call}, et lui seul.</p>`)).toBe(
    'Le règlement, et lui seul.',
  )
  const consolidated = '(<a href="#E0001" id="src.E0001"><span class="superscript">1</span></a>)'
  expect(await textOfPage(`<p class="norm">Le Conseil ${consolidated} décide.</p>`)).toBe(
    'Le Conseil décide.',
  )
})

test('XHTML: a consolidated text has numbers, headings and points, and no marks of its acts', async () => {
  const page = await pageWith(
    `<p class="title-article-norm">Article 2</p>
     <div class="eli-title" id="art_2.tit_1"><p class="stitle-article-norm">Champ</p></div>
     <p class="modref"><a title="32023R0001">▼M1</a></p>
     <div class="norm"><span class="no-parag">1.&nbsp;&nbsp;</span>
       <div class="norm inline-element">Le texte vise ►C2 les exemples ◄ :</div></div>
     <div class="grid-container grid-list"><div class="list grid-list-column-1"><span>a) </span></div>
       <div class="grid-list-column-2"><p class="norm">les uns ;</p></div></div>`,
    '<p class="title-doc-first">RÈGLEMENT 1</p><p class="title-doc-last">du 3 mai 2021</p>',
  )
  const { records } = await readAll(page.replace(/<meta property="eli:title".*\/>/, ''), 'a.xhtml')
  expect(records).toMatchObject([
    {
      title: 'RÈGLEMENT 1 du 3 mai 2021, Article 2 Champ',
      text: '1. Le texte vise les exemples :\n\na) les uns ;',
      provision: { number: 'Article 2' },
    },
  ])
})

const number = (words: string) => `<p class="title-article-norm">${words}</p>`

test('XHTML: an article that was inserted without an anchor is an article of its own', async () => {
  const page = await pageWith(
    `${number('Article 4')}<p class="norm">Le quatre.</p>${number('Article 4 bis')}
     <p class="stitle-article-norm">Ajout</p><p class="norm">Le quatre bis.</p>${number('« Article 9')}`,
  )
  const { records } = await readAll(page, 'a.xhtml')
  expect(records).toMatchObject([
    { text: 'Le quatre.', provision: { number: 'Article 4', anchor: 'art_1' } },
    {
      title: expect.stringMatching(/, Article 4 bis Ajout$/),
      text: 'Le quatre bis.\n\n« Article 9',
      provision: { number: 'Article 4 bis', anchor: 'art_4bis' },
    },
  ])
})

test('XHTML: the number and heading of an article that another one quotes are its words', async () => {
  const quoted = '<p class="oj-ti-art">« Article 3 bis</p><p class="oj-sti-art">Suivi</p>'
  expect(
    await textOfPage(
      `<p class="oj-ti-art">Article 2</p><p>Est inséré :</p>${quoted}<p>Un mot. »</p>`,
    ),
  ).toBe('Est inséré :\n\n« Article 3 bis\n\nSuivi\n\nUn mot. »')
})

test('XHTML: the title of an annex is no part of that of the act', async () => {
  const page = (await pageWith('<p>Un mot.</p>', '<p class="oj-doc-ti">DÉCISION 2</p>')).replace(
    '</body>',
    '<div id="anx_I"><p class="oj-doc-ti">ANNEXE I</p></div></body>',
  )
  const { records } = await readAll(page.replace(/<meta property="eli:title".*\/>/, ''), 'a.xhtml')
  expect(records[0]?.title).toBe('DÉCISION 2')
})

test('XHTML: named characters of any letter are read', async () => {
  expect(await textOfPage('<p>&Eacute;t&ecirc; &oelig;uvre &ldquo;5&nbsp;&euro;&rdquo;</p>')).toBe(
    'Étê œuvre “5\u00a0€”',
  )
})

test('Formex: quotation marks stay, notes go, and a title keeps its words apart', async () => {
  const formex = (await read('formex.xml'))
    .replace(
      '<TI><P>Règlement (UE) 2021/9999 sur les exemples</P></TI>',
      '<TI><P>Règlement (UE) 2021/9999<NOTE><P>JO.</P></NOTE></P><P>sur les exemples</P></TI>',
    )
    .replace(
      'fixe des exemples.<NOTE><P>une note</P></NOTE>',
      'fixe des <QUOT.START CODE="00AB"/>exemples<QUOT.END CODE="00BB"/> (<NOTE><P>une note</P></NOTE>).',
    )
  const { records } = await readAll(formex)
  expect(records[0]).toMatchObject({
    title: 'Règlement (UE) 2021/9999 sur les exemples, Article premier Objet',
    text: expect.stringMatching(/^1\. Le règlement fixe des «exemples»\.\n/),
  })
})

test('Formex: the number and heading of a quoted article stand on lines of their own', async () => {
  const quoted =
    '<ARTICLE IDENTIFIER="003A"><TI.ART><QUOT.START CODE="00AB"/>Article 3 bis</TI.ART><STI.ART><P>Suivi</P></STI.ART><ALINEA>Un mot.<QUOT.END CODE="00BB"/></ALINEA></ARTICLE>'
  const { records } = await readAll(
    (await read('formex.xml')).replace('<INCONNU>Mot.</INCONNU>', `<QUOT.S>${quoted}</QUOT.S>`),
  )
  expect(records[1]?.text).toBe('Il entre en vigueur.\n\n«Article 3 bis\n\nSuivi\n\nUn mot.»')
})

test('without a CELEX number a file is refused', async () => {
  const formex = (await read('formex.xml')).replace(/CONSLEG\.REF="[^"]*"/, '')
  const page = (await read('page.xhtml')).replace(/content="32022L9998"/, 'content="x"')
  expect(codes((await readAll(formex)).refusals)).toEqual(['celex-missing'])
  expect(codes((await readAll(page)).refusals)).toEqual(['celex-missing'])
})

test('a CELEX number by its parts', () => {
  expect(parseCelex('02016R0679-20160504')).toEqual({
    celex: '02016R0679-20160504',
    act: '32016R0679',
    type: 'R',
    day: '2016-05-04',
  })
  expect(parseCelex('62019CJ0311')).toBeNull()
})
