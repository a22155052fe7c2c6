/** Debian's Chromium, driven without a screen. */
import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const PROGRAM = '/usr/bin/chromium'
const INSTALL_TIMEOUT_MS = 300_000
/** Chromium makes no requests of its own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const run = promisify(execFile)
const present = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const installable = async (): Promise<boolean> =>
  process.getuid?.() === 0 && Boolean(process.env['CI']) && (await present('/usr/bin/apt-get'))

const aptGet = (...words: string[]): Promise<unknown> =>
  run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...words], {
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/**
 * Why Chromium is missing, or `null`. In CI, as root and with apt-get, it is installed; a failure
 * to install is thrown there.
 */
export const chromiumMissing = async (): Promise<string | null> => {
  if (await present(PROGRAM)) return null
  if (!(await installable())) return `no Chromium at ${PROGRAM} (Debian: apt-get install chromium)`
  await aptGet('update')
  await aptGet('install', '-y', '--no-install-recommends', 'chromium')
  return null
}

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: PROGRAM, args: FLAGS })
