/** Says what became of citations, and of those of receipts, since then. Stores nothing. */
import type { Change, ChangedPoint, ChangeType } from '#contracts/changes/change.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import type {
  CheckedCitation,
  CitationOutcome,
  CitationState,
  ReceiptCheckRequest,
  ReceiptCheckResponse,
} from '#contracts/http/receipts.ts'
import { RECEIPT_CHECK_LIMITS } from '#contracts/http/receipts.ts'
import { Position, printPosition, type Slug } from '#contracts/ids.ts'
import type { ReceiptKey } from '#contracts/receipts/format.ts'
import type { Receipt } from '#contracts/receipts/receipt.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { openReceipt } from './open.ts'
import type { TextHistories, TextHistory } from './ports.ts'

const positionOf = ({ position }: CheckedCitation): Position => Position.parse(Number(position))

/** Slugs with the earliest position at which one of their citations was given. */
const askedOf = (citations: readonly CheckedCitation[]): Map<Slug, Position> => {
  const asked = new Map<Slug, Position>()
  for (const citation of citations) {
    const position = positionOf(citation)
    const known = asked.get(citation.slug) ?? position
    asked.set(citation.slug, known < position ? known : position)
  }
  return asked
}

/** What a text is after changes that take it away. */
export const GONE_STATES: Partial<
  Readonly<Record<ChangeType, 'deleted' | 'withdrawn' | 'unpublished'>>
> = {
  'article.deleted': 'deleted',
  'article.withdrawn': 'withdrawn',
  'article.unpublished': 'unpublished',
}

/** The points whose colour differs between the citation and now, with their newest derivation. */
const flagsOf = (
  changes: readonly Change[],
  { headnoteSequence }: CheckedCitation,
): { readonly point: ChangedPoint; readonly change: Change }[] => {
  const points = new Map<number | null, { point: ChangedPoint; change: Change }>()
  for (const change of changes) {
    const { headnote } = change
    if (headnote === null) continue
    const before = points.get(headnote.sequence)?.point.before ?? headnote.before
    points.set(headnote.sequence, { point: { ...headnote, before }, change })
  }
  return [...points.values()].filter(
    ({ point: { sequence, before, after } }) =>
      before !== after &&
      (headnoteSequence === null || sequence === null || sequence === headnoteSequence),
  )
}

/** Classes of changes of a text that leave its wording as it was. */
const OF_SAME_WORDING: ReadonlySet<string | null> = new Set(['validity', 'details'])

type Found = { readonly state: CitationState; readonly change: Change | null }

const stateOf = (
  { servedHash }: TextHistory,
  { sha256Hash }: CheckedCitation,
  changes: readonly Change[],
  turned: Change | null,
): Found => {
  const last =
    changes.findLast(({ headnote, type }) => headnote === null && type !== 'article.erased') ?? null
  const gone = last === null ? undefined : GONE_STATES[last.type]
  if (gone !== undefined) return { state: gone, change: last }
  // The text went before the citation says that it was given.
  if (servedHash === null) return { state: 'unpublished', change: null }
  if (servedHash !== sha256Hash)
    return {
      state: 'superseded',
      change:
        changes.findLast(
          ({ sha256Hash: hash, changeClass }) =>
            hash === servedHash && !OF_SAME_WORDING.has(changeClass),
        ) ?? last,
    }
  if (turned !== null) return { state: 'flag_changed', change: turned }
  const days = changes.findLast(({ changeClass }) => changeClass === 'validity') ?? null
  return days === null
    ? { state: 'current', change: null }
    : { state: 'validity_changed', change: days }
}

/** The change that erased the cited version; null: it was erased before the citation was given. */
const erasureOf = ({ changes }: TextHistory, { version }: CheckedCitation): Change | null =>
  changes.findLast((one) => one.type === 'article.erased' && one.version === version) ?? null

const unknown = ({ slug, version }: CheckedCitation): CitationOutcome => ({
  slug,
  version,
  state: 'unknown',
  position: null,
  changeClass: null,
  reasons: [],
  replacement: null,
  currentVersion: null,
  flags: [],
})

/**
 * The text that a citation names. An erased wording has no hash any more: its version tells, unless
 * a text that has the slug since has this hash.
 */
