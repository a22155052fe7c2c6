/**
 * Names that are not in the wording of a text alone: of a magistrate, in the quote of a treatment,
 * in a comment. Two persons erase each; no byte of the data folder has it, the others are where
 * they were, and a rebuild is equal to what is served.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { Day, Instant, Position, SemVer, Slug } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, StaffId, type SignedPerson, type StaffRole } from '#contracts/staff.ts'
import { stampOf } from '#infra/cli/acting.ts'
import { makePersonSource } from '#infra/postgres/read-models/persons.ts'
import { collectHeld } from '#infra/processes/privacy/held.ts'
import { certificatesAbout, proveErasure } from '#infra/processes/wiring/certificates.ts'
import { type Database, openDatabase, truthOf } from '#infra/processes/wiring/database.ts'
import { erasureDepsOf, finishAllErasures } from '#infra/processes/wiring/erasure.ts'
import { parseSettings } from '#infra/settings.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { handle } from '#ingest/command-handler/command-handler.ts'
import { type DecidedText, loadText } from '#ingest/command-handler/text-handler.ts'
import { namingStream, personDecider } from '#ingest/domain/person/decide.ts'
import { personStream } from '#contracts/ids.ts'
import { erasePerson } from '#ingest/editorial/erasure/erase-person.ts'
import { eraseWordings } from '#ingest/editorial/erasure/erase.ts'
import { recordTreatmentOf } from '#ingest/handlers/treatments.ts'
import { ArticleId } from '#contracts/ids.ts'
import { decidePublisherFacts } from '#ingest/import/decide-publisher-facts.ts'
import { personsIn } from '#ingest/enrich/named-persons.ts'
import { tablesWith } from '../service/canary-search.ts'
import { makeOfficial, runQuickly } from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'
import { inventNames, namesInFolder } from './scanner.ts'

const TIMEOUT_MS = 300_000
const SEED = Number(process.env['SEED'] ?? 20_261_124)
/** Of a magistrate, in a quote, in a comment, in its answer. */
const ERASED = inventNames(SEED, 4)
const [MAGISTRATE = '', QUOTED = '', COMMENTED = '', ANSWERED = ''] = ERASED.all
/** The same places, of others. */
const STAYING = inventNames(SEED + 1, 4)
const [OTHER_MAGISTRATE = '', OTHER_QUOTED = '', OTHER_COMMENTED = '', CONTROL = ''] = STAYING.all

const personOf = (role: StaffRole): SignedPerson => ({
  id: StaffId.parse(randomUUID()),
  name: 'Personne',
  roles: [role],
  scopes: new Set(SCOPES_OF_ROLE[role]),
  secondFactor: true,
})
const [FIRST, SECOND] = [personOf('data_protection'), personOf('data_protection')]
const REASON = { ground: 'gdpr-17', request: 'RGPD 2026-1' } as const
const SLUG = Slug.parse('texte-cite')
const SOURCE = Slug.parse('texte-citant')
const personId = (name: string): string =>
  personsIn({ judicialDecision: null } as never, [{ name, office: 'president' }])[0]?.id ?? ''

let dataDir = ''
let remove: () => Promise<void>
const folder = () => join(dataDir, 'texts')
const settings = () => parseSettings({ PANDECT_DATA_DIR: dataDir })
const withOpen = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase(settings(), 'test')
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
const succeed = async (args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await runQuickly(args, dataDir)
  expect(code, stderr).toBe(0)
  return stdout + stderr
}
const taken = <T extends object>(outcome: T | Refusal): T => {
  if (isRefusal(outcome)) throw new Error(outcome.refused)
  return outcome
}

const textOf = async (database: Database): Promise<DecidedText> => {
  const text = await loadText(truthOf(database), SLUG)
  if (isRefusal(text)) throw new Error(text.refused)
  return text
}

const markdown = (slug: Slug, text: string): string => `---
title: ${slug} ${CONTROL}
contentType: doctrine
jurisdiction: [FR]
language: fr
slug: ${slug}
source:
  id: test:${slug}
licence: CC-BY-4.0
---

${text}
`
const importTexts = async (suffix: string): Promise<void> => {
  const quotes = `Vu l’affaire de ${QUOTED}, et celle de ${OTHER_QUOTED}.`
  const first = suffix === '' ? quotes : `Vu une affaire, et celle de ${OTHER_QUOTED}.`
  await writeFile(
    join(folder(), 'a.md'),
    markdown(SLUG, `La prescription est de cinq ans.${suffix}`),
  )
  await writeFile(join(folder(), 'b.md'), markdown(SOURCE, first))
  await succeed(['import', '--publish', folder()])
}

