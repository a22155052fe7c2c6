import { isIPv4, isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const HEXTETS = 8
const HEXTETS_OF_A_NETWORK = 4

/** The eight groups of an IPv6 address, in lower-case hex without leading zeros. */
const hextetsOf = (address: string): string[] => {
  // The URL parser normalises every valid form, also one with a dotted end, to RFC 5952.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  const zeros = HEXTETS - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
}

/**
 * The bucket of an anonymous request: an IPv4 address, or the /64 network of an IPv6 address,
 * because one holder has all of its addresses. Invalid addresses (from a proxy or a closed socket)
 * share one bucket.
 */
export const networkOf = (address: string | undefined): string => {
  const plain = address?.split('%')[0] ?? ''
  const ipv4 = MAPPED_IPV4.exec(plain)?.[1] ?? plain
  if (isIPv4(ipv4)) return ipv4
  if (!isIPv6(plain)) return 'unknown'
  return `${hextetsOf(plain).slice(0, HEXTETS_OF_A_NETWORK).join(':')}::/64`
}
