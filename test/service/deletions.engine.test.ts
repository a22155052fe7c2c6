/**
 * What a publisher deletes is gone for everybody within seconds, by the commands that people run.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveOf, cassPath, type Entries, juri, ruling } from '../import/deletions.testing.ts'
import { ask, runPandect, runQuickly, type Service, startService } from './service.ts'
import { makeMigratedDir } from './prepared-folders.ts'

const LONG_MS = 120_000
const POLL_MS = 200

let dataDir = ''
let remove = async (): Promise<void> => undefined
let service: Service
beforeAll(async () => {
  ;({ dataDir, remove } = await makeMigratedDir())
  service = await startService(dataDir, { PANDECT_DEMONSTRATION: 'off', LIMIT_REST: '1000000' })
  const added = await runQuickly(['sources', 'add', dataDir, '--publisher', 'DILA'], dataDir)
  expect(added.code, added.stderr).toBe(0)
}, LONG_MS)
afterAll(async () => {
  await service.stop()
  await remove()
})

const importArchive = async (stamp: string, entries: Entries, ...options: string[]) => {
  const path = join(dataDir, `CASS_${stamp}.tar.gz`)
  await writeFile(path, await archiveOf(entries))
  const { code, stdout, stderr } = await runQuickly(
    ['import', path, '--publish', '--json', ...options],
    dataDir,
  )
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as {
    texts: { slug: string }[]
    removed: string[]
    absent: string[]
    takenDown: number
    withoutEffect: number
  }
}
const WORDS = 'Le pourvoi turquoise de la librairie est rejeté.'
const file = (stamp: string, id: string, text: string): readonly [string, string] => [
  `${stamp}/${cassPath(id)}.xml`,
  ruling(id, text),
]
const isFound = async (slug: string): Promise<boolean> => {
  const answer = await ask<{ hits: { slug: string; articleSlug?: string }[] }>(service, '/search', {
    body: { text: 'turquoise' },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.hits.some((hit) => (hit.articleSlug ?? hit.slug) === slug)
}
const mcp = async (name: string, args: object): Promise<string> => {
  const response = await fetch(`${service.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  return response.text()
}
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const started = performance.now()
  while (!(await holds())) {
    if (performance.now() - started > LONG_MS) throw new Error(`not so after ${LONG_MS} ms`)
    await sleep(POLL_MS)
  }
}

/** The day on which an import says that it runs. */
const onDay = (at: number): string[] => ['--at', `2026-07-0${at}T00:00:00.000Z`]

test(
  'a deleted ruling leaves search, articles, versions and MCP; a later file brings it back',
  async () => {
    const [gone, stays] = [juri(9_001), juri(9_002)] as const
    const made = await importArchive('20260601-210000', [
      file('20260601-210000', gone, WORDS),
      file('20260601-210000', stays, 'Le pourvoi de la boulangerie est rejeté.'),
    ])
    const [slug = '', other = ''] = made.texts.map((one) => one.slug)
    const isServed = async (): Promise<boolean> => {
      const { status } = await ask(service, `/articles/${slug}`)
      expect([200, 404]).toContain(status)
      return status === 200
    }
    await until(isServed)
    await until(() => isFound(slug))
    expect(await mcp('service_get_article', { idOrSlug: slug })).toContain('turquoise')

    const removed = await importArchive('20260602-210000', [
      ['20260602-210000/liste_suppression_cass.dat', `${cassPath(gone)}\n`],
    ])
    expect(removed).toMatchObject({ takenDown: 1, withoutEffect: 0, removed: [slug] })
    await until(async () => !(await isServed()) && !(await isFound(slug)))
    const never = await ask(service, '/articles/jamais-ecrit-0a1b2c3d')
    const { status, text } = await ask(service, `/articles/${slug}`)
    const shape = (body: string): string =>
      body
        .replaceAll(slug, 'S')
        .replaceAll('jamais-ecrit-0a1b2c3d', 'S')
        .replaceAll(/[0-9a-f-]{36}/g, 'R')
    expect([status, shape(text)]).toEqual([never.status, shape(never.text)])
    expect((await ask(service, `/articles/${slug}/versions`)).status).toBe(404)
    expect(await mcp('service_get_article', { idOrSlug: slug })).not.toContain('turquoise')
    expect((await ask(service, `/articles/${other}`)).status).toBe(200)

    await importArchive('20260603-210000', [file('20260603-210000', gone, WORDS)])
    await until(isServed)
  },
  LONG_MS,
)

test(
  'absences and proposals are shown by their commands',
  async () => {
    const [named, absent] = [juri(9_003), juri(9_004)] as const
    const long = 'La cour rappelle les faits et la procédure, puis examine le moyen. '.repeat(8)
    const others = Array.from({ length: 40 }, (_, at) => juri(9_100 + at))
    const whole = (stamp: string, ...of: readonly (readonly [string, string])[]): Entries => [
      ...of,
      ...[...others, juri(9_001), juri(9_002)].map((id) =>
        file(stamp, id, `Le moyen ${id} est nul.`),
      ),
    ]
    await importArchive(
      '20260701-210000',
      whole(
        '20260701-210000',
        file('20260701-210000', named, `${long}<br/>M. Dupont conclut.`),
        file('20260701-210000', absent, 'Le moyen est absent.'),
      ),
      '--complete',
      ...onDay(1),
    )
    await importArchive(
      '20260702-210000',
      whole('20260702-210000', file('20260702-210000', named, `${long}<br/>M. [X] conclut.`)),
      '--complete',
      ...onDay(2),
    )
    const shown = await runPandect(['sources', 'absences'], dataDir)
    expect(shown.stdout).toMatch(
      new RegExp(`DILA {2}${absent} {2}absent from 1 of 3 listings since`),
    )
    expect(shown.stdout).toMatch(/DILA {2}cass {2}2026-07-02T\S+ {2}43 texts, 44 before: counted/)
    const proposals = await runPandect(['erasure', 'proposals'], dataDir)
    expect(proposals.stdout).toMatch(
      /1\.0\.1 of \S+ takes names out {2}versions that have them: 1\.0\.0 {2}ground: court-occultation/,
    )
  },
  LONG_MS,
)
