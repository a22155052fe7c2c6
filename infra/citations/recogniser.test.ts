import { afterEach, expect, test } from 'vitest'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { TextToRead } from '#query-api/projections/citations/ports.ts'
import { makeRecogniserThread, type RecogniserThread } from './recogniser.ts'

let thread: RecogniserThread
afterEach(() => thread.close())

const TEXTS: readonly TextToRead[] = [
  { text: "Vu l'article 1641 du code civil et Soc., 25 nov. 2020, n° 17-19.523.", options: {} },
  { text: 'Rien ici ne cite.', options: { jurisdiction: 'LU' } },
  {
    text: "Comme le dit l'article L. 1221-2.",
    options: {
      home: { id: 'code-du-travail', key: 'code-du-travail', jurisdiction: 'FR' },
      jurisdiction: 'FR',
    },
  },
]

test('the thread finds the same citations as the main thread, in the order of the texts', async () => {
  thread = makeRecogniserThread()
  const here = TEXTS.map(({ text, options }) => recogniseCitations(text, options))
  expect(here.map(({ length }) => length > 0)).toEqual([true, false, true])
  const answers = await Promise.all([
    thread.recognise(TEXTS),
    thread.recognise([]),
    thread.recognise(TEXTS.slice(1)),
  ])
  expect(answers).toEqual([here, [], here.slice(1)])
})

test('a pending request fails when the thread ends, and the next request starts another thread', async () => {
  thread = makeRecogniserThread()
  thread.begin()
  const asked = thread.recognise(TEXTS)
  await Promise.all([
    expect(asked).rejects.toMatchObject({ code: 'recogniser-failed' }),
    thread.close(),
  ])
  expect(await thread.recognise(TEXTS)).toHaveLength(TEXTS.length)
})
