/**
 * Two people type in a text of 2 MB while kill -9 ends the server, and sometimes their browser with
 * it: nothing that was acknowledged is lost, nothing older than two seconds, and typing is no fact.
 * Pauses pass at once; the requests are as many as in `TYPING_MINUTES` of typing. 60 minutes have
 * 20 kills.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { StaffId } from '#contracts/staff.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { makeStaffStore } from '#infra/postgres/staff/staff.ts'
import { KEEPING } from '#ingest/editorial/desk/editor/client/keeping.ts'
import { openStaffSession } from '#ingest/editorial/staff/session.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { seededRandom } from '../service/random.ts'
import { makeDataDir, spawnPandect } from '../service/service.ts'
import { fieldsOf } from './editor-world.ts'
import { type Lost, makeTypist, type Typist } from './typist.ts'

const MINUTES = Number(process.env['TYPING_MINUTES'] ?? 1)
const SEED = Number(process.env['TYPING_SEED'] ?? Date.now() % 1_000_000)
const ROUNDS = Math.round((MINUTES * 60_000) / KEEPING.keepMs)
const KILLS = Math.max(3, Math.round(MINUTES / 3))
/** How often each of the two saves. */
const SAVES = 3
const KILL_WITHIN_MS = 120
const READY_MS = 300_000
const LIMIT_MS = 3_600_000
const OLDEST_LOST_MS = 2_000
const FACTS_MAX = 20
const BLOBS_MAX = 12
/** A session may send so many requests in a real minute; the clock is compressed. */
const ROUNDS_PER_LIMIT = 50
const PEPPER = 'a pepper of more than thirty-two characters'
const PARAGRAPHS = 12_000
const LONG = Array.from({ length: PARAGRAPHS }, (_, at) =>
  `Alinéa ${at}. ${'Le preneur paie le loyer aux termes convenus. '.repeat(3)}`.trim(),
).join('\n\n')

const random = seededRandom(SEED)

/** The rounds in which the server is killed; one of them saves. */
const killRounds = (everySave: number): ReadonlySet<number> => {
  const chosen = new Set([everySave])
  while (chosen.size < KILLS) chosen.add(1 + Math.floor(random() * (ROUNDS - 1)))
  return chosen
}

const startDesk = async (dataDir: string, env: Record<string, string>) => {
  const child = spawnPandect(['desk'], dataDir, env)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')))
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const timer = setTimeout(() => reject(new Error(`not ready: ${errors}`)), READY_MS)
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      const found = /desk is ready: (http:\/\/\S+)/.exec(printed)?.[1]
      if (found === undefined) return
      clearTimeout(timer)
      resolve(new URL(found).origin)
    })
    void ended.then(() => reject(new Error(`ended: ${errors}`)))
  })
  return { child, origin, ended }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0

