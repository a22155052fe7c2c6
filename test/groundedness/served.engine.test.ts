/**
 * From the file to the answer over HTTP, with the commands that people type, while the service
 * runs.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { withDatabase } from '#infra/processes/wiring/database.ts'
import { withWriteDeps } from '#infra/processes/wiring/write-deps.ts'
import { CLAIM_METHOD } from '#contracts/law/claims/judge.ts'
import { parseSettings } from '#infra/settings.ts'
import { folderOf, jsonLines } from '../import/files.ts'
import {
  ask,
  makeDataDir,
  makeOfficial,
  runPandect,
  type Service,
  startService,
} from '../service/service.ts'
import { comment, provision, review, slugOf } from './world.ts'

const POLL = { everyMs: 100, timesMax: 300 } as const

let dataDir: string
let remove: () => Promise<void>
let service: Service
beforeAll(async () => {
  ;({ dataDir, remove } = await makeDataDir())
  service = await startService(dataDir, { PANDECT_DEMONSTRATION: 'off' })
}, 90_000)
afterAll(async () => {
  await service.stop()
  await remove()
}, 60_000)

const lawOf = (days: string, version: string | null = null) =>
  provision(
    'L221-18',
    `Le consommateur dispose d’un délai de ${days} jours pour exercer son droit de rétractation d’un contrat conclu à distance.`,
    { source: { version } },
  )
const saying = (days: string): string =>
  `Selon l’article L. 221-18 du code de la consommation, le consommateur dispose d’un délai de ${days} jours pour exercer son droit de rétractation d’un contrat conclu à distance.`

type Record_ = ReturnType<typeof lawOf>
const importOne = async (one: Record_, ...flags: string[]): Promise<void> => {
  const folder = await folderOf({ 'a.jsonl': jsonLines(one) })
  if (flags.includes('--publish')) await makeOfficial(folder, dataDir)
  const { code, stderr } = await runPandect(['import', folder, ...flags], dataDir)
  if (code !== 0) throw new Error(stderr)
}
const served = (one: Record_) => ask<Article>(service, `/articles/${slugOf(one)}`)

/** The article as soon as it is as it should be; else as it was at the end. */
const until = async (one: Record_, is: (article: Article) => boolean): Promise<Article> => {
  for (let times = 0; times < POLL.timesMax; times += 1) {
    const { status, body } = await served(one)
    if (status === 200 && is(body)) return body
    await pause(POLL.everyMs)
  }
  return (await served(one)).body
}
const codesOf = ({ integrityFlags }: Article): string[] => integrityFlags.map(({ code }) => code)

/** Review by persons is no command yet. */
const reviewed = async (one: Record_): Promise<void> => {
  const settings = parseSettings({ PANDECT_DATA_DIR: dataDir, EMBEDDINGS_MODEL_DIR: 'builtin' })
  await withDatabase(settings, 'test', (database) =>
    withWriteDeps(settings, database, (deps) => review(deps, slugOf(one))),
  )
}

