import { writeFile } from 'node:fs/promises'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { cachedFolder, runTool } from './cache.ts'
import { type EngineProcess, freePort, onFreePort, startServer } from './processes.ts'
import { ENGINE_VERSIONS } from './versions.ts'

const START_TIMEOUT_MS = 60_000
const MODULE = `github.com/axllent/mailpit@v${ENGINE_VERSIONS.mailpit}`
const NAME = `engines/mailpit-${ENGINE_VERSIONS.mailpit}`

type Environment = Record<string, string | undefined>

/** Where the binary lies once it was built. */
export const mailpitPath = (cache: string): string => join(cache, NAME, 'mailpit')

/** A server of mail that keeps what it takes; built from its module the first time. */
export const installMailpit = async (cache: string, environment: Environment): Promise<string> => {
  await cachedFolder(cache, NAME, async (unfinished) => {
    await runTool('go', ['install', MODULE], {
      env: { ...environment, GOBIN: unfinished },
      hint: 'install Go 1.24 or newer',
    })
  })
  return mailpitPath(cache)
}

const Listed = z.object({ messages: z.array(z.object({ ID: z.string(), MessageID: z.string() })) })
const Kept = z.object({
  MessageID: z.string(),
  Subject: z.string(),
  From: z.object({ Address: z.string() }),
  To: z.array(z.object({ Address: z.string() })),
  Text: z.string(),
  HTML: z.string(),
})
const Headers = z.record(z.string(), z.array(z.string()))

export type KeptMail = z.infer<typeof Kept> & {
  readonly headers: Readonly<Record<string, readonly string[]>>
}

/** What the server does wrong: each probability in percent. */
export type Chaos = {
  readonly [Trigger in 'Sender' | 'Recipient' | 'Authentication']?: {
    readonly ErrorCode: number
    readonly Probability: number
  }
}

export type Mailpit = EngineProcess & {
  readonly smtpPort: number
  /** What it took, oldest first. */
  mails(): Promise<readonly KeptMail[]>
  forget(): Promise<void>
  breakDown(chaos: Chaos): Promise<void>
}

export type MailpitOptions = {
  readonly cache: string
  readonly folder: string
  readonly environment: Environment
  /** Certificate and key for STARTTLS, as PEM. */
  readonly tls?: { readonly certificate: string; readonly key: string }
  /** Whoever may sign in; without it nobody has to. */
  readonly login?: { readonly user: string; readonly password: string }
}

const OWNER_ONLY = 0o600

/** Starts the server on free ports of loopback; its log goes to `folder`. */
export const startMailpit = async (options: MailpitOptions): Promise<Mailpit> => {
  const { folder, tls, login, environment } = options
  const command = await installMailpit(options.cache, environment)
  await mkdir(folder, { recursive: true })
  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content, { mode: OWNER_ONLY })
    return join(folder, name)
  }
  const secured =
    tls === undefined
      ? []
      : [
          '--smtp-tls-cert',
          await file('certificate.pem', tls.certificate),
          '--smtp-tls-key',
          await file('key.pem', tls.key),
        ]
  const guarded =
    login === undefined
      ? []
      : ['--smtp-auth-file', await file('logins', `${login.user}:${login.password}\n`)]
  if (login !== undefined && tls === undefined) guarded.push('--smtp-auth-allow-insecure')
  return onFreePort(async (port) => {
    const smtpPort = await freePort()
    const server = await startServer({
      name: 'mailpit',
      command,
      args: [
        '--listen',
        `127.0.0.1:${port}`,
        '--smtp',
        `127.0.0.1:${smtpPort}`,
        '--disable-version-check',
        '--smtp-disable-rdns',
        '--enable-chaos',
        ...secured,
        ...guarded,
      ],
      cwd: folder,
      env: environment,
      logFile: join(folder, 'mailpit.log'),
      port,
      timeoutMs: START_TIMEOUT_MS,
    })
    const api = `http://127.0.0.1:${port}/api/v1`
    const read = async (path: string): Promise<unknown> => (await fetch(`${api}${path}`)).json()
    return {
      ...server,
      smtpPort,
      mails: async () => {
        const { messages } = Listed.parse(await read('/messages?limit=500'))
        const mails: KeptMail[] = []
        for (const { ID } of messages.toReversed())
          mails.push({
            ...Kept.parse(await read(`/message/${ID}`)),
            headers: Headers.parse(await read(`/message/${ID}/headers`)),
          })
        return mails
      },
      forget: async () => void (await fetch(`${api}/messages`, { method: 'DELETE' })),
      breakDown: async (chaos) =>
        void (await fetch(`${api}/chaos`, { method: 'PUT', body: JSON.stringify(chaos) })),
    }
  })
}
