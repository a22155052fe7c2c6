import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { expect, test } from 'vitest'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { carryOutAct, draftText } from '#ingest/editorial/carry-out.ts'
import { at, memoryDesk, note, NOW, person, SLUG } from '#ingest/editorial/desk.testing.ts'
import { viewText } from '#ingest/editorial/text-view.ts'
import { editorialActivities, type OnAct } from '#workflows/temporal/editorial-activities.ts'

const AUTHOR = person(1, ['author'])
const REVIEWER = person(2, ['reviewer'])

/** As the server gives an activity to a worker for the nth time. */
const attempt = <T>(number: number, work: () => Promise<T>): Promise<T> => {
  const context = {
    info: { attempt: number },
    heartbeat: () => undefined,
    cancellationSignal: new AbortController().signal,
  }
  return asyncLocalStorage.run(context as unknown as Context, work)
}

const approved = async () => {
  const desk = memoryDesk()
  const { deps } = desk
  await draftText(deps, AUTHOR, note(), at())
  await carryOutAct(deps, AUTHOR, SLUG, { act: 'submit' }, at())
  const text = await viewText(deps, SLUG)
  if (isRefusal(text) || text.draft === null) throw new Error('no draft')
  const { sha256Hash } = text.draft
  await carryOutAct(deps, REVIEWER, SLUG, { act: 'approve', sha256Hash }, at())
  return desk
}

/** Fails at its first act, as a database that is away. */
const failingOnce = () => {
  const acts: Parameters<OnAct>[0][] = []
  const onAct: OnAct = async (act) => {
    acts.push(act)
    if (acts.length === 1) throw new Fault('store-unavailable', 'away', { retryAfterMs: 1 })
  }
  return { acts, onAct }
}

const request = (revision: number, correlationId: string) => ({
  articleId: articleIdOf('desk:note-1'),
  slug: SLUG,
  revision,
  context: { actor: 'person:editor', time: NOW, correlationId, causationId: null },
})

test('an act whose line in the audit failed gets it from the next attempt, once', async () => {
  const { deps, log } = await approved()
  const publishing = failingOnce()
  const first = editorialActivities(deps, publishing.onAct)
  const publish = request(1, 'publish')
  await expect(attempt(1, () => first.publishText(publish))).rejects.toThrow('away')
  const published = { slug: SLUG, status: 'published', version: '1.0.0' }
  expect(await attempt(2, () => first.publishText(publish))).toMatchObject(published)
  expect(publishing.acts).toMatchObject([
    { kind: 'text.published', actor: 'person:editor', isRepeated: false },
    { kind: 'text.published', actor: 'person:editor', outcome: published, isRepeated: true },
  ])
  const taking = failingOnce()
  const then = editorialActivities(deps, taking.onAct)
  const unpublish = { ...request(1, 'unpublish'), reason: 'une erreur' }
  await expect(attempt(1, () => then.unpublishText(unpublish))).rejects.toThrow('away')
  const unpublished = { slug: SLUG, status: 'unpublished', version: '1.0.0' }
  expect(await attempt(2, () => then.unpublishText(unpublish))).toMatchObject(unpublished)
  expect(taking.acts[1]).toMatchObject({ outcome: unpublished, isRepeated: true })
  const types = log.map(({ type }) => type)
  expect(types.filter((type) => type === 'VersionPublished' || type === 'Unpublished')).toEqual([
    'VersionPublished',
    'Unpublished',
  ])
})

test('what another request did is no act of this one', async () => {
  const { deps } = await approved()
  const acts: unknown[] = []
  const activities = editorialActivities(deps, async (act) => void acts.push(act))
  await attempt(1, () => activities.publishText(request(1, 'first')))
  expect(await attempt(2, () => activities.publishText(request(1, 'second')))).toMatchObject({
    status: 'published',
    changed: false,
  })
  const unpublish = { ...request(1, 'third'), reason: 'une erreur' }
  await attempt(1, () => activities.unpublishText(unpublish))
  expect(await attempt(1, () => activities.unpublishText(unpublish))).toMatchObject({
    refused: 'already-unpublished',
  })
  expect(acts).toHaveLength(2)
})
