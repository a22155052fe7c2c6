/** What a workflow waits for, on a server that skips time. */
import { describe, expect, test } from 'vitest'
import { Worker } from '@temporalio/worker'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Slug } from '#contracts/ids.ts'
import { TASK_QUEUE } from '#workflows/temporal/names.ts'
import { openTimeSkipping, testBundle, timeSkippingMissing } from '../engines/temporal.ts'
import { CONTEXT } from '../import/real.ts'

const missing = await timeSkippingMissing()
const NOT_APPROVED = {
  refused: 'not-approved',
  reason: 'the draft is not approved',
  hint: 'submit it',
}

describe.skipIf(missing !== null)(`time (${missing ?? 'server that skips it'})`, () => {
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
