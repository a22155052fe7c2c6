/** Signing in to the desk, by the forms that people send. */
import { randomUUID } from 'node:crypto'
import { fastify, type InjectOptions } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { type SignedPerson, StaffId, type StaffRole } from '#contracts/staff.ts'
import { addArea, type WebArea } from '#contracts/web/area.ts'
import { hashPassword } from '#contracts/web/passwords.ts'
import { SIGN_IN_LIMITS } from '#contracts/web/sign-in.ts'
import { invite } from '../../staff/invitations.ts'
import { memoryStaff } from '../../staff/memory.testing.ts'
import type { StaffMember } from '../../staff/ports.ts'
import { setSecondFactor } from '../../staff/second-factor.ts'
import { DESK_COOKIES } from '../../staff/session.ts'
import { codeAt } from '../../staff/totp.ts'
import { DESK_ASSETS, frame } from '../frame.ts'
import { addPeople } from '../people/routes.ts'
import { peopleWords } from '../people/words.ts'
import { type DeskPage, DESK_PATH } from '../visit.ts'
import { wordsOf, type Words } from '../words/words.ts'
import { addSignIn } from './routes.ts'
import { signInArea, type SignInDeps } from './sign-in.ts'
import { signInWords } from './words.ts'

const PASSWORD = 'la preuve incombe au demandeur'
const OTHER_PASSWORD = 'nul ne peut se faire justice'
const PEPPER = 'a pepper of more than thirty-two characters'
const SECRET = Buffer.from('12345678901234567890')
const STEP_MS = 30_000
const IDLE_MS = 31 * 60_000
const words = signInWords({ language: 'fr' })

/** A window that counts, as the real limiter does. */
const countingLimiter = (): SignInDeps['limiter'] => {
  const counts = new Map<string, number>()
  return {
    take: (bucket, quota) => {
      const count = (counts.get(bucket) ?? 0) + 1
      counts.set(bucket, count)
      return Promise.resolve({ allowed: count <= quota, remaining: 0, resetSeconds: 600 })
    },
  }
}

let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})

/** A desk with one page that takes a form and says what it got. */
const openDesk = (demonstrates: (member: StaffMember) => boolean = () => false) => {
  let time = Date.parse('2026-11-23T10:00:00.000Z')
  const { store: team, acts } = memoryStaff(() => time)
  const received: unknown[] = []
  const deps: SignInDeps = {
    team,
    limiter: countingLimiter(),
    pepper: PEPPER,
    clock: () => time,
    demonstrationCode: async (member) => (demonstrates(member) ? codeAt(SECRET, time) : null),
  }
  const app = fastify({ trustProxy: '127.0.0.1' })
  app.decorateRequest('failure', null)
  const area: WebArea<SignedPerson, Words, DeskPage> = {
    name: 'desk',
    purpose: 'desk',
    path: DESK_PATH,
    cookiePrefix: DESK_COOKIES,
    wordsOf,
    idOf: ({ id }) => id,
    ...signInArea(deps),
    limiter: deps.limiter,
    pepper: PEPPER,
    assets: Object.values(DESK_ASSETS),
    bodyBytesMax: 16 * 1024 * 1024,
    failedCode: 'desk_failed',
    render: frame,
  }
  addArea(app, area, (desk, web) => {
    addSignIn(desk, deps, web)
    addPeople(desk, deps, web)
    desk.get('/', (request, reply) =>
      web.show(request, reply, {
        title: 'home',
        content: `<p>${web.personIn(request).name}</p><input name="csrf" value="${web.visitIn(request).csrf}" />`,
      }),
    )
    desk.post('/texts/x/edit', (request, reply) => {
      received.push(request.body)
      return reply.send('recorded')
    })
  })
  const addMember = async (roles: readonly StaffRole[], factor: 'factor' | 'none' = 'none') => {
    const id = StaffId.parse(randomUUID())
    const email = EmailAddress.parse(`${id}@example.org`)
    const member = { id, email, name: `Person ${id.slice(0, 4)}`, roles, passwordHash }
    const added = await team.people.add(member, 'system')
    if (isRefusal(added)) throw new Error(added.refused)
    if (factor === 'factor') await setSecondFactor({ ...team, pepper: PEPPER }, id, SECRET, 0)
    return added
  }
  return {
    app,
    team,
    acts,
    received,
    addMember,
    now: () => time,
    advance: (ms: number) => {
      time += ms
    },
  }
}
type Desk = ReturnType<typeof openDesk>