export const textCited = (
  texts: readonly TextHistory[],
  { version, sha256Hash }: Pick<CheckedCitation, 'version' | 'sha256Hash'>,
): TextHistory | undefined => {
  const withWording = (isMeant: (one: TextHistory['wordings'][number]) => boolean) =>
    texts.find(({ wordings }) => wordings.some((one) => one.version === version && isMeant(one)))
  return (
    withWording((one) => !one.erased && one.sha256Hash === sha256Hash) ??
    withWording(({ erased }) => erased)
  )
}

const outcomeOf = (texts: readonly TextHistory[], citation: CheckedCitation): CitationOutcome => {
  const text = textCited(texts, citation)
  if (text === undefined) return unknown(citation)
  const isErased = text.wordings.some(
    ({ version, erased }) => erased && version === citation.version,
  )
  const given = positionOf(citation)
  const changes = text.changes.filter(({ position }) => Number(position) > given)
  const flags = flagsOf(changes, citation)
  const { state, change } = isErased
    ? { state: 'erased' as const, change: erasureOf(text, citation) }
    : stateOf(text, citation, changes, flags.at(-1)?.change ?? null)
  const served = text.wordings.findLast(({ sha256Hash }) => sha256Hash === text.servedHash)
  return {
    slug: citation.slug,
    version: citation.version,
    state,
    position: change?.position ?? null,
    changeClass: change?.changeClass ?? null,
    reasons: change?.reasons ?? [],
    replacement: change?.replacement ?? null,
    currentVersion: served?.version ?? null,
    flags: flags.map(({ point }) => point),
  }
}

/** A citation, and the member of the request that it comes from. */
type Placed = { readonly citation: CheckedCitation; readonly path: string }

const placedIn = (
  citations: readonly CheckedCitation[],
  pathOf: (index: number) => string,
): Placed[] => citations.map((citation, index) => ({ citation, path: pathOf(index) }))

const faultAt = (path: string, code: string, message: string): ValidationDetail => ({
  path,
  code,
  message,
})

/** Throws RequestInvalid for too many citations, and for each of a position not known yet. */
export const outcomesOf = async (histories: TextHistories, placed: readonly Placed[]) => {
  const { citationsMax } = RECEIPT_CHECK_LIMITS
  if (placed.length > citationsMax)
    throw new RequestInvalid([
      faultAt('receipts', 'too_big', `at most ${citationsMax} citations in one request`),
    ])
  const citations = placed.map(({ citation }) => citation)
  const { head, texts } = await histories.since(askedOf(citations))
  const ahead = placed.filter(({ citation }) => positionOf(citation) > head)
  if (ahead.length > 0) {
    const message = `no change is known above ${printPosition(head)}: send the position of the answer`
    const paths = new Set(ahead.map(({ path }) => path))
    throw new RequestInvalid([...paths].map((path) => faultAt(path, 'cursor_beyond_head', message)))
  }
  const bySlug = Map.groupBy(texts, ({ slug }) => slug)
  return {
    outcomes: citations.map((one) => outcomeOf(bySlug.get(one.slug) ?? [], one)),
    texts,
    head: printPosition(head),
  }
}

/** Whether the outcomes of a receipt are about all that its answer cites. */
const isComplete = ({ cites }: Receipt, outcomes: number): boolean => cites?.count === outcomes

/** Throws RequestInvalid for each receipt that was altered, and for what `outcomesOf` refuses. */
export const checkReceipt = async (
  histories: TextHistories,
  key: ReceiptKey,
  { citations, receipts }: ReceiptCheckRequest,
): Promise<ReceiptCheckResponse> => {
  const read = receipts.map((one, index) => openReceipt(key, one, `receipts.${index}`))
  const faults = read.flatMap((one) => ('fault' in one ? [one.fault] : []))
  if (faults.length > 0) throw new RequestInvalid(faults)
  const opened = read.flatMap((one) => ('fault' in one ? [] : [one]))
  const placed = [
    ...placedIn(citations, (index) => `citations.${index}.position`),
    ...opened.flatMap(({ cited }, index) => placedIn(cited, () => `receipts.${index}.receipt`)),
  ]
  const { outcomes, head } = await outcomesOf(histories, placed)
  const left = outcomes.values()
  const take = (count: number): CitationOutcome[] => [...left.take(count)]
  return {
    outcomes: take(citations.length),
    receipts: opened.map(({ receipt, cited }) => ({
      receipt,
      outcomes: take(cited.length),
      complete: isComplete(receipt, cited.length),
    })),
    head,
  }
}
