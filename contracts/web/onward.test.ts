import { expect, test } from 'vitest'
import { onwardIn } from './onward.ts'

const ADDRESSES: readonly (readonly [unknown, boolean])[] = [
  ['/account', true],
  ['/account/keys?done=cap', true],
  ['/account/authorize?redirect_uri=https%3A%2F%2Fa.example%2Fb&scope=mcp+search:read', true],
  ['/account/sign-in', false],
  ['/account/sign-in?next=/account', false],
  ['/accounts', false],
  ['/desk', false],
  ['/', false],
  ['//evil.example/account', false],
  ['/account//evil.example', false],
  ['https://evil.example/account', false],
  ['/account/../desk', false],
  ['/account/%2e%2E/desk', false],
  ['/account/keys#x', false],
  ['/account\\evil', false],
  ['/account/keys\r\nX: y', false],
  [['/account'], false],
  [undefined, false],
]
for (const [given, isOnward] of ADDRESSES)
  test(`${JSON.stringify(given)} ${isOnward ? 'leads on' : 'leads nowhere'}`, () =>
    expect(onwardIn('/account', given)).toBe(isOnward ? given : null))
