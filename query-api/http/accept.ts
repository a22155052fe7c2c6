/** Which form of an article a client would rather have (RFC 9110, section 12.5.1). */

export type ArticleForm = 'json' | 'markdown'

type Range = { readonly type: string; readonly weight: number }

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
const ALL = 1

const rangeOf = (text: string): Range => {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.map((one) => WEIGHT.exec(one)?.[1]).find((one) => one !== undefined)
  return { type, weight: weight === undefined ? ALL : Number(weight) }
}

/** The most exact range that fits decides; none: not wanted. */
const weightOf = (ranges: readonly Range[], type: string): number => {
  const whole = `${type.split('/')[0]}/*`
  const fitting = [type, whole, '*/*'].map((one) => ranges.find((range) => range.type === one))
  return fitting.find((range) => range !== undefined)?.weight ?? 0
}

/** Whether `type` is wanted more than `other`. */
export const prefers = (accept: string | undefined, type: string, other: string): boolean => {
  if (accept === undefined) return false
  const ranges = accept.split(',').map(rangeOf)
  return weightOf(ranges, type) > weightOf(ranges, other)
}

/**
 * Markdown only where it is wanted more than JSON; whoever asks for neither is answered with JSON.
 */
export const formWanted = (accept: string | undefined): ArticleForm =>
  prefers(accept, 'text/markdown', 'application/json') ? 'markdown' : 'json'
