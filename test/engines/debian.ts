/** Programs of Debian that tests need. In CI, as root and with apt-get, they are installed. */
import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const INSTALL_TIMEOUT_MS = 300_000
/** Test files begin at the same time. apt-get waits for another install, but not for an update. */
const LOCK = join(tmpdir(), 'pandect-test-apt.lock')
const APT = 'apt-get -qq -o DPkg::Lock::Timeout=120'

const run = promisify(execFile)
const present = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const installable = async (): Promise<boolean> =>
  process.getuid?.() === 0 && Boolean(process.env['CI']) && (await present('/usr/bin/apt-get'))

export type DebianProgram = {
  /** As people call it. */
  readonly title: string
  readonly path: string
  readonly package: string
  /** Runs before the package is installed. */
  readonly prepare?: () => Promise<void>
}

/** Why a program is missing, or null. In CI it is installed; if that fails, this throws. */
export const whyMissing = async (wanted: DebianProgram): Promise<string | null> => {
  const { title, path, prepare } = wanted
  if (await present(path)) return null
  if (!(await installable()))
    return `no ${title} at ${path} (Debian: apt-get install ${wanted.package})`
  await prepare?.()
  const install = `${APT} install -y --no-install-recommends ${wanted.package}`
  await run('flock', [LOCK, 'sh', '-c', `test -x ${path} || { ${APT} update && ${install}; }`], {
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return null
}
