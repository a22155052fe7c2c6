/** Where an application may be answered (RFC 6749, 3.1.2; RFC 8252, 7.3; RFC 9700, 4.1). */

/** Printable ASCII: a URL parser drops tabs and line ends, and would compare another text. */
const WRITTEN = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
const LOOPBACK_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/

export const REDIRECT_CHARACTERS_MAX = 500

/**
 * Whether an address may be registered: https, or http to this very machine, where a program of the
 * person listens; with no fragment, no name and no password.
 */
export const isRedirect = (text: string): boolean => {
  if (text.length > REDIRECT_CHARACTERS_MAX || !WRITTEN.test(text) || text.includes('#'))
    return false
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '' || text.split(/[/?]/u)[2]?.includes('@') === true)
    return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

/** A program takes any free port of this machine at each start, so the port is not compared. */
const comparable = (text: string): string => text.replace(LOOPBACK_PORT, '$1')

/** Whether an address is one of those registered: character by character, a loopback port aside. */
export const isRegistered = (registered: readonly string[], text: string): boolean =>
  isRedirect(text) && registered.some((one) => comparable(one) === comparable(text))

/** Whether a program of the person's own machine listens there. */
export const isLoopback = (redirectUri: string): boolean =>
  LOOPBACK.has(new URL(redirectUri).hostname)

/** The host as a person is to read it: punycode stays, so that no letter imitates another. */
export const hostOf = (redirectUri: string): string => new URL(redirectUri).host

/** The address with an answer in its query. */
export const withAnswer = (redirectUri: string, answer: Readonly<Record<string, string>>): string =>
  `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(answer).toString()}`
