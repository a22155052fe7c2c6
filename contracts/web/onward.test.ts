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

const PUBLIC = ['/search', '/t']
const PUBLIC_ADDRESSES: readonly (readonly [string, boolean])[] = [
  ['/t/bail-0a1b2c3d', true],
  ['/t/bail-0a1b2c3d@1.0.0?lang=en&part=2', true],
  ['/t/bail-0a1b2c3d/compare?from=1.0.0&to=2.0.0', true],
  ['/search?q=bail+commercial&jurisdictions=FR&missing=%2Ft%2Fbail', true],
  ['/account/keys', true],
  ['/account/sign-in?next=%2Ft%2Fbail', false],
  ['/t', true],
  ['/tea/bail', false],
  ['/desk/texts', false],
  ['/api/v1/usage', false],
  ['//evil.example/t/bail', false],
  ['/\\evil.example/t/bail', false],
  ['\\/evil.example', false],
  ['/t//evil.example', false],
  ['/t/../account/sign-out', false],
  ['/t/%2E./account', false],
  ['/t/bail#x', false],
  ['/t/bail\n', false],
  ['\t//evil.example', false],
  [' /t/bail', false],
  ['t/bail', false],
  ['javascript:alert(1)//t/bail', false],
  ['https://law.example/t/bail', false],
  ['/@evil.example', false],
  ['/t@evil.example', false],
  ['', false],
]
for (const [given, isOnward] of PUBLIC_ADDRESSES)
  test(`${JSON.stringify(given)} ${isOnward ? 'leads back to a page' : 'leads to no page'}`, () =>
    expect(onwardIn('/account', given, PUBLIC)).toBe(isOnward ? given : null))

for (const [given, isOnward] of ADDRESSES)
  test(`${JSON.stringify(given)} ${isOnward ? 'leads on' : 'leads nowhere'}`, () =>
    expect(onwardIn('/account', given)).toBe(isOnward ? given : null))