/** A browser, as far as cookies and forms go. */
const browserOf = ({ app }: Desk) => {
  const cookies = new Map<string, string>()
  const send = async (options: InjectOptions) => {
    const answer = await app.inject({
      remoteAddress: '127.0.0.1',
      ...options,
      cookies: Object.fromEntries(cookies),
      headers: { host: 'localhost:8081', 'accept-language': 'fr', ...options.headers },
    })
    for (const { name, value } of answer.cookies)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    return answer
  }
  const get = (url: string) => send({ method: 'GET', url })
  const post = (url: string, form: Record<string, string>, headers = {}) =>
    send({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  return { cookies, get, post }
}
type Browser = ReturnType<typeof browserOf>

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** The hidden fields of the main form of a page. */
const hiddenIn = (body: string): Record<string, string> => {
  const main = body.slice(body.indexOf('<main'))
  const fields = main.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)" \/>/g)
  return Object.fromEntries(
    [...fields].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )
}
const csrfIn = (body: string): string => /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
const actionIn = (body: string): string =>
  /<form[^>]*action="([^"]+)"/.exec(body.slice(body.indexOf('<main')))?.[1] ?? ''

const signIn = async (browser: Browser, { email }: StaffMember, password = PASSWORD) => {
  const page = await browser.get('/desk/sign-in')
  return browser.post('/desk/sign-in', { ...hiddenIn(page.body), email, password })
}
const passFactor = async (browser: Browser, code: string) => {
  const page = await browser.get('/desk/second-factor')
  return browser.post('/desk/second-factor', { ...hiddenIn(page.body), code })
}

let desk: Desk
let browser: Browser
beforeEach(() => {
  desk = openDesk()
  browser = browserOf(desk)
})

describe('signing in', () => {
  test('a stranger comes back to the page that they asked for', async () => {
    const author = await desk.addMember(['author'])
    const sent = await browser.get('/desk/people?lang=fr')
    expect(sent.headers.location).toBe('/desk/sign-in?next=%2Fdesk%2Fpeople%3Flang%3Dfr')
    const page = await browser.get(String(sent.headers.location))
    const form = { ...hiddenIn(page.body), email: author.email, password: PASSWORD }
    const signed = await browser.post('/desk/sign-in', form)
    expect(signed).toMatchObject({ statusCode: 303 })
    expect(signed.headers.location).toBe('/desk/people?lang=fr')
    expect((await browser.get('/desk/')).body).toContain(author.name)
  })

  test('nobody is led to another site', async () => {
    const author = await desk.addMember(['author'])
    for (const next of ['https://example.org/', '//example.org', '/desk/../x?y#z', '/account']) {
      const one = browserOf(desk)
      const page = await one.get(`/desk/sign-in?next=${encodeURIComponent(next)}`)
      const form = { ...hiddenIn(page.body), email: author.email, password: PASSWORD, next }
      expect((await one.post('/desk/sign-in', form)).headers.location).toBe('/desk')
    }
  })

  test('a wrong password, an unknown and a disabled person get the same answer', async () => {
    const author = await desk.addMember(['author'])
    const gone = await desk.addMember(['author'])
    await desk.team.people.disable(gone.id, 'system')
    const unknown = { ...author, email: EmailAddress.parse('nobody@example.org') }
    const answers = [
      await signIn(browserOf(desk), author, OTHER_PASSWORD),
      await signIn(browserOf(desk), gone),
      await signIn(browserOf(desk), unknown),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    for (const { body } of answers)
      expect(body).toContain('L’adresse ou le mot de passe est incorrect.')
  })

  test('guessing is throttled', { timeout: 30_000 }, async () => {
    const author = await desk.addMember(['author'])
    const tries = SIGN_IN_LIMITS.perAddressAndNetwork
    for (let count = 0; count < tries; count += 1) await signIn(browser, author, OTHER_PASSWORD)
    expect((await signIn(browser, author)).statusCode).toBe(429)
  })

  test('signing out, and signing out everywhere, end sessions on the server', async () => {
    const author = await desk.addMember(['author'])
    const other = browserOf(desk)
    await signIn(browser, author)
    await signIn(other, author)
    const kept = new Map(browser.cookies)
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get('/desk/')).body)?.[1] ?? ''
    await browser.post('/desk/sign-out-everywhere', { csrf })
    expect((await other.get('/desk/')).statusCode).toBe(303)
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect((await browser.get('/desk/')).statusCode).toBe(303)
  })

  test('the cookie is not that of the account area', async () => {
    await signIn(browser, await desk.addMember(['author']))
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      'pandect-desk-device',
      'pandect-desk-former',
      'pandect-desk-session',
    ])
  })
})

