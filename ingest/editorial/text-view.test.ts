import { expect, test } from 'vitest'
import type { EventName, StoredEvent } from '#contracts/events/event.ts'
import { parseNewEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { articleStream, SemVer } from '#contracts/ids.ts'
import { splitMembers, eraseMembers } from '#contracts/sealing/sealed-members.ts'
import { diffVersions } from '../handlers/diff.ts'
import { historyOf } from '../handlers/history.ts'
import { carryOutAct, draftText } from './carry-out.ts'
import type { EditorialAct } from './acts.ts'
import { actorOf, at, memoryDesk, note, person, SLUG } from './desk.testing.ts'
import { eraseWordings } from './erasure/erase.ts'
import { memoryErasing } from './erasure/memory.testing.ts'
import { viewText } from './text-view.ts'

const ANNE = person(1, ['author'])
const RENE = person(2, ['reviewer'])
const PAUL = person(3, ['publisher'])
const DORA = person(4, ['data_protection'])
const DINA = person(5, ['data_protection'])
const WANTED = {
  versions: [SemVer.parse('1.0.0')],
  ground: 'gdpr-17',
  request: 'RGPD 2026-1',
} as const

/** As the log opens an event whose key was destroyed. */
const opened = (event: StoredEvent, destroyed: ReadonlySet<string>): StoredEvent => {
  if (!destroyed.has(event.id)) return event
  const type: EventName = event.type
  const { clear } = splitMembers(type, event.data)
  return { ...event, ...parseNewEvent(type, eraseMembers(type, clear, event.id)) }
}

/** A text with two versions, of which two people erased the first one. */
const withErasedVersion = async () => {
  const desk = memoryDesk()
  const act = async (who: typeof ANNE, one: EditorialAct): Promise<void> => {
    const outcome = await carryOutAct(desk.deps, who, SLUG, one, at())
    if (isRefusal(outcome)) throw new Error(outcome.refused)
  }
  const publish = async (): Promise<void> => {
    await act(ANNE, { act: 'submit' })
    const view = await viewText(desk.deps, SLUG)
    if (isRefusal(view) || view.draft === null) throw new Error('no draft')
    await act(RENE, { act: 'approve', sha256Hash: view.draft.sha256Hash })
    await act(PAUL, { act: 'publish', reason: 'Note.' })
  }
  await draftText(desk.deps, ANNE, note('La demande de Mme Zwrlikova.'), at())
  await publish()
  await act(ANNE, { act: 'revise', content: note('La demande de Mme X.'), base: null })
  await publish()
  const erasing = memoryErasing(desk)
  for (const who of [DORA, DINA]) {
    const outcome = await eraseWordings(erasing, who, SLUG, WANTED, at())
    if (isRefusal(outcome)) throw new Error(outcome.refused)
  }
  const destroyed = new Set(
    desk.log.flatMap(({ type, data }) => (type === 'WordingErased' ? data.keys : [])),
  )
  const { store } = desk.deps
  const deps = {
    ...desk.deps,
    store: {
      ...store,
      readStreams: async (...asked: Parameters<typeof store.readStreams>) => {
        const streams = await store.readStreams(...asked)
        return new Map(
          [...streams].map(([id, events]) => [id, events.map((one) => opened(one, destroyed))]),
        )
      },
    },
  }
  return { deps }
}

test('an erased version is shown without a hash, in the list and in each fact', async () => {
  const { deps } = await withErasedVersion()
  const [view, history] = [await viewText(deps, SLUG), await historyOf(deps, SLUG)]
  if (isRefusal(view) || isRefusal(history)) throw new Error('refused')
  for (const versions of [view.versions, history.versions])
    expect(versions).toMatchObject([
      { version: '1.0.0', erased: true, sha256Hash: null, reasons: [] },
      { version: '2.0.0', erased: false, sha256Hash: view.published?.sha256Hash },
    ])
  const hashes = new Set(view.history.map(({ sha256Hash }) => sha256Hash))
  expect(hashes).toEqual(new Set([null, view.published?.sha256Hash]))
})

test('an approval names the policy that gave it in place of a person', async () => {
  const { deps } = memoryDesk()
  const drafted = await draftText(deps, ANNE, note(), at())
  await carryOutAct(deps, ANNE, SLUG, { act: 'submit' }, at())
  const before = await viewText(deps, SLUG)
  if (isRefusal(drafted) || isRefusal(before) || before.draft === null) throw new Error('refused')
  const { sha256Hash } = before.draft
  const approved = { type: 'Approved', data: { sha256Hash, policy: 'official-import' } } as const
  const streamId = articleStream(drafted.articleId)
  await deps.store.append([{ streamId, expectedVersion: 2, events: [approved] }], {
    ...at(),
    actor: actorOf(PAUL),
    causationId: null,
  })
  const view = await viewText(deps, SLUG)
  if (isRefusal(view)) throw new Error(view.refused)
  expect(view.history.map(({ type, policy }) => [type, policy])).toEqual([
    ['Drafted', null],
    ['Submitted', null],
    ['Approved', 'official-import'],
  ])
})

test('an erased version is not compared', async () => {
  const { deps } = await withErasedVersion()
  for (const [from, to] of [
    ['1.0.0', '2.0.0'],
    ['2.0.0', '1.0.0'],
  ] as const)
    expect(await diffVersions(deps, SLUG, { from, to })).toMatchObject({
      refused: 'version-erased',
      reason: 'the words of version 1.0.0 were erased',
    })
  expect(await diffVersions(deps, SLUG, { from: '2.0.0', to: '2.0.0' })).toMatchObject({
    members: [],
  })
})
