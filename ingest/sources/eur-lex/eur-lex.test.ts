import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { codes, readAll, readSample } from '../registry/testing.ts'
import { parseCelex } from './act.ts'

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
      text: 'La directive vise :\n\na) | les listes ;',
      contentType: 'legislation',
      validFrom: '2022-07-01',
      provision: { work: 'CELEX:32022L9998', section: ['CHAPITRE I — OBJET'], anchor: 'art_1' },
    },
  ])
})

const read = (name: string) => readFile(new URL(`./samples/${name}`, import.meta.url), 'utf8')

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
