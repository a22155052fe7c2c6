/**
 * Follows the changes of the live generation and notifies accounts of changes to texts that their
 * receipts and watches cite. The checkpoint counts positions of the log, and ids are derived, so a
 * replay, a swap and a second follower notify nobody again.
 */
import type { Change } from '#contracts/changes/change.ts'
import { type KeptCitation, RECALL_LIMITS } from '#contracts/http/recall.ts'
import { type ArticleId, Position } from '#contracts/ids.ts'
import type { Step } from '#contracts/toolkit/follow.ts'
import type { ChangesReader } from '../changes/ports.ts'
import type { TextHistories } from '../receipts/ports.ts'
import { findCited } from './citations.ts'
import { citationsErasedWithSlug, fileErased } from './erased-slugs.ts'
import { recallOf } from './message.ts'
import type {
  AccountKey,
  FiledCitation,
  FollowedCitation,
  NewReceipt,
  RecallFollowing,
  RecallStep,
  TellRecall,
} from './ports.ts'
import { RECALLING, touchOf } from './touch.ts'

const STEP = {
  /** Receipts that are filed in one transaction. */
  receipts: 100,
  changes: 200,
  /** Fingerprints that are looked up at once. */
  fingerprints: 5_000,
  sweepEveryMs: 60_000,
} as const

const MAX_POSITION = Number.MAX_SAFE_INTEGER as Position