describe('the second factor', () => {
  test('is asked for before any page, and its code is taken once', async () => {
    const publisher = await desk.addMember(['publisher'], 'factor')
    const first = await signIn(browser, publisher)
    expect(first.headers.location).toBe('/desk/second-factor')
    expect((await browser.get('/desk/')).statusCode).toBe(303)
    const wrong = await passFactor(browser, '000000')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.body).toContain(words.refusals['second-factor-wrong'])
    const code = codeAt(SECRET, desk.now())
    expect((await passFactor(browser, code)).headers.location).toBe('/desk')
    expect((await browser.get('/desk/')).body).toContain(publisher.name)
    const other = browserOf(desk)
    await signIn(other, publisher)
    expect((await passFactor(other, code)).statusCode).toBe(401)
    desk.advance(STEP_MS)
    expect((await passFactor(other, codeAt(SECRET, desk.now()))).statusCode).toBe(303)
  })

  test('cannot be guessed on', async () => {
    const publisher = await desk.addMember(['publisher'], 'factor')
    await signIn(browser, publisher)
    for (let count = 0; count < SIGN_IN_LIMITS.perDevice; count += 1)
      await passFactor(browser, '000000')
    expect((await passFactor(browser, codeAt(SECRET, desk.now()))).statusCode).toBe(429)
  })

  test('is set up by who publishes, with a picture, a secret and ten codes shown once', async () => {
    const publisher = await desk.addMember(['publisher'])
    expect((await signIn(browser, publisher)).headers.location).toBe('/desk/second-factor/new')
    const page = await browser.get('/desk/second-factor/new')
    expect(page.body).toMatch(/<svg class="qr" role="img" aria-label="[^"]+"/)
    const text = /id="secret">([A-Z2-7 ]+)</.exec(page.body)?.[1] ?? ''
    const { Secret } = await import('otpauth')
    const secret = Secret.fromBase32(text.replaceAll(' ', '')).bytes
    const hidden = hiddenIn(page.body)
    const wrong = await browser.post('/desk/second-factor/new', { ...hidden, code: '000000' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.body).toContain(text)
    const code = codeAt(secret, desk.now())
    const done = await browser.post('/desk/second-factor/new', { ...hidden, code })
    expect(done.body.match(/<li><code>[0-9a-z]{5}-[0-9a-z]{5}<\/code><\/li>/g)).toHaveLength(10)
    const account = await browser.get('/desk/account')
    expect(account.body).toContain(words.account.factorUsed)
    expect(account.body).not.toContain(text)
  })

  test('the code of a demonstration person is on the page, and of nobody else', async () => {
    const people: StaffMember[] = []
    desk = openDesk(({ id }) => id === people[0]?.id)
    people.push(await desk.addMember(['publisher'], 'factor'))
    people.push(await desk.addMember(['publisher'], 'factor'))
    const shown = await Promise.all(
      people.map(async (member) => {
        const one = browserOf(desk)
        await signIn(one, member)
        return (await one.get('/desk/second-factor')).body
      }),
    )
    const text = words.factor.demonstration(codeAt(SECRET, desk.now()))
    expect(shown.map((body) => body.includes(text))).toEqual([true, false])
  })
})