describe('a text with a false number about a law that is held', () => {
  const note = comment('retractation', saying('trente'), {
    source: { licence: 'Licence Ouverte 2.0' },
  })

  test('shows its score and the doubt once it is assessed; repaired, both go; a change of the law brings them back', async () => {
    await importOne(lawOf('quatorze'), '--publish')
    await importOne(note, '--publish')
    expect(await until(note, () => true)).toMatchObject({
      groundednessScore: null,
      groundedness: null,
    })

    const dry = await runPandect(
      ['groundedness', 'assess', slugOf(note), '--dry-run', '--json'],
      dataDir,
    )
    expect(JSON.parse(dry.stdout)).toMatchObject({ result: 'dry-run', groundednessScore: 0 })
    const assessed = await runPandect(['groundedness', 'assess', slugOf(note)], dataDir)
    expect(assessed.code).toBe(0)
    expect(assessed.stdout).toMatch(
      / {2}0 {2}0\/1 supported {2}recorded\n.*critical {2}claim_contradicted/s,
    )
    const wrong = await until(note, ({ groundednessScore }) => groundednessScore !== null)
    expect(wrong).toMatchObject({ groundednessScore: 0, hasIntegrityWarning: true })
    expect(wrong.groundedness).toMatchObject({
      contradicted: 1,
      checkable: 1,
      method: expect.stringContaining(`${CLAIM_METHOD}+`) as string,
    })
    expect(wrong.integrityFlags).toMatchObject([
      {
        code: 'claim_contradicted',
        severity: 'critical',
        detector: 'groundedness@1',
        evidence: {
          assessedHash: wrong.sha256Hash,
          sentences: [
            { where: 'text', start: 0, end: saying('trente').length, sources: [slugOf(lawOf(''))] },
          ],
        },
      },
      { code: 'low_groundedness', severity: 'warning' },
    ])

    // Repaired: the assessor of the service assesses the new wording by itself.
    const repaired = {
      ...note,
      text: saying('quatorze'),
      source: { ...(note['source'] as object), version: '2' },
    }
    await importOne(repaired, '--publish')
    const right = await until(note, ({ groundednessScore }) => groundednessScore === 100)
    expect(right).toMatchObject({
      groundednessScore: 100,
      integrityFlags: [],
      hasIntegrityWarning: false,
    })

    // What a change of the law would touch, and what it does.
    const impact = await runPandect(
      ['groundedness', 'impact', slugOf(lawOf('')), '--json'],
      dataDir,
    )
    expect(JSON.parse(impact.stdout)).toMatchObject({
      impacted: [{ id: slugOf(note), words: [saying('quatorze')] }],
    })
    await importOne(lawOf('vingt', '2'), '--publish')
    const overtaken = await until(note, ({ groundednessScore }) => groundednessScore === 0)
    expect(overtaken.groundednessScore).toBe(0)
    expect(codesOf(overtaken)).toContain('claim_contradicted')

    // Nothing of it is computed again by a rebuild, and nothing differs.
    const replay = await runPandect(['replay', '--json'], dataDir)
    expect([replay.code, JSON.parse(replay.stdout)]).toMatchObject([0, { equal: true }])
    expect((await served(note)).body).toEqual(overtaken)
  }, 120_000)
})

describe('an editor’s draft', () => {
  const draft = comment('projet', saying('cinq'))

  test('is not published against the law that it cites, until another person explains why the doubt is unfounded', async () => {
    await importOne(draft)
    await reviewed(draft)
    const publish = () => runPandect(['publish', slugOf(draft)], dataDir)
    const refused = await publish()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /integrity-critical: .*claim_contradicted \(text 0–\d+\)\n +hint: .*groundedness dismiss/,
    )
    expect((await served(draft)).status).toBe(404)
    const dismiss = (...args: string[]) =>
      runPandect(['groundedness', 'dismiss', slugOf(draft), ...args], dataDir)
    expect(await dismiss('claim_contradicte', '--reason', 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did you mean claim_contradicted?'),
    })
    expect(
      await dismiss('claim_contradicted', '--reason', 'Régime antérieur.', '--as', 'author'),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining('author-dismisses') })
    expect(
      await dismiss('claim_contradicted', '--reason', 'Régime antérieur.', '--as', 'm.durand'),
    ).toMatchObject({ code: 0, stdout: expect.stringContaining('1 items') })
    expect(await publish()).toMatchObject({ code: 0 })
    const article = await until(draft, () => true)
    expect(article.groundednessScore).toBe(0)
    expect(codesOf(article)).toEqual(['low_groundedness'])
  }, 120_000)
})

test('commands say what they do not take', async () => {
  for (const args of [
    ['assess'],
    ['assess', '--all', 'un-texte'],
    ['assess', 'Pas Un Slug'],
    ['impact', 'Pas Un Slug'],
    ['assess', '--all', '--at', 'hier'],
  ]) {
    const { code, stderr, stdout } = await runPandect(['groundedness', ...args], dataDir)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/hint: /)
  }
  const unknown = await runPandect(['groundedness', 'assess', 'aucun-texte-0a1b2c3d'], dataDir)
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('text-unknown') })
}, 60_000)
