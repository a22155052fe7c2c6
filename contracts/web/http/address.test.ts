import { expect, test } from 'vitest'
import { networkOf } from '#contracts/web/http/address.ts'

const NETWORKS = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['no address', 'unknown'],
  ['999.1.1.1', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
] as const

for (const [address, network] of NETWORKS) {
  test(`${address} is counted to ${network}`, () => expect(networkOf(address)).toBe(network))
}
