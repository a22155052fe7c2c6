/** The commands of operators, each in a process of its own, as a shell sees them. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { DeadLetter } from '#query-api/replay/dead-letters.ts'
import type { ReplayResult } from '#query-api/replay/replay.ts'
import { streamOf } from '../contract/read-models.fixtures.ts'
import { recordUnknown } from './unreadable.ts'
import { namesOf, openWorld, recordTexts, type World } from './world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const opened: World[] = []
let world: World
beforeEach(async () => {
  world = await openWorld()
  opened.push(world)
})
afterAll(async () => {
  for (const one of opened) await one.close()
})

type Said = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

const command = async (
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Said> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'command-child.ts'), ...words], {
    env: {
      ...process.env,
      DATABASE_URL: world.connectionString,
      KEY_PEPPER: TEST_PEPPER,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

test('one flipped bit in a built document: exit 1, the key is named, the old one is served', async () => {
  await recordTexts(world.pool, namesOf(5))
  await world.projector.runOnce(1)
  const said = await command(['replay-spoiled'])
  expect(said.code).toBe(1)
  expect(said.stderr).toMatch(/replay-differs: .*; first: changed search\/[0-9a-f-]{36}@1\.0\.0/)
  expect(said.stdout).toContain('generation 1 is still served')
  expect(await world.models.generations.live()).toBe(1)
})

test('no setting spoils a build: what a test plants is composed by the test alone', async () => {
  await recordTexts(world.pool, namesOf(3))
  await world.projector.runOnce(1)
  const replayed = await command(['replay'], { PANDECT_TEST_FLIP: 'search' })
  expect(replayed, replayed.stderr).toMatchObject({ code: 0 })
})

test('a replay says how far the log goes beyond what it compared', async () => {
  await recordTexts(world.pool, namesOf(3))
  const unread = await command(['replay'])
  expect(unread, unread.stderr).toMatchObject({ code: 0 })
  expect(unread.stdout).toMatch(/^log {9}goes on to position 12: `pandect serve` or the projector/m)
  await world.projector.runOnce(2)
  expect((await command(['replay'])).stdout).not.toContain('goes on')
})

test('a replay that is equal: exit 0, a result in JSON, and a rollback', async () => {
  await recordTexts(world.pool, namesOf(5))
  await world.projector.runOnce(1)
  const said = await command(['replay', '--json'])
  expect(said, said.stderr).toMatchObject({ code: 0, stderr: '' })
  const result = JSON.parse(said.stdout) as ReplayResult
  expect(result).toMatchObject({
    generation: 2,
    equal: true,
    swapped: true,
    sideEffects: 0,
    embeddingsComputed: 0,
    texts: 5,
    events: 20,
    parked: 0,
  })
  expect(await command(['replay', '--rollback'])).toMatchObject({
    code: 0,
    stdout: 'generation 1 is served again, at position 20, instead of 2\n',
  })
})

test('parked streams are listed and shown; one that is still unreadable stays parked, exit 1', async () => {
  await recordTexts(world.pool, namesOf(2))
  await recordUnknown(world.pool, 'texte-0000', 5)
  await world.projector.runOnce(1)
  const parked = {
    streamId: streamOf('texte-0000'),
    streamVersion: 5,
    position: 9,
    reason: 'event-unreadable',
  }
  const listed = await command(['dead-letters', 'list', '--json'])
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(listed.stdout)).toEqual([parked])
  const shown = await command(['dead-letters', 'show', '--json', parked.streamId])
  expect(JSON.parse(shown.stdout) as DeadLetter).toMatchObject({
    ...parked,
    waiting: [{ position: 9, streamVersion: 5, type: null, readable: false }],
    more: false,
  })
  const retried = await command(['dead-letters', 'retry', '--json', parked.streamId])
  expect(retried.code).toBe(1)
  expect(JSON.parse(retried.stdout)).toEqual({ streamId: parked.streamId, parked })
  expect(await command(['dead-letters', 'retry', '--json', streamOf('texte-0001')])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('stream-not-parked'),
  })
})
