/** What a command line may say, and how it is refused. */
import { randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { commandNames, runProgram } from './program.ts'

const ROOT = new URL('../../', import.meta.url)

let printed = ''
beforeEach(() => {
  printed = ''
  const write = (chunk: unknown): boolean => {
    printed += String(chunk)
    return true
  }
  vi.spyOn(process.stderr, 'write').mockImplementation(write)
  vi.spyOn(process.stdout, 'write').mockImplementation(write)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** Runs a command that must not get as far as the database: there is none at this address. */
const run = async (...words: string[]) => {
  await runProgram(words, { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, '1.2.3')
  return { exit: process.exitCode, printed }
}

const ONE_FORMAT = /^[^\n]+: [a-z]+(?:-[a-z]+)*: [^\n]+\n {2}hint: [^\n]+\n$/

describe('what cannot be read is an error of usage', () => {
  const TREATMENT = ['treatment', 'record', 'un-texte', '--effective', '2026-01-31']
  test.each([
    [['replay', '--generation', 'abc']],
    [['replay', '--generation', '0']],
    [['replay', '--generation', '1.5']],
    [['replay', '--generation', '1e3']],
    [['replay', '--generation', '2', '--rollback']],
    [['replay', '--embedding-model', '']],
    [['import', 'somewhere', '--as', 'wordperfect']],
    [['vocab', 'import', 'somewhere', '--vocabulary', 'other']],
    [['accounts', 'create', '--account', 'x', '--plan', 'gold']],
    [['accounts', 'set-paid', '--account', 'x', '--status', 'perhaps']],
    [['keys', 'create', '--account', 'x', '--plan', 'firm', '--cap-mode', 'medium']],
    [TREATMENT],
    [['no-such-command']],
    [['treatment', 'list']],
    [['digest', '--no-such-option']],
    [['publish']],
    [['publish', 'un-texte', '--as', 'martin']],
    [['concept', 'assign', 'un-texte', 'bail', '--approved-by', 'durand']],
    [['request-changes', 'un-texte']],
    [['unpublish', 'un-texte']],
    [['cancel-schedule', 'un-texte']],
    [['discard-draft', 'un-texte']],
    [['schedule', 'un-texte']],
    [['assign', 'un-texte']],
    [['list', '--state', 'lost']],
  ])('%j', async (words) => {
    const { exit, printed: refusal } = await run(...words)
    expect(exit, refusal).toBe(2)
    expect(refusal).toMatch(ONE_FORMAT)
    expect(refusal).toMatch(/^pandect: usage-invalid: /)
  })
})

describe('what has a code of its own is refused by it', () => {
  const RECORD = ['treatment', 'record', 'un-texte', '--type']
  const ERASE = ['erase', '--ground', 'order', '--request', 'R 1']
  test.each([
    ['instant-invalid', ['import', 'somewhere', '--at', 'yesterday']],
    ['listing-option-alone', ['import', 'somewhere', '--accept-fall']],
    ['instant-invalid', ['groundedness', 'assess', '--all', '--at', '2026-01-31']],
    ['instant-invalid', ['citator', 'explain', 'un-texte', '--known', 'then']],
    ['instant-invalid', ['audit', 'list', '--since', 'yesterday']],
    ['kind-unknown', ['audit', 'list', '--kind', 'key.revokd']],
    ['month-invalid', ['billing', 'reconcile', '--month', '2026-13']],
    ['month-invalid', ['usage', '--account', 'x', '--month', 'May']],
    ['slug-invalid', ['history', 'Not a slug']],
    ['held-subject-missing', ['privacy', 'export', '--output', 'held.json']],
    ['erasure-subject-unclear', ERASE],
    ['erasure-subject-unclear', [...ERASE, 'un-texte']],
    ['erasure-subject-unclear', [...ERASE, 'un-texte', '--person', randomUUID()]],
    ['erasure-subject-unclear', ['erasure', 'certificate']],
    ['erasure-subject-unclear', ['erasure', 'cancel', '--reason', 'Doublon.']],
    ['person-id-invalid', [...ERASE, '--person', 'Mme Martin']],
    ['comment-id-invalid', [...ERASE, 'un-texte', '--comment', 'le premier']],
    ['slug-invalid', ['headnote', 'list', 'Not a slug']],
    ['slug-invalid', [...RECORD, 'followed', '--effective', '2026-01-31', '--source', 'À']],
    ['day-invalid', [...RECORD, 'followed', '--effective', '2026-02-30']],
    ['treatment-type-unknown', [...RECORD, 'overuled', '--effective', '2026-01-31']],
    [
      'confidence-invalid',
      [...RECORD, 'followed', '--effective', '2026-01-31', '--suggested', '101'],
    ],
    ['treatment-id-invalid', ['treatment', 'confirm', '7']],
    ['point-invalid', ['treatment', 'assess', 'un-texte#0']],
    ['point-invalid', ['citator', 'explain', 'un-texte', 'first']],
    ['position-invalid', ['treatment', 'assess', 'un-texte', '--through', '-']],
    [
      'court-unknown',
      [
        'citator',
        'what-if',
        'a',
        '--type',
        'followed',
        '--effective',
        '2026-01-31',
        '--court',
        'fr.cass',
      ],
    ],
    ['relevance-invalid', ['concept', 'assign', 'un-texte', 'bail', '--relevance', '1.5']],
    ['relevance-invalid', ['concept', 'assign', 'un-texte', 'bail', '--relevance', '']],
    ['rule-type-unknown', ['headnote', 'accept', 'un-texte', '1', '--rule', 'dictum']],
    ['hash-invalid', ['approve', 'un-texte', '--hash', 'abc']],
    ['hash-of-one-text', ['approve', 'un-texte', 'un-autre', '--hash', 'a'.repeat(64)]],
    ['time-unreadable', ['schedule', 'un-texte', '--at', 'tomorrow']],
    [
      'time-ambiguous',
      ['schedule', 'un-texte', '--at', '2026-10-25T02:30', '--zone', 'Europe/Paris'],
    ],
    [
      'time-skipped',
      ['schedule', 'un-texte', '--at', '2026-03-29T02:30', '--zone', 'Europe/Paris'],
    ],
    ['zone-unknown', ['schedule', 'un-texte', '--at', '2026-03-29T02:30', '--zone', 'Mars']],
    ['slug-invalid', ['withdraw', 'un-texte', '--cause', 'x', '--replacement', 'Not a slug']],
    ['comment-or-resolve', ['comment', 'un-texte']],
    ['comment-or-resolve', ['comment', 'un-texte', '--text', 'x', '--resolve', 'y']],
    ['restore-of-both', ['restore', 'one.tar', 'another.tar']],
    ['restore-of-both', ['restore', 'un-texte', '--reason', 'x', '--replace']],
    ['backup-unreadable', ['restore', 'un-texte']],
    ['slug-invalid', ['show', 'Not a slug']],
    ['doubt-code-unknown', ['list', '--flag', 'claim_contradictd']],
    [
      'doubt-code-unknown',
      ['groundedness', 'dismiss', 'un-texte', 'claim_contradictd', '--reason', 'read it'],
    ],
    ['overlap-invalid', ['keys', 'rotate', 'an-id', '--overlap-hours', 'two']],
    ['cap-missing', ['keys', 'set-cap', 'an-id']],
    ['cap-invalid', ['keys', 'set-cap', 'an-id', '--cap-usd', 'much']],
    ['texts-missing', ['concept', 'match']],
    ['texts-missing', ['headnote', 'propose']],
    ['texts-unnamed', ['groundedness', 'assess']],
  ])('%s: %j', async (code, words) => {
    const { exit, printed: refusal } = await run(...words)
    expect(exit, refusal).toBe(1)
    expect(refusal).toMatch(ONE_FORMAT)
    expect(refusal).toContain(`pandect: ${code}: `)
  })
})

const hintOf = async (...words: string[]): Promise<string> =>
  /hint: (.+)/.exec((await run(...words)).printed)?.[1] ?? ''

describe('a hint', () => {
  test('names the word that was probably meant', async () => {
    expect(await hintOf('import', 'a.docx', '--jurisdiction', 'FX')).toMatch(/^did you mean FR\? /)
    printed = ''
    expect(await hintOf('export', 'x', '--filter', 'court=cc')).toMatch(/^did you mean courts\? /)
    printed = ''
    expect(await hintOf('export', 'x', '--filter', 'jurisdictions=LU,FX')).toMatch(
      /^did you mean FR\? /,
    )
  })

  test('names the known words alone where none is near', async () => {
    expect(await hintOf('import', 'a.docx', '--jurisdiction', 'ZZ')).toMatch(/^one of: .*FR/)
    printed = ''
    expect(await hintOf('export', 'x', '--filter', 'foo=1')).toMatch(/^one of: .*asOf/)
  })
})

test('a zone that there is not is the one that is named', async () => {
  const words = ['schedule', 'un-texte', '--at', '2026-03-29T02:30', '--zone', 'Europe/Nowhere']
  expect((await run(...words)).printed).toContain('zone-unknown: "Europe/Nowhere": there is no')
})

test('help COMMAND is the same as COMMAND --help', async () => {
  for (const [words, part] of [
    [['backup'], '--keys <file>'],
    [['keys'], 'rotate'],
    [['keys', 'create'], '--plan'],
  ] as const) {
    printed = ''
    const { printed: asked } = await run(...words, '--help')
    printed = ''
    const { exit, printed: helped } = await run('help', ...words)
    expect([exit, helped]).toEqual([0, asked])
    expect(helped).toContain(part)
  }
})

test('help and version are answered, exit 0', async () => {
  expect(await run('--version')).toEqual({ exit: 0, printed: '1.2.3\n' })
  const names = await commandNames()
  const { exit, printed: help } = await run('--help')
  expect(exit).toBe(0)
  for (const name of names.filter((one) => !one.includes(' '))) expect(help).toContain(`  ${name}`)
  printed = ''
  expect((await run('treatment', 'record', '--help')).printed).toContain('--effective <day>')
})

test('every command that a hint, a comment or a page names exists', async () => {
  const places = '{contracts,infra,ingest,query-api,workflows}/**/*.{ts,md}'
  const paths = [...globSync(places, { cwd: ROOT }), 'README.md', 'ARCHITECTURE.md']
  const names = new Set(await commandNames())
  const nouns = new Set(
    [...names].filter((name) => name.includes(' ')).map((name) => name.split(' ')[0]),
  )
  const unknown = paths.flatMap((path) =>
    [
      ...readFileSync(new URL(path, ROOT), 'utf8').matchAll(
        /`pandect ([a-z][a-z-]*)(?: ([a-z][a-z-]+))?[^`\n]*`/g,
      ),
    ]
      .map(([, noun = '', verb]) =>
        nouns.has(noun) && verb !== undefined ? `${noun} ${verb}` : noun,
      )
      .filter((name) => !names.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

describe('pandect new', () => {
  test('writes a text to be filled in, and nothing over a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pandect-new-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'note.md')
    const made = await run('new', 'doctrine', file, '--title', 'Une « note » : deux points')
    expect(made.exit).toBeUndefined()
    expect(made.printed).toContain(`then: pandect import ${file}`)
    expect(readFileSync(file, 'utf8')).toMatch(/^---\n[^]*title: "Une « note » : deux points"\n/)
    writeFileSync(file, 'mine')
    expect(await run('new', 'decision', file)).toMatchObject({
      exit: 1,
      printed: expect.stringContaining('file-exists'),
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    const nowhere = join(folder, 'nowhere', 'note.md')
    expect(await run('new', 'doctrine', nowhere)).toMatchObject({
      exit: 1,
      printed: expect.stringContaining(`file-unwritable: ${nowhere} cannot be written\n  hint: `),
    })
  })

  test('names what it does not know', async () => {
    expect((await run('new', 'poem')).printed).toMatch(/doctrine, case_note, legislation, decision/)
    expect((await run('new', 'doctrine', '--language', 'français')).printed).toContain('write fr')
  })
})

test('a title is of one manuscript', async () => {
  const said = await run('import', 'a.docx', 'b.docx', '--title', 'Une note')
  expect(said).toMatchObject({ exit: 1, printed: expect.stringContaining('manuscripts-several') })
})