const context = () => ({ actor: 'cli:test', ...stampOf(), causationId: null })
const [THREAD, ANSWER, OTHER_THREAD] = [randomUUID(), randomUUID(), randomUUID()]

const treat = (database: Database, quote: string, effective: string) =>
  recordTreatmentOf(
    { ...truthOf(database), head: async () => Position.parse(0) },
    {
      type: 'distinguished',
      target: { slug: SLUG, sequence: null },
      sourceSlug: SOURCE,
      ecli: null,
      courtCode: null,
      formation: null,
      pinpoint: null,
      quote,
      effectiveDate: Day.parse(effective),
      confidencePercent: null,
    },
    context(),
  )

const record = async (database: Database, name: string): Promise<void> => {
  const { store } = truthOf(database)
  const id = personId(name)
  const person = { name, office: 'judge', courtCode: null, from: null, to: null }
  const articleId = ArticleId.parse((await textOf(database)).streamId.slice(8))
  const naming = { personId: id, articleId, office: 'judge', day: null }
  for (const [streamId, command] of [
    [
      personStream(id),
      {
        type: 'RecordPerson',
        person: { ...person, recordedAt: Instant.parse(new Date().toISOString()) },
      },
    ],
    [namingStream(naming), { type: 'NamePerson', naming }],
  ] as const)
    await handle(store, personDecider, streamId, command, context())
}

/** A comment as the log has it; how people make one is tested elsewhere. */
const comment = async (
  database: Database,
  id: string,
  inReplyTo: string | null,
  body: string,
): Promise<void> => {
  const { store } = truthOf(database)
  const { streamId, expectedVersion, state } = await textOf(database)
  const sha256Hash = state.published?.sha256Hash ?? ('' as never)
  const data = { id, inReplyTo, sha256Hash, body, target: null }
  await store.append(
    [{ streamId, expectedVersion, events: [{ type: 'CommentAdded', data }] }],
    context(),
  )
}

const heldAbout = (database: Database, name: string) =>
  collectHeld(
    database.pool,
    truthOf(database),
    { names: [name], emails: [], person: null },
    Instant.parse(new Date().toISOString()),
  )
const lookUp = (database: Database, name: string) => makePersonSource(database.pool).named(name)

beforeAll(async () => {
  ;({ dataDir, remove } = await makeMigratedDir())
  await mkdir(folder())
  await makeOfficial(folder(), dataDir)
  await importTexts('')
  await withOpen(async (database) => {
    taken(await treat(database, `l’affaire de ${QUOTED}`, '2026-01-01'))
    await record(database, MAGISTRATE)
    await record(database, OTHER_MAGISTRATE)
    await comment(database, THREAD, null, `Voir ${COMMENTED}.`)
    await comment(database, ANSWER, THREAD, `Et ${ANSWERED}.`)
    await comment(database, OTHER_THREAD, null, `Voir ${OTHER_COMMENTED}.`)
  })
  await importTexts(' Ou de dix.')
  await withOpen(async (database) => {
    taken(await treat(database, `celle de ${OTHER_QUOTED}`, '2026-02-02'))
  })
  await succeed(['digest'])
}, TIMEOUT_MS)
afterAll(() => remove?.(), TIMEOUT_MS)

const certificates: string[] = []