describe('a form that was sent after the session had ended', () => {
  const TYPED = 'Première ligne\r\n\r\n<script>"deux"</script> & trois é\u0301'
  const send = async (who: Browser): Promise<ReturnType<Browser['post']>> => {
    const csrf = csrfIn((await who.get('/desk/')).body)
    desk.advance(IDLE_MS)
    return who.post('/desk/texts/x/edit', { csrf, body: TYPED, title: 'T' })
  }

  test('is kept, and sent again by the same person', async () => {
    const author = await desk.addMember(['author'])
    await signIn(browser, author)
    const page = await send(browser)
    expect(page.statusCode).toBe(401)
    expect(page.body).toContain(words.ended)
    const form = { ...hiddenIn(page.body), email: author.email, password: PASSWORD }
    const wrong = await browser.post('/desk/sign-in', { ...form, password: OTHER_PASSWORD })
    expect(wrong.statusCode).toBe(401)
    const kept = await browser.post('/desk/sign-in', {
      ...hiddenIn(wrong.body),
      email: author.email,
      password: PASSWORD,
    })
    expect(kept.body).toContain(words.kept.title)
    expect(actionIn(kept.body)).toBe('/desk/texts/x/edit')
    const sent = await browser.post(actionIn(kept.body), hiddenIn(kept.body))
    expect(sent.body).toBe('recorded')
    expect(desk.received).toEqual([expect.objectContaining({ body: TYPED, title: 'T' })])
  })

  test.each(['sign-out', 'sign-out-everywhere'])(
    'is kept where another window ended it by %s',
    async (way) => {
      const publisher = await desk.addMember(['publisher'], 'factor')
      await signIn(browser, publisher)
      await passFactor(browser, codeAt(SECRET, desk.now()))
      const csrf = csrfIn((await browser.get('/desk/')).body)
      await browser.post(`/desk/${way}`, { csrf })
      await browser.get('/desk/sign-in')
      const page = await browser.post('/desk/texts/x/edit', { csrf, body: TYPED, title: 'T' })
      const form = { ...hiddenIn(page.body), email: publisher.email, password: PASSWORD }
      const asked = await browser.post('/desk/sign-in', form)
      desk.advance(STEP_MS)
      const code = codeAt(SECRET, desk.now())
      const kept = await browser.post('/desk/second-factor', { ...hiddenIn(asked.body), code })
      expect(desk.received).toEqual([])
      await browser.post(actionIn(kept.body), hiddenIn(kept.body))
      expect(desk.received).toEqual([expect.objectContaining({ body: TYPED, title: 'T' })])
    },
  )

  test.each(['after a rest', 'after a sign-out'])(
    'is kept where the same person signed in again in another window, %s',
    async (way) => {
      const publisher = await desk.addMember(['publisher'], 'factor')
      await signIn(browser, publisher)
      await passFactor(browser, codeAt(SECRET, desk.now()))
      const csrf = csrfIn((await browser.get('/desk/')).body)
      if (way === 'after a rest') desk.advance(IDLE_MS)
      else await browser.post('/desk/sign-out', { csrf })
      await signIn(browser, publisher)
      desk.advance(STEP_MS)
      await passFactor(browser, codeAt(SECRET, desk.now()))
      const kept = await browser.post('/desk/texts/x/edit', { csrf, body: TYPED, title: 'T' })
      expect(kept.statusCode).toBe(403)
      expect(kept.body).toContain(words.kept.title)
      expect(desk.received).toEqual([])
      await browser.post(actionIn(kept.body), hiddenIn(kept.body))
      expect(desk.received).toEqual([expect.objectContaining({ body: TYPED, title: 'T' })])
    },
  )

  test('is not sent by somebody else who signed in meanwhile', async () => {
    await signIn(browser, await desk.addMember(['author']))
    const csrf = csrfIn((await browser.get('/desk/')).body)
    await browser.post('/desk/sign-out', { csrf })
    await signIn(browser, await desk.addMember(['author']))
    for (const form of [csrf, 'forged']) {
      const answer = await browser.post('/desk/texts/x/edit', { csrf: form, body: TYPED })
      expect(answer.statusCode).toBe(403)
      expect(answer.body).not.toContain('deux')
    }
    expect(desk.received).toEqual([])
  })

  test('is not sent by somebody else who signs in after a sign-out', async () => {
    const author = await desk.addMember(['author'])
    const other = await desk.addMember(['author'])
    await signIn(browser, author)
    const csrf = csrfIn((await browser.get('/desk/')).body)
    await browser.post('/desk/sign-out', { csrf })
    const page = await browser.post('/desk/texts/x/edit', { csrf, body: TYPED })
    const form = { ...hiddenIn(page.body), email: other.email, password: PASSWORD }
    const answer = await browser.post('/desk/sign-in', form)
    expect(answer.body).toContain(words.kept.foreign)
    expect(answer.body).not.toContain('deux')
  })

  test('is kept over the second factor, too', async () => {
    const publisher = await desk.addMember(['publisher'], 'factor')
    await signIn(browser, publisher)
    await passFactor(browser, codeAt(SECRET, desk.now()))
    const page = await send(browser)
    const form = { ...hiddenIn(page.body), email: publisher.email, password: PASSWORD }
    const asked = await browser.post('/desk/sign-in', form)
    expect(asked.body).toContain(words.factor.text)
    const code = codeAt(SECRET, desk.now())
    const kept = await browser.post('/desk/second-factor', { ...hiddenIn(asked.body), code })
    await browser.post(actionIn(kept.body), hiddenIn(kept.body))
    expect(desk.received).toEqual([expect.objectContaining({ body: TYPED })])
  })

  test('is not sent by somebody else, and not shown to them', async () => {
    const author = await desk.addMember(['author'])
    const other = await desk.addMember(['author'])
    await signIn(browser, author)
    const page = await send(browser)
    const form = { ...hiddenIn(page.body), email: other.email, password: PASSWORD }
    const answer = await browser.post('/desk/sign-in', form)
    expect(answer.body).toContain(words.kept.foreign)
    expect(answer.body).not.toContain('deux')
  })

  test('of another site is not sent', async () => {
    const author = await desk.addMember(['author'])
    await signIn(browser, author)
    desk.advance(IDLE_MS)
    const page = await browser.post('/desk/texts/x/edit', { csrf: 'forged', body: TYPED })
    const form = { ...hiddenIn(page.body), email: author.email, password: PASSWORD }
    expect((await browser.post('/desk/sign-in', form)).body).toContain(words.kept.foreign)
    expect(desk.received).toEqual([])
  })

  test('a script learns from the status that the session has ended', async () => {
    await signIn(browser, await desk.addMember(['author']))
    desk.advance(IDLE_MS)
    const answer = await browser.post('/desk/texts/x/edit', { body: TYPED }, { 'x-csrf': 'any' })
    expect(answer).toMatchObject({ statusCode: 401, body: '' })
  })
})

