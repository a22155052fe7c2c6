/** A real server of mail for tests, built from its module on first use. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '../engines/install/cache.ts'
import {
  type Mailpit,
  type MailpitOptions,
  mailpitPath,
  startMailpit,
} from '../engines/install/mailpit.ts'
import { stopProcess } from '../engines/install/processes.ts'
import { orFailInCi } from '../engines/required.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../webhooks/certificate.ts'

const cache = cacheFolder(process.env)

export const mailServerMissing = (): string | null =>
  existsSync(mailpitPath(cache)) || spawnSync('go', ['version']).status === 0
    ? null
    : orFailInCi('needs Go to build the server of mail')

export type MailServer = Mailpit & { close(): Promise<void> }

export const TLS = { certificate: CERTIFICATE, key: PRIVATE_KEY } as const

/** A machine that has no mail server builds it from source, beside other tests. */
export const BUILD_MS = 1_200_000

export const startMailServer = async (
  options: Pick<MailpitOptions, 'tls' | 'login'> = {},
): Promise<MailServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-mail-'))
  const server = await startMailpit({ ...options, cache, folder, environment: process.env })
  return {
    ...server,
    close: async () => {
      await stopProcess(server.pid)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
