/** A publisher deleted one wording of a text that has others. Pure. */
import type { ArticleEvent } from '#contracts/events/event.ts'
import { Day } from '#contracts/ids.ts'
import type { EndWording } from './commands.ts'
import { validityRecorded } from './publication.ts'
import type { ArticleState, RecordedValidity } from './state.ts'

/** Whether the days that a source stated are days at all: it may also end before it begins. */
const isInForce = ({ validFrom, validTo }: RecordedValidity): boolean =>
  (validFrom !== null || validTo !== null) &&
  (validFrom === null || validTo === null || validFrom <= validTo)

/** Ends before every other day that is written. */
const NEVER = { validFrom: Day.parse('0001-01-02'), validTo: Day.parse('0001-01-01') }

/** The last claim of each state of the source counts, and of each first day. */
const claimsThatCount = (all: readonly RecordedValidity[]): readonly RecordedValidity[] =>
  all.filter((one, place) =>
    all
      .slice(place + 1)
      .every(
        (later) =>
          later.validFrom !== one.validFrom &&
          (later.sourceVersion === null || later.sourceVersion !== one.sourceVersion),
      ),
  )

/**
 * The wording is in force on no day from now on, so that no search and no reading as of a day
 * finds it, and the wording before it is current. It keeps its number, for who cites it. Nothing
 * happens where no other wording would be in force: one has to stand for the text.
 */
export const decideEndWording = (
  { sourceVersion }: EndWording,
  { validities, publicStatus }: ArticleState,
): ArticleEvent[] => {
  if (publicStatus === 'deleted') return []
  const stated = [...validities].flatMap(([version, all]) =>
    claimsThatCount(all).map((one) => ({ version, ...one })),
  )
  const inForce = stated.filter(isInForce)
  const ending = inForce.filter((one) => one.sourceVersion === sourceVersion)
  if (ending.length === inForce.length) return []
  return ending.map(({ version }) => validityRecorded(version, NEVER, sourceVersion))
}
