/** Rules that hold whatever two persons erase (contracts/conventions/erasure.md). Pure. */
import { ERASURE_REQUEST_MAX, type ErasureGround } from '#contracts/erasure/ground.ts'
import type { Instant } from '#contracts/ids.ts'
import { isVisible } from '#contracts/toolkit/visible.ts'
import { type DomainRefusal, refuse } from './refusals.ts'

/** The ground of an erasure, and the reference of the request, which names nobody. */
export type ErasureReason = { readonly ground: ErasureGround; readonly request: string }
/** Who asked, and when. */
export type Asked = { readonly by: string; readonly at: Instant }

/** The reference as it is recorded. */
export const statedReference = (request: string): string | DomainRefusal => {
  const stated = request.trim()
  return isVisible(stated) && stated.length <= ERASURE_REQUEST_MAX
    ? stated
    : refuse('erasure-reference-invalid')
}

/**
 * Whether an actor makes a request, or confirms that of another person. Both must name the same, so
 * that the second person confirms what they saw.
 */
export const roleOf = <Wanted extends ErasureReason>(
  requested: (Wanted & Asked) | null,
  wanted: Wanted,
  isSame: (a: Wanted, b: Wanted) => boolean,
  actor: string,
): 'asks' | 'confirms' | DomainRefusal => {
  if (requested === null) return 'asks'
  if (!isSame(requested, wanted)) return refuse('request-pending', requested.request)
  return requested.by === actor ? refuse('same-person') : 'confirms'
}

export const isSameReason = (a: ErasureReason, b: ErasureReason): boolean =>
  a.ground === b.ground && a.request === b.request
