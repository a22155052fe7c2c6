import { expect, test } from 'vitest'
import { codes, readAll } from '../registry/testing.ts'

const LIST = 'LEGI/liste_suppression_legi.dat'
const FOLDERS = 'LEGI/liste_suppression_legi_dossier.dat'
const ARTICLE = 'LEGIARTI000099000001'
const CODE = 'LEGITEXT000099000001'
const PLACE = 'legi/global/code_et_TNC_en_vigueur/code_en_vigueur/LEGI/TEXT/00/00/99/00/00'

const removalsOf = async (text: string, file = LIST) => {
  const { items, refusals, notes } = await readAll(text, file)
  const removals = items.flatMap((item) => ('removal' in item ? [item.removal] : []))
  return { removals, refused: codes(refusals), noted: codes(notes) }
}

test('a line names its text by the id at its end', async () => {
  const lines = [ARTICLE, `${PLACE}/${ARTICLE}`, `${PLACE}${ARTICLE}.xml`, `${PLACE}/${ARTICLE} D`]
  const { removals, refused } = await removalsOf(lines.join('\r\n'))
  expect(refused).toEqual([])
  expect(removals.map(({ kind, id }) => `${kind} ${id}`)).toEqual(
    Array.from({ length: 3 }, () => `document ${ARTICLE}`),
  )
  expect(removals.map(({ path }) => path)).toEqual([
    null,
    `${PLACE}/${ARTICLE}`,
    `${PLACE}${ARTICLE}`,
  ])
})

test.each([ARTICLE.slice(0, -1), `${PLACE}/${ARTICLE}0`, `X${ARTICLE}`, 'legi/global', '§'])(
  'the line %s is refused, since no id is at its end',
  async (line) => {
    expect(await removalsOf(`${line}\n`)).toMatchObject({
      removals: [],
      refused: ['removal-unreadable'],
    })
  },
)

test('a folder is that of one text, or lies in it', async () => {
  const lines = [`${PLACE}/${CODE}`, `${PLACE}/${CODE}/article/LEGI`, `${PLACE}${CODE} D`]
  const { removals, refused } = await removalsOf(`${lines.join('\n')}\n`, FOLDERS)
  expect(refused).toEqual([])
  expect(removals.map(({ kind, id }) => `${kind} ${id}`)).toEqual(
    Array.from({ length: 3 }, () => `folder ${CODE}`),
  )
})

test('a folder above the texts is refused, and so is a last line that may be cut', async () => {
  expect(await removalsOf(`${PLACE}\n${PLACE}/${CODE}`, FOLDERS)).toMatchObject({
    removals: [],
    refused: ['removal-too-wide', 'removal-list-cut'],
  })
  expect((await removalsOf(`${PLACE}/${CODE} D`, FOLDERS)).removals).toHaveLength(1)
})

test('an empty list is noted', async () => {
  expect(await removalsOf('\n \r\n')).toEqual({
    removals: [],
    refused: [],
    noted: ['removal-list-empty'],
  })
})