describe('an invitation', () => {
  test('makes a person, once, who is signed in and asked for a second factor', async () => {
    const email = EmailAddress.parse('new@example.org')
    const made = await invite(desk.team, { email, roles: ['publisher'] }, 'system')
    if (isRefusal(made)) throw new Error(made.refused)
    const path = `/desk/invitation/${made.token}`
    const page = await browser.get(path)
    expect(page.body).toContain(email)
    const form = { ...hiddenIn(page.body), name: 'Nadia Petit', next: OTHER_PASSWORD }
    const different = await browser.post(path, { ...form, again: PASSWORD })
    expect(different.statusCode).toBe(422)
    const joined = await browser.post(path, { ...form, again: OTHER_PASSWORD })
    expect(joined.headers.location).toBe('/desk/second-factor/new')
    expect((await browser.get('/desk/')).body).toContain('Nadia Petit')
    expect((await browserOf(desk).get(path)).statusCode).toBe(404)
  })

  test('that is unknown or older than seven days says so', async () => {
    const email = EmailAddress.parse('late@example.org')
    const made = await invite(desk.team, { email, roles: ['author'] }, 'system')
    if (isRefusal(made)) throw new Error(made.refused)
    desk.advance(7 * 86_400_000 + 1)
    for (const token of [made.token, 'x'.repeat(43), 'short']) {
      const page = await browser.get(`/desk/invitation/${token}`)
      expect(page.statusCode).toBe(404)
      expect(page.body).toContain(words.invitation.endedText)
    }
  })
})

