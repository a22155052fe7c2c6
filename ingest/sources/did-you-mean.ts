import { closestOf } from '#contracts/closest.ts'

/** A list up to this long is shown whole. */
const LIST_MAX = 20

/** `did you mean x? (a, b, c)`: a short list is shown whole, a long one by its closest value. */
export const didYouMean = (given: string, allowed: readonly string[]): string => {
  const list = allowed.length <= LIST_MAX ? ` (${allowed.join(', ')})` : ''
  return `did you mean ${closestOf(given, allowed) ?? 'another'}?${list}`
}
