import type { StreamId } from '#contracts/ids.ts'

/** The texts that have a version which is an anonymisation. */
export type AnonymisedTexts = {
  /** The latest first. */
  list(limit: number): Promise<readonly StreamId[]>
}