test(
  `names of a person, a quote and a comment are nowhere after their erasure (SEED=${SEED})`,
  async () => {
    await rm(folder(), { recursive: true })
    await withOpen(async (database) => {
      expect(await tablesWith(database.pool, [ERASED.beginning])).toEqual(
        expect.arrayContaining(['public.citator_facts', 'public.persons']),
      )
      for (const name of ERASED.all)
        expect((await heldAbout(database, name)).items.length, name).toBeGreaterThan(0)
      expect(await lookUp(database, MAGISTRATE)).toMatchObject([{ decisions: [{ slug: SLUG }] }])

      const deps = erasureDepsOf(database)
      const versions = { versions: [SemVer.parse('1.0.0')], ...REASON }
      const thread = { versions: [], thread: THREAD, ...REASON }
      const planned = { ...stampOf(), dryRun: true }
      expect(await eraseWordings(deps, FIRST, SOURCE, versions, planned)).toMatchObject({
        state: 'planned',
        treatments: 1,
      })
      expect(await eraseWordings(deps, FIRST, SLUG, thread, planned)).toMatchObject({
        keys: 2,
        treatments: 0,
      })
      for (const by of [FIRST, SECOND]) {
        taken(await eraseWordings(deps, by, SOURCE, versions, stampOf()))
        taken(await eraseWordings(deps, by, SLUG, thread, stampOf()))
        taken(await erasePerson(deps, by, personId(MAGISTRATE), REASON, stampOf()))
      }
      expect(await finishAllErasures(settings(), database)).toMatchObject({ erasures: 3 })
      expect(await tablesWith(database.pool, [ERASED.beginning])).toEqual([])
      expect(await tablesWith(database.pool, [STAYING.beginning])).toEqual(
        expect.arrayContaining(['public.citator_facts', 'public.persons']),
      )
      for (const name of ERASED.all) expect((await heldAbout(database, name)).items).toEqual([])
      for (const name of STAYING.all)
        expect((await heldAbout(database, name)).items.length, name).toBeGreaterThan(0)
      expect(await lookUp(database, MAGISTRATE)).toEqual([])
      expect(await lookUp(database, OTHER_MAGISTRATE)).toHaveLength(1)
    })
    const found = await namesInFolder(dataDir, [ERASED, STAYING])
    // What stays is in read models in clear, comments of others are sealed.
    expect(Object.keys(found).toSorted()).toEqual(
      [OTHER_MAGISTRATE, OTHER_QUOTED, CONTROL].toSorted(),
    )
    const replayed = await succeed(['replay'])
    expect(replayed).toMatch(/^equal +yes$/m)
    expect(replayed).toMatch(/^parked +0 streams$/m)
    expect(Object.keys(await namesInFolder(dataDir, [ERASED]))).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'the treatment stays without its words, and the other one keeps them',
  async () => {
    await withOpen(async ({ pool }) => {
      const { rows } = await pool.query<{ source: object }>(
        `select fact::jsonb #> '{data,treatment,source}' as source
        from citator_facts join live_generation using (generation) order by position`,
      )
      expect(rows).toMatchObject([
        { source: { slug: SOURCE, quote: null } },
        { source: { slug: SOURCE, quote: `celle de ${OTHER_QUOTED}` } },
      ])
    })
  },
  TIMEOUT_MS,
)

test(
  'each erasure has a certificate that holds, until the words come back',
  async () => {
    await withOpen(async (database) => {
      for (const about of [{ personId: personId(MAGISTRATE) }, { slug: SLUG }, { slug: SOURCE }]) {
        const [signed] = taken(await certificatesAbout(database, FIRST, about, null))
        const text = canonicalJson(signed)
        certificates.push(text)
        expect(await proveErasure(settings(), database, text)).toMatchObject({ holds: true })
      }
      const [ofPerson, , ofText] = certificates.map(
        (text) => (JSON.parse(text) as { certificate: { copies: object[] } }).certificate,
      )
      expect(ofPerson).toMatchObject({ versions: [], whole: true, request: REASON.request })
      expect(ofPerson?.copies).toHaveLength(9)
      expect(ofText?.copies).toContainEqual(
        expect.objectContaining({ copy: 'treatments', count: 1, result: 'gone' }),
      )
      const live = 'generation = (select generation from live_generation)'
      await database.pool.query(`update persons set folded = ' x ' where ${live}`)
      const back = await proveErasure(settings(), database, certificates[0] ?? '')
      expect(back).toMatchObject({ holds: false })
      await database.pool.query(
        `update citator_facts set fact = jsonb_set(fact::jsonb, '{data,treatment,source,quote}', '"x"')::json
        where ${live} and fact::jsonb #> '{data,treatment,source,quote}' = 'null'`,
      )
      const again = await proveErasure(settings(), database, certificates[2] ?? '')
      expect(again).toMatchObject({ holds: false })
    })
  },
  TIMEOUT_MS,
)

test(
  'a file that names the erased person is taken without them, and a note says so',
  async () => {
    await withOpen(async (database) => {
      const { store } = truthOf(database)
      const { streamId } = await textOf(database)
      const decided = (name: string) =>
        decidePublisherFacts(
          store,
          [
            {
              slug: SLUG,
              isCurrent: true,
              statement: {
                streamId,
                place: { file: 'old.xml', line: 1 },
                official: null,
                content: { judicialDecision: null, citations: [] },
                validity: { validFrom: null, validTo: null },
                facts: { persons: [{ name, office: 'judge' }], links: [], state: null },
              } as never,
            },
          ],
          context(),
        )
      expect(await decided(MAGISTRATE)).toMatchObject({
        appends: [],
        notes: [{ refused: 'person-erased', file: 'old.xml', line: 1 }],
      })
      expect(await decided(`${OTHER_MAGISTRATE}x`)).toMatchObject({ notes: [] })
      const deps = erasureDepsOf(database)
      for (const [id, refused] of [
        [personId(MAGISTRATE), 'already-erased'],
        [randomUUID(), 'person-unknown'],
      ] as const)
        expect(await erasePerson(deps, FIRST, id, REASON, stampOf())).toMatchObject({ refused })
    })
  },
  TIMEOUT_MS,
)