test(
  `no word is lost, with few facts and blobs (TYPING_SEED=${SEED}, ${ROUNDS} rounds, ${KILLS} kills)`,
  { timeout: LIMIT_MS },
  async () => {
    const database = await openTestDatabase()
    const { dataDir, remove } = await makeDataDir()
    const pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 2 })
    const env = {
      DATABASE_URL: database.connectionString,
      KEY_PEPPER: PEPPER,
      EMBEDDINGS_MODEL_DIR: 'builtin',
      ENTAILMENT_MODEL_DIR: 'none',
      METRICS_PORT: '0',
    }
    const count = async (table: 'events' | 'blobs'): Promise<number> => {
      const { rows } = await pool.query<{ count: string }>(`select count(*) from ${table}`)
      return Number(rows[0]?.count)
    }
    const staff = makeStaffStore(pool)
    const signIn = async (name: string): Promise<string> => {
      const id = StaffId.parse(randomUUID())
      const email = EmailAddress.parse(`${name.toLowerCase()}@example.org`)
      const roles = ['author'] as const
      const added = await staff.people.add(
        { id, email, name, roles, passwordHash: 'none' },
        'system',
      )
      if (isRefusal(added)) throw new Error(added.refused)
      return openStaffSession(staff, { id }, 'passed')
    }
    const [anna, bruno] = [await signIn('Anna'), await signIn('Bruno')]

    let desk = await startDesk(dataDir, env)
    onTestFinished(async () => {
      desk.child.kill('SIGKILL')
      await desk.ended
      await pool.close()
      await database.close()
      await remove()
    })
    const server = { origin: () => desk.origin }
    const begin = async (): Promise<string> => {
      const headers = { cookie: `pandect-desk-session=${anna}`, 'accept-language': 'fr' }
      const address = `${desk.origin}/desk/new/${randomUUID()}`
      const page = await (await fetch(address, { headers })).text()
      const form = new URLSearchParams(fieldsOf(page))
      for (const [name, value] of [
        ['title', 'Long'],
        ['text', LONG],
        ['act', 'save'],
      ] as const)
        form.set(name, value)
      const made = await fetch(address, { method: 'POST', headers, body: form, redirect: 'manual' })
      return /texts\/([a-z0-9-]+)/.exec(made.headers.get('location') ?? '')?.[1] ?? ''
    }
    const slug = await begin()
    const [facts, blobs] = [await count('events'), await count('blobs')]

    let typedWords = 0
    const typistOf = (token: string, place: (text: string) => number): Typist =>
      makeTypist(server, {
        token,
        place,
        path: `/desk/texts/${slug}/edit`,
        subject: `text/${slug}`,
        nextWord: () => `mot${(typedWords += 1)}`,
      })
    // At either end, so that both drafts merge.
    const typists = [
      typistOf(anna, (text) => text.indexOf('\n\n')),
      typistOf(bruno, (text) => text.length),
    ]
    for (const one of typists) await one.open()

    const lost: Lost[] = []
    const everySave = Math.max(1, Math.floor(ROUNDS / SAVES))
    const kills = killRounds(everySave)
    let killed = 0
    /** What the two do meanwhile may fail, since the server is killed. */
    const killDuring = async (work: Promise<unknown>): Promise<void> => {
      const failed = work.catch(() => undefined)
      await sleep(random() * KILL_WITHIN_MS)
      desk.child.kill('SIGKILL')
      for (const one of typists) if (random() < 1 / 2) one.die()
      await Promise.all([failed, desk.ended])
      const alive = typists.filter((one) => one.hasPage())
      const dead = typists.filter((one) => !one.hasPage())
      await Promise.all(alive.map((one) => one.round()))
      killed += 1
      // Once, the hour's longest rest: what nobody touched becomes a fact when the server is back.
      if (killed === 2)
        await pool.query("update editor_scratches set changed_at = changed_at - interval '11 min'")
      desk = await startDesk(dataDir, env)
      for (const one of dead) lost.push(await one.comeBack())
      for (const one of alive) await one.round()
    }
    const save = async (): Promise<void> => {
      for (const one of typists) await one.save()
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      const isSaving = round % everySave === 0
      const typing = Promise.all(typists.map((one) => one.round()))
      if (isSaving) await typing
      const work = isSaving ? save() : typing
      await (kills.has(round) ? killDuring(work) : work)
      if (round % ROUNDS_PER_LIMIT === 0)
        await pool.query('truncate rate_limit_buckets, rate_limit_passes')
    }
    for (const one of typists) await one.settle()
    await save()
    const [reader] = typists
    await reader?.open()
    const kept = new Set(reader?.text().split(/\s+/))
    const missing = typists.flatMap((one) => one.words()).filter((word) => !kept.has(word))
    expect(missing).toEqual([])
    expect(reader?.text().match(/Alinéa \d+\./g)?.length).toBe(PARAGRAPHS)
    const oldestMs = Math.max(0, ...lost.map((one) => one.oldestMs))
    expect(oldestMs).toBeLessThanOrEqual(OLDEST_LOST_MS)
    const [newFacts, newBlobs] = [(await count('events')) - facts, (await count('blobs')) - blobs]
    const requests = typists.flatMap(({ requestMs }) => requestMs)
    process.stdout.write(
      `${MINUTES} min: ${typedWords} words, ${requests.length} autosaves (p50 ${percentile(requests, 0.5).toFixed(0)} ms, p99 ${percentile(requests, 0.99).toFixed(0)} ms), ` +
        `${killed} kills, ${lost.length} browsers died with the server and lost ${lost.reduce((sum, { words }) => sum + words, 0)} words, the oldest ${oldestMs.toFixed(0)} ms old; ` +
        `${newFacts} facts, ${newBlobs} blobs\n`,
    )
    expect(killed).toBe(KILLS)
    expect(newFacts).toBeLessThanOrEqual(FACTS_MAX)
    expect(newBlobs).toBeLessThanOrEqual(BLOBS_MAX)
  },
)
