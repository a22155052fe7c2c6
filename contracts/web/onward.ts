/** Where somebody goes after signing in: the page that they asked for, in this area alone. */

/** A path of the area with its query; no other site, no `..`, no fragment. */
const SAFE = /^(?:\/[\w.~%-]+)+(?:\?[\w.~%&=+*:/,@-]*)?$/
const UP = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i

/** The address, if it leads into the area and not to its sign-in page; else null. */
export const onwardIn = (areaPath: string, given: unknown): string | null => {
  if (typeof given !== 'string' || !SAFE.test(given) || UP.test(given)) return null
  const [path = ''] = given.split('?')
  const isInside = path === areaPath || path.startsWith(`${areaPath}/`)
  return isInside && path !== `${areaPath}/sign-in` ? given : null
}
