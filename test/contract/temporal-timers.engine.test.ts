/** What a workflow waits for, on a server that skips time. */
import { describe, expect, test } from 'vitest'
import { Worker } from '@temporalio/worker'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import { publicationWorkflowId, TASK_QUEUE } from '#workflows/temporal/names.ts'
import { openTimeSkipping, testBundle, timeSkippingMissing } from '../engines/temporal.ts'
import { CONTEXT } from '../import/real.ts'

/** The server may start late on a busy machine. */
const TIMEOUT_MS = 240_000
const missing = await timeSkippingMissing()
const NOT_APPROVED = {
  refused: 'not-approved',
  reason: 'the draft is not approved',
  hint: 'submit it',
}

const place = `time (${missing ?? 'server that skips it'})`
describe.skipIf(missing !== null)(place, { timeout: TIMEOUT_MS }, () => {
  test('a scheduled publication is asked for at its hour', async () => {
    const environment = await openTimeSkipping()
    try {
      const started = await environment.currentTimeMs()
      const hour = started + 40 * 86_400_000
      const asked: number[] = []
      const worker = await Worker.create({
        connection: environment.nativeConnection,
        taskQueue: TASK_QUEUE,
        workflowBundle: await testBundle(),
        activities: {
          publishAtItsHour: async () => {
            const late = (await environment.currentTimeMs()) - hour
            asked.push(late)
            return late < 0 ? { waitMs: -late } : { slug: 'note' }
          },
        },
      })
      const due = {
        articleId: articleIdOf('waits'),
        slug: Slug.parse('note'),
        at: Instant.parse(new Date(hour).toISOString()),
      }
      const outcome = await worker.runUntil(
        environment.client.workflow.execute('publishScheduled', {
          taskQueue: TASK_QUEUE,
          workflowId: publicationWorkflowId(due.articleId, due.at),
          args: [due],
        }),
      )
      expect(outcome).toEqual({ slug: 'note' })
      expect(asked[0]).toBeLessThan(0)
      expect(asked.at(-1)).toBeGreaterThanOrEqual(0)
      expect(asked.at(-1)).toBeLessThan(60_000)
    } finally {
      await environment.teardown()
    }
  })

  test('a publication that nobody approves ends after 30 days, and says so', async () => {
    const environment = await openTimeSkipping()
    try {
      const asked: string[] = []
      const worker = await Worker.create({
        connection: environment.nativeConnection,
        taskQueue: TASK_QUEUE,
        workflowBundle: await testBundle(),
        activities: {
          publishText: () => {
            asked.push('publish')
            return NOT_APPROVED
          },
          authorsOf: () => ({ authors: ['person:author'] }),
        },
      })
      const started = await environment.currentTimeMs()
      const outcome = await worker.runUntil(
        environment.client.workflow.execute('publishArticle', {
          taskQueue: TASK_QUEUE,
          workflowId: 'article/waits/v1',
          args: [
            {
              articleId: articleIdOf('waits'),
              slug: Slug.parse('waits'),
              revision: 1,
              context: CONTEXT,
            },
          ],
        }),
      )
      const days = ((await environment.currentTimeMs()) - started) / 86_400_000
      expect(outcome).toMatchObject({ refused: 'approval-expired' })
      expect(days).toBeGreaterThanOrEqual(30)
      expect(asked).toEqual(['publish'])
    } finally {
      await environment.teardown()
    }
  })
})