describe('one’s own account', () => {
  test('the password is changed by who knows it; other sessions end, this one goes on', async () => {
    const author = await desk.addMember(['author'])
    const other = browserOf(desk)
    await signIn(browser, author)
    await signIn(other, author)
    const form = hiddenIn((await browser.get('/desk/password')).body)
    const next = { next: OTHER_PASSWORD, again: OTHER_PASSWORD }
    const wrong = await browser.post('/desk/password', { ...form, ...next, current: 'wrong' })
    expect(wrong.statusCode).toBe(422)
    const done = await browser.post('/desk/password', { ...form, ...next, current: PASSWORD })
    expect(done.headers.location).toBe('/desk/account?done=password')
    expect((await browser.get('/desk/')).statusCode).toBe(200)
    expect((await other.get('/desk/')).statusCode).toBe(303)
  })

  test('a token is shown once, listed by its last characters, and revoked', async () => {
    await signIn(browser, await desk.addMember(['author']))
    const form = hiddenIn((await browser.get('/desk/account')).body)
    const csrf = form['csrf'] ?? ''
    const bad = await browser.post('/desk/account/tokens', { csrf, label: 'l', days: '0' })
    expect(bad.statusCode).toBe(422)
    const made = await browser.post('/desk/account/tokens', { csrf, label: 'script', days: '30' })
    const token = /svc_staff_[0-9A-Za-z]{36}/.exec(made.body)?.[0] ?? ''
    const listed = (await browser.get('/desk/account')).body
    expect(listed).not.toContain(token)
    expect(listed).toContain(`svc_staff_…${token.slice(-4)}`)
    const revoke = /action="(\/desk\/account\/tokens\/[^"]+\/revoke)"/.exec(listed)?.[1] ?? ''
    expect((await browser.post(revoke, { csrf })).statusCode).toBe(303)
    expect((await browser.get('/desk/account?done=revoked')).body).toContain(
      words.tokens.revokedDone,
    )
    expect(JSON.stringify(desk.acts)).not.toContain(token)
  })
})

const signedAdministrator = async () => {
  const administrator = await desk.addMember(['administrator'], 'factor')
  await signIn(browser, administrator)
  await passFactor(browser, codeAt(SECRET, desk.now()))
  return administrator
}

describe('people', () => {
  const people = peopleWords({ language: 'fr' })

  test('are managed by administrators alone, and with the second factor', async () => {
    await signIn(browser, await desk.addMember(['publisher']))
    const closed = await browser.get('/desk/people')
    expect(closed.statusCode).toBe(403)
    expect(closed.body).toContain(people.needsRole)
    const other = browserOf(desk)
    await signIn(other, await desk.addMember(['administrator']))
    expect((await other.get('/desk/people')).body).toContain(people.needsFactor)
    const { csrf = '' } = hiddenIn((await other.get('/desk/account')).body)
    const forced = await other.post('/desk/people/invite', { csrf, email: 'x@example.org' })
    expect(forced.statusCode).toBe(403)
  })

  test('are invited, given roles, disabled and enabled', async () => {
    const administrator = await signedAdministrator()
    const author = await desk.addMember(['author'])
    const { csrf = '' } = hiddenIn((await browser.get('/desk/people')).body)
    const invited = await browser.post('/desk/people/invite', {
      csrf,
      email: 'new@example.org',
      roles: 'author',
    })
    expect(invited.body).toMatch(/http:\/\/localhost:8081\/desk\/invitation\/[\w-]{43}/)
    const path = `/desk/people/${author.id}`
    expect((await browser.get(path)).body).toContain(author.email)
    await browser.post(`${path}/roles`, { csrf, roles: 'reviewer' })
    await browser.post(`${path}/disable`, { csrf })
    expect((await desk.team.people.byId([author.id])).get(author.id)).toMatchObject({
      roles: ['reviewer'],
      disabledAt: expect.any(String),
    })
    await browser.post(`${path}/enable`, { csrf })
    const last = await browser.post(`/desk/people/${administrator.id}/disable`, { csrf })
    expect(last.statusCode).toBe(422)
    expect(last.body).toContain(people.refusals['last-administrator'])
    const refused = await browser.post(`${path}/roles`, { csrf, roles: 'king' })
    expect(refused.statusCode).toBe(422)
    expect((await browser.get('/desk/people/nobody')).statusCode).toBe(404)
  })
})
