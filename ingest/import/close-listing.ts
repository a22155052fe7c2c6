/**
 * The end of a complete listing: what it does not have is absent once more, and what was absent
 * from three in a row is taken down (contracts/conventions/deletions.md).
 */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { refusalByCode } from '#contracts/fault.ts'
import type { Slug } from '#contracts/ids.ts'
import { appendDecided } from '../command-handler/command-handler.ts'
import type { ImportDeps, WriteContext } from '../command-handler/write-deps.ts'
import { retryOnConflict } from '../domain/retry-on-conflict.ts'
import type { ClosedListing } from '../ports.ts'
import { idOfFile } from '../sources/registry/stated-again.ts'
import type { ImportNote, RecordOutcome } from './activities.ts'
import { decideAbsences } from './decide-removals.ts'
import { listNameOf, timeOfFile } from './documents.ts'
import { officialSourceFinder } from './official-sources.ts'

/** A complete listing: every text of its publisher that there is. */
export type CompleteListing = {
  /** Count absences also where it has more than 5 % fewer texts than the one before. */
  readonly acceptFall: boolean
}

const OUTCOMES: Readonly<Record<ClosedListing['outcome'], ErrorCode | null>> = {
  counted: null,
  fell: 'listing-fell',
  'same-day': 'listing-same-day',
}

/** Files that were refused: a listing has them, if their names tell what they are. */
const refusedFiles = () => {
  const named = new Map<string, string>()
  let unknown = 0
  return {
    add: (outcomes: readonly RecordOutcome[]): void => {
      for (const outcome of outcomes) {
        if (outcome.classification !== 'refused') continue
        const { file } = outcome.refusal
        const id = idOfFile(file)
        if (id === null) unknown += 1
        else named.set(id, file)
      }
    },
    named: (): ReadonlyMap<string, string> => named,
    areKnown: (): boolean => unknown === 0,
  }
}

type Refused = ReturnType<typeof refusedFiles>

const listRefused = async (deps: ImportDeps, refused: Refused, listing: string): Promise<void> => {
  const sourceOf = officialSourceFinder(deps.official)
  const byPublisher = new Map<string, string[]>()
  for (const [id, file] of refused.named()) {
    const publisher = (await sourceOf(file))?.publisher ?? null
    if (publisher !== null) byPublisher.set(publisher, [...(byPublisher.get(publisher) ?? []), id])
  }
  for (const [publisher, ids] of byPublisher) await deps.documents.list(publisher, ids, listing)
}

export type ListingClosed = {
  readonly notes: readonly ImportNote[]
  /** Texts that three listings in a row did not have. */
  readonly absent: readonly Slug[]
}

const describeListing = ({ publisher, series, documents, before }: ClosedListing): string =>
  `${publisher}, ${series}: ${documents}, before ${before}`

/** Collects what a complete import refuses, and counts absences at its end. */
export const listingCloser = (
  deps: ImportDeps,
  context: WriteContext,
  paths: readonly string[],
  { acceptFall }: CompleteListing,
) => {
  const refused = refusedFiles()
  const file = paths[0] ?? ''
  // Older files do not bring back what this listing no longer has.
  const listed = { list: listNameOf(file), at: timeOfFile(file) ?? context.time }
  const note = (code: ErrorCode, detail?: string): ImportNote => {
    const refusal = refusalByCode(code)
    const reason = detail === undefined ? refusal.reason : `${refusal.reason} (${detail})`
    return { ...refusal, reason, file, line: 1 }
  }
  const takeAbsentDown = (): Promise<readonly Slug[]> =>
    retryOnConflict(async () => {
      const { streams, gone, texts } = await decideAbsences(deps, listed, context)
      const appended = await appendDecided(deps.store, streams, context)
      if (appended === 'moved-on') return appended
      await deps.documents.remove(gone)
      return texts.map(({ slug }) => slug)
    })

  return {
    add: refused.add,
    /** `isWhole`: every file was read to its end. */
    close: async (isWhole: boolean): Promise<ListingClosed> => {
      if (!isWhole || !refused.areKnown())
        return { notes: [note('listing-not-complete')], absent: [] }
      await listRefused(deps, refused, context.correlationId)
      const closed = await deps.documents.closeListing(
        context.correlationId,
        context.time,
        acceptFall,
      )
      const absent = await takeAbsentDown()
      const notes = closed.flatMap((one) => {
        const code = OUTCOMES[one.outcome]
        return code === null ? [] : [note(code, describeListing(one))]
      })
      return { notes: closed.length === 0 ? [note('listing-not-official')] : notes, absent }
    },
  }
}
