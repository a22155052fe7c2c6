/** Where somebody goes after signing in: the page that they came from, on this site alone. */

/** A path of this site with its query; no other site, no `..`, no fragment. */
const SAFE = /^(?:\/[\w.~%@-]+)+(?:\?[\w.~%&=+*:/,@-]*)?$/
const UP = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i

/**
 * The address, if it leads into the area or to one of the other paths (or below it), and not to the
 * sign-in page of the area; else null.
 */
export const onwardIn = (
  areaPath: string,
  given: unknown,
  others: readonly string[] = [],
): string | null => {
  if (typeof given !== 'string' || !SAFE.test(given) || UP.test(given)) return null
  const [path = ''] = given.split('?')
  const isInside = [areaPath, ...others].some((own) => path === own || path.startsWith(`${own}/`))
  return isInside && path !== `${areaPath}/sign-in` ? given : null
}
