import { describe, expect, test } from 'vitest'
import { HOSTILE_TARGETS } from './target.testing.ts'
import { isAddressAllowed, targetFault } from './target.ts'

const STRICT = { allowsPrivate: false, ports: [443, 8443] }
const LENIENT = { allowsPrivate: true, ports: null }

describe('targets', () => {
  test.each(HOSTILE_TARGETS)('nothing is sent to %s', (url) => {
    expect(targetFault(url, STRICT)).not.toBeNull()
  })

  test('addresses of the public internet over https are taken', () => {
    for (const url of [
      'https://receiver.example/hooks?a=1',
      'https://receiver.example:8443/',
      'https://bücher.example/',
      'https://8.8.8.8/',
      'https://[2606:4700::1111]/',
    ])
      expect(targetFault(url, STRICT), url).toBeNull()
  })

  test('the fault says what is wrong', () => {
    expect(targetFault('http://receiver.example/', STRICT)).toBe('not_https')
    expect(targetFault('https://a:b@receiver.example/', STRICT)).toBe('has_credentials')
    expect(targetFault('https://receiver.example/#x', STRICT)).toBe('has_fragment')
    expect(targetFault('https://receiver.example:25/', STRICT)).toBe('port_not_allowed')
    expect(targetFault('https://10.1.2.3/', STRICT)).toBe('address_not_public')
    expect(targetFault(`https://receiver.example/${'x'.repeat(2_000)}`, STRICT)).toBe('unreadable')
    for (const control of ['\0', '\n', '\t', '\u0085'])
      expect(targetFault(`https://receiver.example/${control}`, STRICT)).toBe('unreadable')
  })

  test('an operator may allow private networks and other ports, never metadata services', () => {
    for (const url of [
      'https://10.1.2.3:9000/',
      'https://[fc00::1]/',
      'http://127.0.0.1:8090/',
      'http://localhost/',
      'https://localhost:1/',
    ])
      expect(targetFault(url, LENIENT), url).toBeNull()
    for (const url of [
      'https://169.254.169.254/',
      'https://[::ffff:169.254.169.254]/',
      'https://[fd00:ec2::254]/',
      'https://100.100.100.200/',
      'https://[fe80::1]/',
      'https://0.0.0.0/',
      'https://[64:ff9b::7f00:1]/',
      'https://224.0.0.1/',
      'http://10.1.2.3/',
      'http://receiver.example/',
    ])
      expect(targetFault(url, LENIENT), url).not.toBeNull()
  })

  test('what resolves to anything else than an address is refused', () => {
    for (const text of ['', 'receiver.example', '127.1', '0x7f000001', '1.2.3'])
      expect(isAddressAllowed(text, LENIENT), text).toBe(false)
  })
})
