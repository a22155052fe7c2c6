/**
 * Hands mail to an SMTP server. A connection is opened for each mail, so that one that hangs can be
 * cut off without any other.
 */
import { connect, type Socket } from 'node:net'
import type * as nodemailer from 'nodemailer'
import type { SMTPTransportOptions } from 'nodemailer'
import { isThisMachine } from '#contracts/webhooks/target.ts'
import type { Mail, SendMail } from '#query-api/mail/ports.ts'
import type { Posted } from '#query-api/webhooks/ports.ts'

export const SMTP_LIMITS = {
  connectMs: 10_000,
  /** Between two answers of the server. */
  answerMs: 30_000,
  /** The whole of a mail. */
  mailMs: 60_000,
} as const

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  readonly url: string
  /** Such as `Pandect <veille@cabinet.example>`. */
  readonly from: string
  /** Of the service, for the greeting. */
  readonly hostname: string
  /** Certificates that are trusted; default: those of Node. */
  readonly ca?: string
  /** Whether this machine is asked for TLS like any other; default: no. */
  readonly isStrict?: boolean
  readonly limits?: { readonly [Name in keyof typeof SMTP_LIMITS]?: number }
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

/** A mail that its receiver's server takes, refuses, or may take later. */
const REPLY = { refusedFrom: 500, refusedBelow: 600 } as const
/** Commands whose refusal is about the mail or its receiver, and not about us. */
const ABOUT_RECEIVER: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

type SmtpError = {
  readonly code?: string
  /** Of the socket, where the library gave the error a code of its own. */
  readonly originalCode?: string
  readonly command?: string
  readonly responseCode?: number
}

type ConnectFault = 'address_unknown' | 'connect_failed' | 'tls_failed' | 'answer_timeout'

const FAULTS: Readonly<Record<string, ConnectFault>> = {
  EDNS: 'address_unknown',
  ENOTFOUND: 'address_unknown',
  ETLS: 'tls_failed',
  EREQUIRETLS: 'tls_failed',
  ETIMEDOUT: 'answer_timeout',
}

/** Why there was no connection that could be used; `login_refused`: the server does not know us. */
export const faultOfSmtp = (error: unknown): ConnectFault | 'login_refused' => {
  const { code = '', originalCode = '', responseCode = 0 } = error as SmtpError
  if (code === 'EAUTH') return 'login_refused'
  if (/CERT|SELF_SIGNED|ALTNAME|_SSL_/u.test(originalCode)) return 'tls_failed'
  return (
    FAULTS[originalCode] ?? FAULTS[code] ?? (responseCode > 0 ? 'answer_timeout' : 'connect_failed')
  )
}

const postedOf = (error: SmtpError): Posted => {
  const { responseCode, command = '', code = '' } = error
  // A server without STARTTLS refuses a command, and nobody's mail.
  const isReply = responseCode !== undefined && responseCode > 0 && FAULTS[code] === undefined
  if (isReply) {
    const isRefused = responseCode >= REPLY.refusedFrom && responseCode < REPLY.refusedBelow
    const isGone = isRefused && ABOUT_RECEIVER.has(command)
    return { status: responseCode, retryAfter: undefined, ...(isGone ? { isGone } : {}) }
  }
  const fault = faultOfSmtp(error)
  return { fault: fault === 'login_refused' ? 'connect_failed' : fault }
}

/** Settings of one connection. */
const optionsOf = (options: SmtpOptions): SMTPTransportOptions => {
  const { url, hostname, ca, isStrict = false, limits } = options
  const address = new URL(url)
  const isHere = !isStrict && isThisMachine(address.hostname)
  const { connectMs, answerMs } = { ...SMTP_LIMITS, ...limits }
  const user = decodeURIComponent(address.username)
  return {
    host: address.hostname,
    port: Number(address.port) || PORTS[address.protocol as keyof typeof PORTS],
    secure: address.protocol === 'smtps:',
    // Neither a password nor a mail goes over the network in clear.
    requireTLS: !isHere,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(address.password) } }),
    name: hostname,
    tls: { rejectUnauthorized: !isHere, ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: connectMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const timeout = (): Error => Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })

/** Runs `work` over a connection that ends with the time limit or the signal. */
const overConnection = async <T>(
  options: SmtpOptions,
  signal: AbortSignal,
  work: (transport: ReturnType<typeof nodemailer.createTransport>) => Promise<T>,
): Promise<T> => {
  const settings = optionsOf(options)
  const { mailMs } = { ...SMTP_LIMITS, ...options.limits }
  const ending = AbortSignal.any([signal, AbortSignal.timeout(mailMs)])
  const sockets: Socket[] = []
  const end = (): void => {
    for (const socket of sockets) socket.destroy(timeout())
  }
  ending.addEventListener('abort', end, { once: true })
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...settings,
    getSocket: ({ host, port }, callback) => {
      const socket = connect({ host: host ?? '', port: Number(port) })
      sockets.push(socket)
      if (ending.aborted) end()
      const fail = (error: Error): void => callback(error, false)
      socket.setTimeout(settings.connectionTimeout ?? 0, () => socket.destroy(timeout()))
      socket.once('error', fail)
      socket.once('connect', () => {
        socket.setTimeout(0)
        socket.off('error', fail)
        callback(null, { connection: socket })
      })
    },
  })
  try {
    return await work(transport)
  } catch (error) {
    throw ending.aborted ? timeout() : error
  } finally {
    ending.removeEventListener('abort', end)
    transport.close()
    for (const socket of sockets) socket.destroy()
  }
}

/** Throws the error of the library. */
const sendOver = (options: SmtpOptions, mail: Mail, signal: AbortSignal): Promise<number> =>
  overConnection(options, signal, async (transport) => {
    const { messageId, to, subject, text, html, unsubscribe } = mail
    const info = (await transport.sendMail({
      messageId,
      from: options.from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe === null
          ? {}
          : {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
      },
    })) as { readonly response?: string }
    return Number(/^\d{3}/.exec(info.response ?? '')?.[0] ?? DELIVERED)
  })
const DELIVERED = 250

export const makeSendMail =
  (options: SmtpOptions): SendMail =>
  async (mail, signal) => {
    try {
      return { status: await sendOver(options, mail, signal), retryAfter: undefined }
    } catch (error) {
      return postedOf(error as SmtpError)
    }
  }

/** Connects, agrees on TLS and signs in, without a mail. Throws the error of the library. */
export const verifySmtp = (options: SmtpOptions, signal: AbortSignal): Promise<unknown> =>
  overConnection(options, signal, (transport) => transport.verify())
