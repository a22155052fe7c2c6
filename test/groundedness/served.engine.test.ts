/**
 * From the file to the answer over HTTP, with the commands that people type, while the service
 * runs.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { CLAIM_METHOD } from '#contracts/law/claims/method.ts'
import { parseSettings } from '#infra/settings.ts'
import { folderOf, jsonLines } from '../import/files.ts'
import {
  ask,
  makeOfficial,
  runPandect,
  runQuickly,
  type Service,
  startService,
} from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'
import { type SignedIn, signInTeam } from '../editorial/people.ts'
import { comment, provision, slugOf } from './world.ts'

const POLL = { everyMs: 100, timesMax: 300 } as const

const EMBEDDER = { EMBEDDINGS_MODEL_DIR: 'builtin' } as const
/** No command that runs here judges claims. */
const LIGHT = { ...EMBEDDER, ENTAILMENT_MODEL_DIR: 'none' } as const

let dataDir: string
let remove: () => Promise<void>
let service: Service
const runHere = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runQuickly(words, dataDir, { env: { ...LIGHT, ...env } })
beforeAll(async () => {
  ;({ dataDir, remove } = await makeMigratedDir())
  service = await startService(dataDir, { PANDECT_DEMONSTRATION: 'off', ...EMBEDDER })
}, 240_000)
afterAll(async () => {
  await service.stop()
  await remove()
}, 240_000)

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
  const { code, stderr } = await runHere(['import', folder, ...flags])
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
    const replay = await runPandect(['replay', '--json'], dataDir, { env: EMBEDDER })
    expect([replay.code, JSON.parse(replay.stdout)]).toMatchObject([0, { equal: true }])
    expect((await served(note)).body).toEqual(overtaken)
  }, 240_000)
})

const run = (person: SignedIn, ...words: string[]) => runHere(words, person.env)

describe('an editor’s draft', () => {
  const draft = comment('projet', saying('cinq'))
  const slug = slugOf(draft)

  test('goes from import to search by commands; the doubt names sentence, source and difference, and another person explains why it is unfounded', async () => {
    const team = await signInTeam(parseSettings({ PANDECT_DATA_DIR: dataDir }))
    const { editor, reviewer, publisher, otherPublisher } = team
    const folder = await folderOf({ 'a.jsonl': jsonLines(draft) })
    expect((await run(editor, 'import', folder)).code).toBe(0)
    const submitted = await run(editor, 'submit', slug)
    expect(submitted).toMatchObject({ code: 0, stdout: expect.stringContaining('in_review') })
    const own = await run(editor, 'approve', slug, '--yes')
    expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining('reviewer-is-author') })
    expect((await run(reviewer, 'approve', slug, '--yes')).code).toBe(0)

    const publish = (...more: string[]) => run(publisher, 'publish', slug, ...more)
    const refused = await publish()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/integrity-critical: .*\n +hint: .*groundedness dismiss/)
    for (const words of [
      'claim_contradicted',
      saying('cinq'),
      `source  ${slugOf(lawOf(''))} `,
      'article L221-18',
      'the text says “cinq jours”, the source says “vingt jours”',
    ])
      expect(refused.stderr).toContain(words)
    expect((await served(draft)).status).toBe(404)

    const dismiss = (person: SignedIn, code: string) =>
      run(person, 'groundedness', 'dismiss', slug, code, '--reason', 'Régime antérieur.')
    expect(await dismiss(reviewer, 'claim_contradicte')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did you mean claim_contradicted?'),
    })
    for (const [person, code] of [
      [publisher, 'scope-missing'],
      [editor, 'author-dismisses'],
    ] as const)
      expect(await dismiss(person, 'claim_contradicted')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(code),
      })
    expect(await dismiss(reviewer, 'claim_contradicted')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 items'),
    })

    expect(await publish()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ungrounded-needs-reason'),
    })
    const published = await publish('--reason', 'Une étude historique.', '--wait', '--json')
    expect(published.code, published.stderr).toBe(0)
    expect(JSON.parse(published.stdout)).toMatchObject({ status: 'published', version: '1.0.0' })
    const { body, status } = await served(draft)
    expect([status, body.groundednessScore, codesOf(body)]).toEqual([200, 0, ['low_groundedness']])

    const history = await run(publisher, 'history', slug, '--json')
    const { events } = JSON.parse(history.stdout) as { events: { name: string; type: string }[] }
    const did = events.map(({ name, type }) => `${name} ${type}`)
    for (const line of [
      'Edith Editor Drafted',
      'Edith Editor Submitted',
      'Robin Reviewer Approved',
      'Robin Reviewer IntegrityFlagDismissed',
      'Paul Publisher VersionPublished',
    ])
      expect(did).toContain(line)

    const deletion = ['delete', slug, '--reason', 'un essai']
    expect((await run(publisher, ...deletion)).stderr).toContain('confirmation-missing')
    expect((await run(publisher, ...deletion, '--yes')).stdout).toContain('published')
    expect((await run(otherPublisher, ...deletion, '--yes', '--wait')).stdout).toContain('deleted')
    expect((await served(draft)).status).toBe(404)
    expect((await run(publisher, 'restore', slug, '--reason', 'à garder')).code).toBe(0)
    expect((await run(publisher, 'publish', slug, '--wait')).code).toBe(0)
    expect((await served(draft)).body).toMatchObject({ version: '1.0.0' })
  }, 180_000)
})

test('commands say what they do not take', async () => {
  for (const args of [
    ['assess'],
    ['assess', '--all', 'un-texte'],
    ['assess', 'Pas Un Slug'],
    ['impact', 'Pas Un Slug'],
    ['assess', '--all', '--at', 'hier'],
  ]) {
    const { code, stderr, stdout } = await runHere(['groundedness', ...args])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/hint: /)
  }
  const unknown = await runHere(['groundedness', 'assess', 'aucun-texte-0a1b2c3d'])
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('text-unknown') })
}, 240_000)
