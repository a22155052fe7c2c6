import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ask,
  makeOfficial,
  type Service,
  spawnPandect,
  startService,
} from '../../../service/service.ts'
import { type Asked, DEPTH, type OpenPeer, type Passage } from '../peer.ts'

const NO_LIMIT = '1000000'
const SETTINGS = {
  LIMIT_REST: NO_LIMIT,
  LIMIT_ANONYMOUS: NO_LIMIT,
  PANDECT_DEMONSTRATION: 'off',
  LOG_LEVEL: 'warn',
} as const
const POLL_MS = 200
const STUCK_MS = 120_000

type Hit = { readonly jurisdiction: readonly string[]; readonly publishedAt: string | null }
type Answer = { readonly total: number; readonly hits: readonly Hit[] }

const recordOf = ({ id, title, text, jurisdiction, contentType, day }: Passage) => ({
  title,
  text,
  language: 'fr',
  jurisdiction: [jurisdiction],
  contentType,
  publishedAt: `${day}T00:00:00.000Z`,
  source: { id: `peers:${id}`, licence: 'Licence Ouverte 2.0' },
})

/**
 * The whole service with its defaults, asked over HTTP on loopback: it embeds the question, marks
 * what it found and charges the call.
 */
export const openPandectService: OpenPeer = async ({ folder, passages, say }) => {
  const records = `${folder}-records`
  const file = join(records, 'records.jsonl')
  await mkdir(records, { recursive: true })
  const out = createWriteStream(file)
  let service: Service | null = null
  const post = async (body: object): Promise<Answer> => {
    if (service === null) throw new Error('the service is not running')
    const answer = await ask<Answer>(service, '/search', { body })
    if (answer.status !== 200) throw new Error(`the search answered ${answer.status}`)
    return answer.body
  }
  const search = async ({ question, filter }: Asked, enableVector: boolean): Promise<Answer> => {
    const filters =
      filter === null
        ? {}
        : { jurisdictions: [filter.jurisdiction], dateFrom: filter.from, dateTo: filter.to }
    const answer = await post({ text: question.text, enableVector, limit: DEPTH.hits, filters })
    const breaks = ({ jurisdiction, publishedAt }: Hit): boolean =>
      filter !== null &&
      (!jurisdiction.includes(filter.jurisdiction) ||
        (publishedAt ?? '').slice(0, 10) < filter.from ||
        (publishedAt ?? '').slice(0, 10) > filter.to)
    if (answer.hits.some(breaks)) throw new Error('an answer breaks its filter')
    return answer
  }
  /** Returns when every text is found. */
  const searchable = async (): Promise<void> => {
    let [known, since] = [-1, performance.now()]
    while (known < passages) {
      await pause(POLL_MS)
      const { total } = await post({ text: '' })
      if (total !== known) since = performance.now()
      known = total
      if (performance.now() - since > STUCK_MS)
        throw new Error(`${known} of ${passages} texts became searchable`)
    }
  }
  return {
    add: async (batch) => {
      for (const { passage } of batch)
        if (!out.write(`${JSON.stringify(recordOf(passage))}\n`)) await once(out, 'drain')
    },
    finish: async () => {
      out.end()
      await once(out, 'finish')
      service = await startService(folder, SETTINGS)
      await makeOfficial(records, folder)
      say('importing')
      const words = ['import', file, '--publish', '--json']
      const importing = spawnPandect(words, folder)
      let refused = ''
      importing.stdin?.end()
      importing.stdout?.resume()
      importing.stderr?.on('data', (chunk: Buffer) => (refused = chunk.toString('utf8')))
      const [code] = (await once(importing, 'close')) as [number | null]
      if (code !== 0) throw new Error(`the import ended with ${code}: ${refused.slice(-200)}`)
      await searchable()
    },
    lexical: async (asked) => (await search(asked, false)).hits.map(() => 0),
    vector: null,
    hybrid: async (asked) => (await search(asked, true)).hits.map(() => 0),
    total: async (asked) => (await search(asked, false)).total,
    // A search shows its first thousand alone.
    matches: null,
    widen: null,
    close: async () => {
      out.destroy()
      await service?.stop()
    },
  }
}
