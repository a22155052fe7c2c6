/** Handing mail to a real server: TLS, login, refusals, and servers that do not answer. */
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { checkSmtp } from '#infra/mail/check.ts'
import { makeSendMail, type SmtpOptions } from '#infra/mail/smtp.ts'
import type { Mail } from '#query-api/mail/ports.ts'
import { CERTIFICATE } from '../webhooks/certificate.ts'
import { BUILD_MS, type MailServer, mailServerMissing, startMailServer, TLS } from './server.ts'

const LOGIN = { user: 'pandect', password: 'p@ss/w%rd' } as const
const NEVER = new AbortController().signal
const missing = mailServerMissing()

const mail: Mail = {
  messageId: '<msg_1@pandect.example>',
  to: EmailAddress.parse('avocate@cabinet.example'),
  subject: 'Pandect\u00a0: 2 textes',
  text: 'Répondent désormais à la recherche',
  html: '<p>Répondent désormais à la recherche</p>',
  unsubscribe: 'https://pandect.example/mail/unsubscribe/a/b',
}

describe.skipIf(missing !== null)(`mail${missing === null ? '' : `: ${missing}`}`, () => {
  let secure: MailServer
  let plain: MailServer
  beforeAll(async () => {
    secure = await startMailServer({ tls: TLS, login: LOGIN })
    plain = await startMailServer()
  }, BUILD_MS)
  afterAll(async () => {
    await secure?.close()
    await plain?.close()
  })
  beforeEach(async () => {
    for (const server of [secure, plain]) {
      await server.forget()
      await server.breakDown({})
    }
  })

  /** As to a server elsewhere: TLS is asked for, and its certificate is checked. */
  const strict = (more: Partial<SmtpOptions> = {}): SmtpOptions => ({
    url: `smtp://${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@localhost:${secure.smtpPort}`,
    from: 'Pandect <veille@pandect.example>',
    hostname: 'pandect.example',
    ca: CERTIFICATE,
    isStrict: true,
    ...more,
  })
  const here = (more: Partial<SmtpOptions> = {}): SmtpOptions =>
    strict({ url: `smtp://127.0.0.1:${plain.smtpPort}`, isStrict: false, ...more })

  test('over STARTTLS and with a login a mail arrives with its headers', async () => {
    expect(await makeSendMail(strict())(mail, NEVER)).toMatchObject({ status: 250 })
    const [kept] = await secure.mails()
    expect(kept).toMatchObject({
      MessageID: 'msg_1@pandect.example',
      Subject: mail.subject,
      From: { Address: 'veille@pandect.example' },
      To: [{ Address: mail.to }],
    })
    expect(kept?.Text.trim()).toBe(mail.text)
    expect(kept?.HTML.trim()).toBe(mail.html)
    expect(kept?.headers).toMatchObject({
      'List-Unsubscribe': [`<${mail.unsubscribe}>`],
      'List-Unsubscribe-Post': ['List-Unsubscribe=One-Click'],
      'Auto-Submitted': ['auto-generated'],
    })
    const found = await checkSmtp(strict(), NEVER)
    expect(found).toEqual({ ok: true, note: 'reachable, on this machine, login taken' })
    expect((await secure.mails()).length).toBe(1)
  })

  test('this machine is sent mail without TLS and without a login', async () => {
    expect(await makeSendMail(here())(mail, NEVER)).toMatchObject({ status: 250 })
    expect((await checkSmtp(here(), NEVER)).note).toBe('reachable, on this machine, no login')
  })

  test('a wrong password stops nobody: it is tried again, and doctor says so', async () => {
    const wrong = strict({ url: `smtp://pandect:wrong@localhost:${secure.smtpPort}` })
    expect(await makeSendMail(wrong)(mail, NEVER)).toEqual({ status: 535, retryAfter: undefined })
    const found = await checkSmtp(wrong, NEVER)
    expect(found).toMatchObject({ ok: false, note: expect.stringContaining('refuses the login') })
  })

  test('nothing goes in clear to another machine, or to a server that nobody vouches for', async () => {
    const clear = strict({ url: `smtp://localhost:${plain.smtpPort}` })
    expect(await makeSendMail(clear)(mail, NEVER)).toEqual({ fault: 'tls_failed' })
    expect(await plain.mails()).toEqual([])
    const { ca: _, ...unknown } = strict()
    expect(await makeSendMail(unknown)(mail, NEVER)).toEqual({ fault: 'tls_failed' })
    expect(await secure.mails()).toEqual([])
    expect((await checkSmtp(unknown, NEVER)).note).toContain('TLS failed')
  })

  test('a receiver that is refused for good is gone, one that is refused for now is not', async () => {
    const send = makeSendMail(here())
    await plain.breakDown({ Recipient: { ErrorCode: 550, Probability: 100 } })
    expect(await send(mail, NEVER)).toMatchObject({ status: 550, isGone: true })
    await plain.breakDown({ Recipient: { ErrorCode: 451, Probability: 100 } })
    expect(await send(mail, NEVER)).toEqual({ status: 451, retryAfter: undefined })
    // About the sender, whom the operator set: no receiver is to blame.
    await plain.breakDown({ Sender: { ErrorCode: 550, Probability: 100 } })
    expect(await send(mail, NEVER)).toEqual({ status: 550, retryAfter: undefined })
  })

  test('a subject with a line break makes no header', async () => {
    const broken = { ...mail, subject: 'Recherche\r\nBcc: autre@example.org' }
    await makeSendMail(here())(broken, NEVER)
    const [kept] = await plain.mails()
    expect(Object.keys(kept?.headers ?? {})).not.toContain('Bcc')
    expect(kept?.To).toHaveLength(1)
    expect(EmailAddress.safeParse('a@example.org\r\nBcc: b@example.org').success).toBe(false)
    expect(EmailAddress.safeParse('a@example.org, b@example.org').success).toBe(false)
  })

  test('a server that says nothing, or trickles, is left at the end of its time', async () => {
    const sockets = new Set<Socket>()
    const silent: Server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      const trickle = setInterval(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(trickle))
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const url = `smtp://127.0.0.1:${port}`
    const limits = { connectMs: 200, answerMs: 30_000, mailMs: 500 }
    expect(await makeSendMail(here({ url, limits }))(mail, NEVER)).toEqual({
      fault: 'answer_timeout',
    })
    const aborting = AbortSignal.timeout(100)
    expect(await makeSendMail(here({ url }))(mail, aborting)).toEqual({ fault: 'answer_timeout' })
    await expect.poll(() => [...sockets].every((one) => one.destroyed)).toBe(true)
    silent.close()
    expect(await makeSendMail(here({ url }))(mail, NEVER)).toEqual({ fault: 'connect_failed' })
  })
})
