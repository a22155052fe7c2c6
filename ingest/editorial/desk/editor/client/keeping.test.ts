import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, makeKeeping, type SentSave, type Stored } from './keeping.ts'

const LATEST_MS = 2_000
const REQUEST_MS = 400
const BEGUN: Stored = {
  text: '',
  textSha256: 'none',
  members: '{}',
  membersSha256: 'members',
  base: null,
  sequence: 0,
}

beforeEach(() => {
  vi.useFakeTimers()
  // A real digest takes real time, of which the clock of the test knows nothing.
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(32))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const openPage = (answer: (save: SentSave) => Answer) => {
  const said: string[] = []
  const kept: string[] = []
  const arrived: { text: string; at: number }[] = []
  const sent: SentSave[] = []
  const page = { text: '' }
  const keeping = makeKeeping(
    {
      window: 'w',
      typed: () => ({ text: page.text, members: {} }),
      post: async (save) => {
        sent.push(save)
        await new Promise((resolve) => setTimeout(resolve, REQUEST_MS))
        return answer(save)
      },
      renewSession: async () => false,
      keepHere: ({ text }) => kept.push(text),
      forgetHere: () => undefined,
      say: (state) => said.push(state),
      accepted: ({ text }) => arrived.push({ text, at: Date.now() }),
      onRound: () => undefined,
      now: () => Date.now(),
      after: (ms, act) => {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
    },
    BEGUN,
  )
  return { keeping, page, said, kept, arrived, sent }
}

const stored = ({ sequence, result }: SentSave): Answer => ({
  status: 200,
  body: { sequence, base: null, text: result, members: 'members', kept: true },
})

test('while somebody types without a pause, no word waits longer than two seconds', async () => {
  const { keeping, page, arrived } = openPage(stored)
  const typedAt: number[] = []
  for (let at = 0; at < 400; at += 1) {
    page.text += 'x'
    typedAt.push(Date.now())
    keeping.noteTyping()
    await vi.advanceTimersByTimeAsync(130)
  }
  const waits = typedAt.map((time, at) => {
    const found = arrived.find(({ text }) => text.length > at)
    return found === undefined ? 0 : found.at - time
  })
  expect(Math.max(...waits)).toBeLessThanOrEqual(LATEST_MS)
})

test('without an answer the words stay in this browser, and are sent again', async () => {
  let isAway = true
  const { keeping, page, said, kept, arrived } = openPage((save) => {
    if (isAway) throw new Error('no connection')
    return stored(save)
  })
  page.text = 'Le bail.'
  keeping.noteTyping()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(said.at(-1)).toBe('offline')
  expect(kept.at(-1)).toBe('Le bail.')
  isAway = false
  await vi.advanceTimersByTimeAsync(6_000)
  expect(arrived.map(({ text }) => text)).toEqual(['Le bail.'])
  expect(said.at(-1)).toBe('kept')
})

test('a change that does not fit is followed by the whole text', async () => {
  const { keeping, page, sent } = openPage((save) =>
    save.text === null ? { status: 409, body: { refused: 'scratch-mismatch' } } : stored(save),
  )
  page.text = 'Le bail.'
  keeping.noteTyping()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(sent.map(({ splice, text }) => [splice === null, text])).toEqual([
    [false, null],
    [true, 'Le bail.'],
  ])
})

test('words kept of an older draft are sent with its tag, to be merged with later ones', async () => {
  const { keeping, page, sent } = openPage(stored)
  page.text = 'Ancien.'
  keeping.restore('older')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent[0]).toMatchObject({ base: 'older', text: 'Ancien.', takesOver: true })
})