export type RecallDeps = {
  readonly store: RecallFollowing
  readonly changes: ChangesReader
  readonly histories: TextHistories
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

type RecallProgress = Step<Position> & { readonly told: number }

const positionOf = ({ position }: Change): Position => Position.parse(Number(position))

/** Removes slug and hash of erased wordings from a receipt, and the signed form that names them. */
const strike = (receipt: NewReceipt, places: ReadonlySet<number>): NewReceipt => ({
  ...receipt,
  content: {
    ...receipt.content,
    receipt: null,
    citations: receipt.content.citations.map((one, place) =>
      places.has(place) ? { ...one, slug: null, sha256Hash: null, erased: true } : one,
    ),
  },
})

/** A citation while changes are applied to it. */
type Applied = FollowedCitation & { readonly place: number; isSuperseded: boolean }

/** Applies a change to the citations of one receipt or watch, and says which it touches. */
const applyTo = (citations: readonly Applied[], change: Change, { fingerprints }: AccountKey) => {
  const touched = citations.flatMap((one) => {
    if (positionOf(change) <= one.followsAfter) return []
    const state = touchOf({ ...one, superseded: one.isSuperseded }, change, fingerprints)
    if (state === 'superseded') one.isSuperseded = true
    return state === null ? [] : [{ state, place: one.place }]
  })
  const state = touched[0]?.state
  return state === undefined ? null : { state, places: touched.map(({ place }) => place) }
}

const citationsAt = ({ content }: NewReceipt, places: readonly number[]): KeptCitation[] =>
  places.flatMap((place) => content.citations[place] ?? [])

/** Whether the erasure of a wording among these comes after a position. */
const isErasedLater = (
  found: readonly { readonly changes: readonly Change[] }[],
  at: Position,
): boolean =>
  (found[0]?.changes ?? []).some(
    (change) => change.type === 'article.erased' && positionOf(change) > at,
  )

/** Files new receipts, and tells what changed between each answer and the checkpoint. */
const fileNew = async (
  { store, histories }: Pick<RecallDeps, 'store' | 'histories'>,
  at: Position,
): Promise<RecallStep> => {
  const receipts = await store.newReceipts(STEP.receipts)
  const given = ({ content }: NewReceipt): Position =>
    content.position === null ? at : Position.parse(Number(content.position))
  const asked = new Map<NonNullable<KeptCitation['slug']>, Position>()
  for (const receipt of receipts)
    for (const { slug } of receipt.content.citations)
      if (slug !== null)
        asked.set(slug, Math.min(asked.get(slug) ?? MAX_POSITION, given(receipt)) as Position)
  const { texts } = await histories.since(asked)
  const bySlug = Map.groupBy(texts, ({ slug }) => slug)
  const goneWith = await store.erased([...asked.keys()])
  const filed: RecallStep['filed'][number][] = []
  const recalls: TellRecall[] = []
  const struck: NewReceipt[] = []
  for (const receipt of receipts) {
    const { key } = receipt
    const followsAfter = Math.max(at, given(receipt)) as Position
    const found = receipt.content.citations
      .slice(0, RECALL_LIMITS.citationsMax)
      .flatMap((cited, place) => {
        const own = cited.slug === null ? [] : (bySlug.get(cited.slug) ?? [])
        const one = findCited(own, cited, given(receipt), followsAfter, key.fingerprints)
        return one === null ? [] : [{ ...one, place }]
      })
    const places = new Set(found.map(({ place }) => place))
    const gone = citationsErasedWithSlug(receipt, places, goneWith)
    const erased = new Set(
      [...found.filter((one) => one.erased), ...gone].map(({ place }) => place),
    )
    const shown = erased.size === 0 ? receipt : strike(receipt, erased)
    if (erased.size > 0) struck.push(shown)
    const kept: (FollowedCitation & { readonly place: number })[] = []
    for (const [, own] of Map.groupBy(found, ({ text }) => text.articleId)) {
      const citations: Applied[] = own.map(({ followed, place }) => ({
        ...followed,
        followsAfter: given(receipt),
        place,
        isSuperseded: followed.superseded,
      }))
      const text = own[0]?.followed.text ?? Buffer.alloc(0)
      for (const change of own[0]?.changes ?? []) {
        if (positionOf(change) > at) break
        const touched = applyTo(citations, change, key)
        if (touched === null) continue
        const about = { key, holderId: receipt.id, receipt: shown, handle: null, text }
        recalls.push(
          recallOf(change, {
            ...about,
            state: touched.state,
            citations: citationsAt(shown, touched.places),
          }),
        )
      }
      for (const { isSuperseded, ...one } of citations)
        // Of what is erased, only an erasure that is still ahead is told.
        if (!erased.has(one.place) || isErasedLater(own, at))
          kept.push({ ...one, followsAfter, superseded: isSuperseded })
    }
    const ofGone = fileErased(gone, shown, { given: given(receipt), at })
    kept.push(...ofGone.kept)
    recalls.push(...ofGone.recalls)
    filed.push({ receipt: shown, citations: kept })
  }
  return { filed, recalls, superseded: [], ended: [], struck }
}

/** The citations that changes may touch, by text, and the keys that they are filed under. */
const filedFor = async (store: RecallFollowing, ids: readonly ArticleId[]) => {
  const keys = await store.keys()
  const byText = new Map<ArticleId, FiledCitation[]>()
  const keyOf = new Map(keys.map((key) => [key.id, key]))
  let names = new Map<string, ArticleId>()
  const lookUp = async (): Promise<void> => {
    if (names.size === 0) return
    for (const one of await store.filed([...names.keys()])) {
      const id = names.get(one.text.toString('hex'))
      if (id === undefined) continue
      const own = byText.get(id)
      if (own === undefined) byText.set(id, [one])
      else own.push(one)
    }
    names = new Map()
  }
  for (const { fingerprints } of keys)
    for (const id of ids) {
      names.set(fingerprints.text(id).toString('hex'), id)
      if (names.size >= STEP.fingerprints) await lookUp()
    }
  await lookUp()
  return { byText, keyOf }
}

/** What a page of changes makes of what is filed. */
const tellOf = async (store: RecallFollowing, changes: readonly Change[]): Promise<RecallStep> => {
  const ids = [...new Set(changes.flatMap(({ articleId }) => articleId ?? []))]
  const { byText, keyOf } = await filedFor(store, ids)
  const all = [...byText.values()].flat()
  const held = await store.receipts([
    ...new Set(all.filter(({ handle }) => handle === null).map(({ holderId }) => holderId)),
  ])
  const receipts = new Map(held.map((one) => [one.id, one]))
  const applied = new Map<number, Applied>(
    all.map((one) => [one.id, { ...one, isSuperseded: one.superseded }]),
  )
  const recalls: TellRecall[] = []
  const superseded = new Set<number>()
  const ended = new Set<number>()
  const struck = new Map<string, NewReceipt>()
  for (const change of changes) {
    const own = change.articleId === null ? [] : (byText.get(change.articleId) ?? [])
    for (const [holderId, filed] of Map.groupBy(own, (one) => one.holderId)) {
      const [first] = filed
      const key = first === undefined ? undefined : keyOf.get(first.keyId)
      if (first === undefined || key === undefined) continue
      const left = filed.filter(({ id }) => !ended.has(id))
      const touched = applyTo(
        left.flatMap(({ id }) => applied.get(id) ?? []),
        change,
        key,
      )
      if (touched === null) continue
      const isTouched = new Set(touched.places)
      const rows = left.filter(({ place }) => isTouched.has(place))
      if (touched.state === 'superseded') for (const { id } of rows) superseded.add(id)
      let receipt = struck.get(holderId) ?? receipts.get(holderId) ?? null
      if (touched.state === 'erased') {
        for (const { id } of rows) ended.add(id)
        if (receipt !== null) {
          receipt = strike(receipt, isTouched)
          struck.set(holderId, receipt)
        }
      }
      const { handle, text } = first
      // Its owner deleted the receipt meanwhile.
      if (handle === null && receipt === null) continue
      const citations = receipt === null ? [] : citationsAt(receipt, touched.places)
      const { state } = touched
      recalls.push(recallOf(change, { key, holderId, receipt, handle, text, state, citations }))
    }
  }
  return {
    filed: [],
    recalls,
    superseded: [...superseded],
    ended: [...ended],
    struck: [...struck.values()],
  }
}

/** Takes steps of the follower. Throws the Faults of its ports. */
export const makeRecallFollower = (deps: RecallDeps) => {
  const { store, changes, clock } = deps
  let sweptAt = Number.NEGATIVE_INFINITY

  const sweep = async (): Promise<void> => {
    if (clock() - sweptAt < STEP.sweepEveryMs) return
    const isMore = await store.sweep()
    if (!isMore) sweptAt = clock()
  }
  /** Tells, unless another follower moved on meanwhile: the next step begins where it ended. */
  const tell = async (
    from: Position,
    step: RecallStep,
    to: Position,
    isCaughtUp: boolean,
  ): Promise<RecallProgress> =>
    (await store.tell(from, step, to))
      ? { place: to, isCaughtUp, told: step.recalls.length }
      : { place: from, isCaughtUp: false, told: 0 }

  const begin = async (): Promise<Position> => {
    const { head } = await changes.read({ after: MAX_POSITION, limit: 1 })
    await store.begin(head)
    return head
  }

  return {
    /** Files all new receipts, so that what each cites is found. */
    file: async (): Promise<void> => {
      for (;;) {
        const from = (await store.position()) ?? (await begin())
        const filing = await fileNew(deps, from)
        if (filing.filed.length === 0) return
        await store.tell(from, filing, from)
      }
    },
    step: async (): Promise<RecallProgress> => {
      await sweep()
      const from = await store.position()
      if (from === null) return { place: await begin(), isCaughtUp: false, told: 0 }
      const filing = await fileNew(deps, from)
      if (filing.filed.length > 0) return tell(from, filing, from, false)
      const page = await changes.read({ after: from, limit: STEP.changes, types: RECALLING })
      if (page.next <= from) return { place: from, isCaughtUp: true, told: 0 }
      const step = await tellOf(store, page.changes)
      return tell(from, step, page.next, page.next >= page.head)
    },
  }
}
export type RecallFollower = ReturnType<typeof makeRecallFollower>
