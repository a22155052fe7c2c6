/**
 * The first hour of a new user: each command of the README, in order, in a scratch folder with a
 * service of its own; each output is compared with the one that the README shows. Then the path of
 * a newcomer at the desk, in a browser.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumMissing, openChromium } from '../browser/chromium.ts'
import { passwordsIn } from '../browser/desk-hand.ts'
import { walkNewcomer } from './newcomer.ts'
import { patternOf, ROOT, settled, type Step, stepsOf } from './readme.ts'

const READY_TIMEOUT_MS = 240_000
const STEP_TIMEOUT_MS = 240_000
/** Each README shows these to be run by nobody but a person. */
const NOT_RUN = 4
const ADDRESS = 'http://127.0.0.1:8080'
const DESK_ADDRESS = 'http://127.0.0.1:8081'
/** A scratch folder has everything of this one but its data, its history and what it ignores. */
const LEFT_OUT = new Set(['.git', '.pandect', '.env'])

/** Settings and flags of a test run, which a new user has not. */
const OF_TESTS =
  /^(?:DATABASE_URL|KAFKA_|TEMPORAL_|TYPESENSE_|PANDECT_|LIMIT_|LOG_|EMBEDDINGS_|VITEST|NODE_)/

const missing = await chromiumMissing()

const commandsOf = ({ commands }: Step): string => commands
const isStart = ({ commands }: Step): boolean => commands === 'npm start'

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_TESTS.test(name))),
  PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  PORT: '0',
  METRICS_PORT: '0',
  DESK_PORT: '0',
  LOG_LEVEL: 'warn',
})

/** A scratch folder that has all of this one but data. */
const makeScratch = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-first-hour-'))
  for (const name of await readdir(ROOT))
    if (!LEFT_OUT.has(name)) await symlink(join(ROOT, name), join(folder, name))
  return folder
}

type Started = {
  readonly printed: string
  readonly origin: string
  readonly desk: string
  readonly key: string
  readonly stop: () => Promise<void>
}

const start = async (folder: string): Promise<Started> => {
  const service = spawn('bash', ['-c', 'exec npm start'], {
    cwd: folder,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => {
    service.once('exit', () => resolve())
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    service.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      if (printed.includes('Ctrl-C')) resolve()
    })
    void ended.then(() => reject(new Error(`npm start ended: ${printed}`)))
    setTimeout(() => reject(new Error(`not ready: ${printed}`)), READY_TIMEOUT_MS).unref()
  })
  return {
    printed,
    origin: /(http:\/\/127\.0\.0\.1:\d+)\/api/.exec(printed)?.[1] ?? '',
    desk: /(http:\/\/127\.0\.0\.1:\d+)\/\n *Demonstration key/.exec(printed)?.[1] ?? '',
    key: /svc_live_[0-9A-Za-z]{36}/.exec(printed)?.[0] ?? '',
    stop: async () => {
      if (service.pid !== undefined) process.kill(-service.pid, 'SIGINT')
      await ended
    },
  }
}

/** What was printed, with the addresses of the page. */
const shown = (printed: string, { origin, desk }: Started): string =>
  printed.trim().replaceAll(origin, ADDRESS).replaceAll(desk, DESK_ADDRESS)

// The first start imports the demonstration, which takes most of the processor. Both pages go on
// from copies of its data, as somebody does who starts again.
let firstFolder: string
let firstStart: Started
beforeAll(async () => {
  firstFolder = await makeScratch()
  firstStart = await start(firstFolder)
  await firstStart.stop()
}, READY_TIMEOUT_MS)
afterAll(() => rm(firstFolder, { recursive: true, force: true }))

for (const file of ['README.md', 'README.fr.md']) {
  const steps = stepsOf(file)
  const run = steps.filter(({ isRun }) => isRun)

  describe(`the first hour with ${file}`, () => {
    let folder: string
    let service: Started

    beforeAll(async () => {
      folder = await makeScratch()
      // The server's files belong to another user where root runs it.
      await promisify(execFile)('cp', ['-a', join(firstFolder, '.pandect'), folder])
      service = await start(folder)
    }, READY_TIMEOUT_MS)

    afterAll(async () => {
      await service?.stop()
      await rm(folder, { recursive: true, force: true })
    }, STEP_TIMEOUT_MS)

    // One shell runs all steps, as a person's terminal does, and says where each one ends.
    const outputs = new Map<Step, string>()
    test(
      'every command runs',
      async () => {
        const mark = 'end of step'
        const script = run
          .filter((step) => !isStart(step))
          .map(commandsOf)
          .map((commands) =>
            commands.replaceAll(ADDRESS, service.origin).replaceAll(/svc_live_…/gu, service.key),
          )
          .map((commands) => `${commands}\necho '${mark}'`)
          .join('\n')
        const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
          cwd: folder,
          env: environment(),
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        const ended = new Promise((resolve) => shell.once('close', resolve))
        const [said, problems] = await Promise.all([text(shell.stdout), text(shell.stderr)])
        const parts = said.split(`${mark}\n`)
        expect(await ended, `${problems}\n${said}`).toBe(0)
        for (const [index, step] of run.filter((one) => !isStart(one)).entries())
          outputs.set(step, (parts[index] ?? '').trim())
      },
      STEP_TIMEOUT_MS * 3,
    )

    for (const step of run.filter(({ output }) => output !== null)) {
      const [first = ''] = step.commands.split('\n')
      test(`${first} prints what the page shows`, () => {
        const promised = step.output?.text ?? ''
        const found = isStart(step)
          ? [firstStart, service].map((one) => shown(one.printed, one))
          : [shown(outputs.get(step) ?? '', service)]
        for (const one of found)
          if (step.output?.language === 'json') expect(settled(one)).toEqual(settled(promised))
          else expect(one).toMatch(patternOf(promised))
      })
    }

    test.skipIf(missing !== null)(
      `a newcomer writes, has approved, publishes and finds a text${missing === null ? '' : `: ${missing}`}`,
      { timeout: STEP_TIMEOUT_MS },
      async () => {
        const browser = await openChromium()
        try {
          await walkNewcomer(file, file.includes('.fr.') ? 'fr' : 'en', {
            browser,
            addresses: new Map([
              [ADDRESS, service.origin],
              [DESK_ADDRESS, service.desk],
            ]),
            passwords: passwordsIn(service.printed),
          })
        } finally {
          await browser.close()
        }
      },
    )

    test('only what needs more than this machine is left out', () => {
      expect(steps.length - run.length).toBe(NOT_RUN)
    })
  })
}
