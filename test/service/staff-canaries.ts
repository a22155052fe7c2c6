/** A member of staff who joins a running desk as a person does; every secret that they meet. */
import { expect } from 'vitest'
import { Secret } from 'otpauth'
import { codeAt } from '#ingest/editorial/staff/totp.ts'

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** A browser, as far as cookies and forms go. */
const browserAt = (desk: string) => {
  const cookies = new Map<string, string>()
  const send = async (path: string, fields?: Record<string, string>) => {
    const answer = await fetch(`${desk}${path}`, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: desk,
        ...(fields === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields === undefined
        ? {}
        : { method: 'POST', body: new URLSearchParams(fields).toString() }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return { status: answer.status, body: await answer.text() }
  }
  /** Sends the main form of a page. */
  const submit = async (page: string, fields: Record<string, string>, to = page) => {
    const { body } = await send(page)
    const main = body.slice(body.indexOf('<main'))
    const hidden = [...main.matchAll(/type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g)]
    const given = Object.fromEntries(
      hidden.map(([, name = '', value = '']) => [name, unescaped(value)]),
    )
    return { shown: body, ...(await send(to, { ...given, ...fields })) }
  }
  return { cookies, send, submit }
}

/** Takes up an invitation, signs in with a second factor, and makes an access token. */
export const joinDesk = async (
  desk: string,
  invitation: string,
  password: string,
): Promise<{ readonly secrets: readonly string[]; readonly token: string }> => {
  const { cookies, send, submit } = browserAt(desk)
  const invited = invitation.split('/').at(-1) ?? ''
  const joined = await submit(`/desk/invitation/${invited}`, {
    name: 'Nadia Petit',
    next: password,
    again: password,
  })
  expect(joined.status).toBe(303)
  const sessions = [...cookies.values()]
  const enrolment = await send('/desk/second-factor/new')
  const base32 = (/id="secret">([A-Z2-7 ]+)</.exec(enrolment.body)?.[1] ?? '').replaceAll(' ', '')
  const secret = Secret.fromBase32(base32).bytes
  const sealed = unescaped(/name="sealed" value="([^"]+)"/.exec(enrolment.body)?.[1] ?? '')
  const csrf = unescaped(/name="csrf" value="([^"]+)"/.exec(enrolment.body)?.[1] ?? '')
  const code = codeAt(secret, Date.now())
  const enrolled = await send('/desk/second-factor/new', { csrf, sealed, code })
  const codes = enrolled.body.match(/\b[0-9a-z]{5}-[0-9a-z]{5}\b/g) ?? []
  expect(codes).toHaveLength(10)
  const made = await submit('/desk/account', { label: 'essai', days: '30' }, '/desk/account/tokens')
  const token = /svc_staff_[0-9A-Za-z]{36}/.exec(made.body)?.[0] ?? ''
  expect(token).not.toBe('')
  const secrets = [
    password,
    invited,
    base32,
    Buffer.from(secret).toString('hex'),
    ...codes,
    token.slice('svc_staff_'.length),
    ...sessions,
    ...cookies.values(),
  ]
  return { token, secrets: [...new Set(secrets)].filter((one) => one.length > 8) }
}
