import { expect, test } from 'vitest'
import { courtsOf, headingsOf, worksOf } from './browse.ts'

test('headings are a table of contents: each before those below it, with what is below counted', () => {
  const headings = headingsOf([
    { path: ['Livre Ier', 'Titre Ier'], texts: 2 },
    { path: ['Livre Ier', 'Titre II'], texts: 1 },
    { path: ['Livre II'], texts: 4 },
    { path: ['Livre Ier'], texts: 1 },
    { path: [], texts: 3 },
  ])
  expect(headings.map(({ title, level, texts }) => [title, level, texts])).toEqual([
    ['Livre Ier', 1, 4],
    ['Titre Ier', 2, 2],
    ['Titre II', 2, 1],
    ['Livre II', 1, 4],
  ])
  expect(new Set(headings.map(({ id }) => id)).size).toBe(4)
})

test('a work of the table has its name there; codes come before other acts', () => {
  const held = { name: 'as written', jurisdiction: 'LU' as const, texts: 1 }
  const works = worksOf([
    { ...held, work: 'loi-2020-1' },
    { ...held, work: 'code-civil', jurisdiction: 'FR' },
  ])
  expect(works.map(({ code, name, kind }) => [code, name, kind])).toEqual([
    ['code-civil', 'Code civil', 'code'],
    ['loi-2020-1', 'as written', 'act'],
  ])
})

test('every court is listed, also one of which nothing is held', () => {
  const courts = courtsOf([{ court: 'fr.ccass', texts: 7, from: null, to: null }])
  expect(courts.find(({ code }) => code === 'fr.ccass')).toMatchObject({ texts: 7 })
  expect(courts.find(({ code }) => code === 'ad.tc')).toMatchObject({ texts: 0 })
  expect(courts.map(({ code }) => code)).toEqual(courts.map(({ code }) => code).toSorted())
})
