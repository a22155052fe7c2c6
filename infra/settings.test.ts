import { expect, test } from 'vitest'
import { parseSettings } from './settings.ts'

test('defaults serve on loopback with the limits of the specification', () => {
  const settings = parseSettings({})
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: null,
    limits: { anonymous: 30, rest: 120, mcp: 60, mcpFirm: 600 },
  })
})

test('all errors are reported together, by the name of the setting', () => {
  expect(() =>
    parseSettings({ PORT: 'eighty', DATABASE_URL: 'mysql://x', LIMIT_REST: '0' }),
  ).toThrow(/PORT: .*DATABASE_URL: .*LIMIT_REST: /)
})

test.each(['abc', '-1', '65536', '80.5', '0x50', '8e3', 'NaN', '99999999999999999999'])(
  'PORT=%s is refused in words that say what a port is',
  (word) => {
    for (const name of ['PORT', 'DESK_PORT', 'METRICS_PORT'])
      expect(() => parseSettings({ [name]: word })).toThrow(
        `${name}: must be a whole number from 0 to 65535`,
      )
  },
)

test('a pepper of blanks is refused; blanks around one are part of it, as they always were', () => {
  expect(() => parseSettings({ KEY_PEPPER: ' '.repeat(64) })).toThrow(/KEY_PEPPER: .*at least 32/)
  const pepper = ` ${'p'.repeat(32)}\n`
  expect(parseSettings({ KEY_PEPPER: pepper }).keyPepper).toBe(pepper)
})

test('an empty variable counts as not set', () => {
  expect(parseSettings({ PORT: '', DATABASE_URL: '' }).port).toBe(8080)
})

test('a search engine needs its address and its key', () => {
  const [address, key] = [{ TYPESENSE_URL: 'http://127.0.0.1:8108' }, { TYPESENSE_API_KEY: 'k' }]
  expect(() => parseSettings(address)).toThrow(/TYPESENSE_API_KEY: .*TYPESENSE_URL/)
  expect(() => parseSettings(key)).toThrow(/TYPESENSE_URL: .*TYPESENSE_API_KEY/)
  expect(() => parseSettings({ ...key, TYPESENSE_URL: 'http://[' })).toThrow(/TYPESENSE_URL: /)
  expect(parseSettings({ ...address, ...key })).toMatchObject({
    typesenseUrl: 'http://127.0.0.1:8108',
    typesenseApiKey: 'k',
  })
  expect(parseSettings({})).toMatchObject({ typesenseUrl: null, typesenseApiKey: null })
})

test('a model needs its address and its name, and its call ends before its reservation', () => {
  const [address, name] = [{ LLM_BASE_URL: 'http://127.0.0.1:1234/v1' }, { LLM_MODEL: 'm' }]
  expect(parseSettings({})).toMatchObject({ generation: null })
  expect(() => parseSettings(address)).toThrow(/LLM_MODEL: .*LLM_BASE_URL/)
  expect(() => parseSettings(name)).toThrow(/LLM_BASE_URL: .*LLM_MODEL/)
  expect(parseSettings({ ...address, ...name, LLM_STREAM: 'on' }).generation).toEqual({
    baseUrl: 'http://127.0.0.1:1234/v1',
    model: 'm',
    apiKey: null,
    timeoutMs: 30_000,
    stream: true,
  })
  for (const [bad, fault] of [
    [{ LLM_BASE_URL: 'http://user:secret@host/v1' }, /LLM_BASE_URL: must have no user/],
    [{ LLM_BASE_URL: 'ftp://host/v1' }, /LLM_BASE_URL: /],
    [{ LLM_API_KEY: 'a b' }, /LLM_API_KEY: /],
    [{ LLM_TIMEOUT_SECONDS: '40' }, /RESERVATION_SECONDS: must be above 90/],
  ] as const) {
    const settings = () => parseSettings({ ...address, ...name, ...bad })
    expect(settings).toThrow(fault)
    expect(settings).not.toThrow(/secret|a b/)
  }
})

test('a reservation outlasts every call that it pays for, with a model or without', () => {
  const model = { LLM_BASE_URL: 'http://127.0.0.1:1234/v1', LLM_MODEL: 'm' }
  for (const [settings, longest] of [
    [{}, 50],
    [model, 80],
    [{ ...model, LLM_TIMEOUT_SECONDS: '600' }, 650],
    [{ LLM_TIMEOUT_SECONDS: '600' }, 50],
  ] as const) {
    const held = (seconds: number) =>
      parseSettings({ ...settings, RESERVATION_SECONDS: String(seconds) })
    expect(() => held(longest)).toThrow(`RESERVATION_SECONDS: must be above ${longest}`)
    expect(held(longest + 1).reservationSeconds).toBe(longest + 1)
  }
  expect(parseSettings(model).reservationSeconds).toBe(90)
})

test('mail needs a server, a sender and the address of the service, each in one line', () => {
  const [url, from, place] = [
    { SMTP_URL: 'smtp://user:se%40cret@smtp.example:587' },
    { SMTP_FROM: 'Pandect <veille@cabinet.example>' },
    { PUBLIC_URL: 'https://pandect.cabinet.example/' },
  ]
  expect(parseSettings(place).mail).toBeNull()
  expect(() => parseSettings(url)).toThrow(/SMTP_FROM: .*SMTP_URL/)
  expect(() => parseSettings({ ...url, ...from })).toThrow(/PUBLIC_URL: /)
  expect(parseSettings({ ...url, ...from, ...place }).mail).toEqual({
    url: url.SMTP_URL,
    from: from.SMTP_FROM,
    publicUrl: 'https://pandect.cabinet.example',
  })
  for (const [bad, fault] of [
    [{ SMTP_URL: 'http://secret@smtp.example' }, /SMTP_URL: /],
    [{ SMTP_URL: 'smtp://smtp.example/?pool=secret' }, /SMTP_URL: /],
    [{ SMTP_URL: 'smtp://smtp.example\r\nsecret' }, /SMTP_URL: /],
    [{ SMTP_FROM: 'a@b.example\r\nBcc: secret@b.example' }, /SMTP_FROM: /],
    [{ SMTP_FROM: 'a@b.example, secret@b.example' }, /SMTP_FROM: /],
    [{ SMTP_FROM: 'secret' }, /SMTP_FROM: /],
    [{ PUBLIC_URL: 'https://secret@pandect.example' }, /PUBLIC_URL: /],
  ] as const) {
    const settings = () => parseSettings({ ...url, ...from, ...place, ...bad })
    expect(settings).toThrow(fault)
    expect(settings).not.toThrow(/secret/)
  }
})
