/**
 * No change of a workflow may break one that is on its way: each saved history is replayed. No
 * server is needed.
 */
import { Worker } from '@temporalio/worker'
import { expect, test } from 'vitest'
import { beQuiet, testBundle } from '../engines/temporal.ts'
import { keptHistories } from '../engines/temporal-histories.ts'

const replayed = async (histories: Awaited<ReturnType<typeof keptHistories>>) => {
  beQuiet()
  const faults: string[] = []
  const options = { workflowBundle: await testBundle() }
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
    if (error !== undefined) faults.push(`${workflowId}: ${error.name}`)
  }
  return faults
}

const EVERY_WORKFLOW = [
  'import-corpus',
  'import-corpus-cancelled',
  'import-corpus-continued',
  'ingest-batch',
  'ingest-decision',
  'ingest-doctrine',
  'publish-article',
  'publish-scheduled',
  'reassess-groundedness',
  'reembed-corpus',
  'replay-corpus',
  'report-usage',
  'unpublish-article',
]

test('every workflow has a saved history, and does again what it did', async () => {
  const histories = await keptHistories()
  expect(histories.map(({ name }) => name)).toEqual(EVERY_WORKFLOW)
  expect(await replayed(histories)).toEqual([])
})

test('a workflow that would do something else is found out', async () => {
  const histories = await keptHistories()
  const changed = histories.filter(({ name }) => name === 'replay-corpus')
  for (const { history } of changed) {
    for (const { activityTaskScheduledEventAttributes: scheduled } of history.events) {
      if (scheduled?.activityType) scheduled.activityType.name = 'somethingElse'
    }
  }
  expect(await replayed(changed)).toEqual(['replay: DeterminismViolationError'])
})
