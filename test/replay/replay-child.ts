/**
 * A process that replays, for tests that kill it: prints its progress and then its result, each as
 * one line of JSON. Batches are small, so that there is a middle to be killed in.
 */
import { makeReplay } from '#query-api/replay/replay.ts'
import { replayOn } from './world.ts'

const EVENTS_PER_BATCH = 20
const say = (value: object): boolean => process.stdout.write(`${JSON.stringify(value)}\n`)

const { deps, close } = replayOn(process.argv[2] ?? '')
const result = await makeReplay({
  ...deps,
  limits: { eventsPerBatch: EVENTS_PER_BATCH },
  onProgress: (progress) => say({ progress }),
}).run()
say({ result })
await close()
