/** Where webhooks may be sent: addresses of the public internet, over TLS. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What the operator allows beyond public addresses. */
export type TargetPolicy = {
  /** Addresses of private networks, and plain HTTP to this machine. */
  readonly allowsPrivate: boolean
  /** Ports of https; null: any. */
  readonly ports: readonly number[] | null
}

/** Why nothing is sent to an address. */
export type TargetFault =
  | 'unreadable'
  | 'not_https'
  | 'has_credentials'
  | 'has_fragment'
  | 'port_not_allowed'
  | 'address_not_public'

export const TARGET_CHARACTERS_MAX = 2_000

/**
 * Services that give out credentials of a machine to whoever asks, within ranges that the operator
 * may allow.
 */
const METADATA: ReadonlySet<string> = new Set(['fd00:ec2::254', '100.100.100.200'])

/** Ranges of private networks; the library names them. */
const PRIVATE: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
])

/** All of IPv6 that is assigned to the internet. The library calls more than that unicast. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * The address that a text means. An IPv4 address in the form of IPv6 counts as the IPv4 address.
 */
const addressOf = (text: string): Address | null =>
  isIP(text) === 0 || !ipaddr.isValid(text) ? null : ipaddr.process(text)

const isLoopbackAddress = (text: string): boolean => addressOf(text)?.range() === 'loopback'

/** Whether a connection to this address may be opened. `text` is an address of IPv4 or IPv6. */
export const isAddressAllowed = (
  text: string,
  { allowsPrivate }: Pick<TargetPolicy, 'allowsPrivate'>,
): boolean => {
  const address = addressOf(text)
  if (address === null || METADATA.has(address.toString())) return false
  const range = address.range()
  if (range !== 'unicast') return allowsPrivate && PRIVATE.has(range)
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

/** The host of a URL without the brackets of IPv6. */
const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export const isThisMachine = (host: string): boolean =>
  /(?:^|\.)localhost\.?$/.test(host) || isLoopbackAddress(host)

/** The parser of URLs drops some of them, and no database stores U+0000. */
const CONTROL = /\p{Cc}/u

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port)

/**
 * Why a URL can't be a target, as far as it shows without asking for its addresses; null: it can.
 */
export const targetFault = (text: string, policy: TargetPolicy): TargetFault | null => {
  if (text.length > TARGET_CHARACTERS_MAX || CONTROL.test(text)) return 'unreadable'
  if (!URL.canParse(text)) return 'unreadable'
  const url = new URL(text)
  const host = hostIn(url)
  if (url.username !== '' || url.password !== '') return 'has_credentials'
  if (url.hash !== '') return 'has_fragment'
  if (isIP(host) !== 0 && !isAddressAllowed(host, policy)) return 'address_not_public'
  const isHere = isThisMachine(host)
  if (isHere && !policy.allowsPrivate) return 'address_not_public'
  if (url.protocol === 'http:' && isHere) return null
  if (url.protocol !== 'https:') return 'not_https'
  if (isHere || policy.ports === null || policy.ports.includes(portOf(url))) return null
  return 'port_not_allowed'
}

/** A host and port as they are connected to. Only for a URL without a fault. */
export const endpointOf = (url: URL): { readonly host: string; readonly port: number } => ({
  host: hostIn(url),
  port: portOf(url),
})
