/** `pandect erasure certificate` and `pandect erasure prove`. */
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import {
  CERTIFICATE_BYTES_MAX,
  type CopyKind,
  type HandledCopy,
  type SignedCertificate,
} from '#contracts/erasure/certificate.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { Slug } from '#contracts/ids.ts'
import { type ScannedWords, scanWords } from '../processes/erasing/scan-words.ts'
import { Words } from '../processes/erasing/word-forms.ts'
import {
  certificatesAbout,
  proveErasure,
  type ProvenCopy,
  type ProvenErasure,
} from '../processes/wiring/certificates.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import type { Settings } from '../settings.ts'
import { EXIT, say } from '../terminal.ts'
import { writeNewFile } from '../new-file.ts'
import { type Json, printResult, refuse } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { erasedWords } from './erase.ts'
import {
  jsonOption,
  readPersonId,
  type ReadSettings,
  readSlug,
  readText,
  readVersions,
} from './reading.ts'
import { signedPersonOf } from './staff-token.ts'

const NAMES: Readonly<Record<CopyKind, string>> = {
  keys: 'keys',
  facts: 'facts under these keys',
  treatments: 'words of treatments',
  'log-copies': 'Kafka, backups of the log',
  texts: 'long texts',
  vectors: 'vectors',
  slugs: 'claims of slugs',
  scratches: 'scratches of editors',
  'kept-answers': 'kept answers',
  webhooks: 'webhook messages',
  'saved-search-news': 'news of saved searches',
  'desk-notices': 'notices of the desk',
  'kept-receipts': 'kept receipts',
  'desk-board': 'board of the desk',
  'read-models': 'read models',
  'search-index': 'search index',
  'kept-generation': 'generation for a rollback',
  'table-pages': 'pages of tables',
  'write-ahead-log': 'write-ahead log',
  'key-backups': 'backups of keys',
  outside: 'archives, images of disks',
}
const METHODS: Readonly<Record<HandledCopy['method'], string>> = {
  destroyed: 'destroyed',
  sealed: 'sealed',
  removed: 'removed',
  'derived-anew': 'derived anew',
  'written-anew': 'written anew',
  expires: 'kept for their period',
  none: 'not reached',
}
const RESULTS: Readonly<Record<HandledCopy['result'], string>> = {
  gone: 'none left',
  unreadable: 'no key opens them',
  done: 'done',
  open: 'up to the operator',
}
const COLUMNS = { copy: 27, handled: 42 } as const

const handledText = ({ method, count, result }: HandledCopy): string =>
  `${METHODS[method]}${count === null ? '' : ` (${count})`}, ${RESULTS[result]}`

const handledLine = (one: HandledCopy): string =>
  `${NAMES[one.copy].padEnd(COLUMNS.copy)}${handledText(one).padEnd(COLUMNS.handled)}${one.at ?? ''}`.trimEnd()

const endLine = ({ keyBackupsEnd }: SignedCertificate['certificate']): string =>
  `last backup of keys ends  ${keyBackupsEnd ?? 'not known: KEY_BACKUP_DAYS is not set'}`

/** A person has no long texts. */
const isText = ({ copies }: SignedCertificate['certificate']): boolean =>
  copies.some(({ copy }) => copy === 'texts')

const headLines = ({ certificate }: SignedCertificate): string[] => {
  const { subject, versions, whole, ground, request, erasedAt, certifiedAt } = certificate
  return [
    `subject    ${subject}`,
    `erased     ${isText(certificate) ? erasedWords(versions, whole) : 'a person'}`,
    `ground     ${ground}, request ${request}`,
    `at         ${erasedAt}, certified ${certifiedAt}`,
  ]
}

const certificateLines = (signed: SignedCertificate): string[] => [
  ...headLines(signed),
  '',
  ...signed.certificate.copies.map(handledLine),
  '',
  endLine(signed.certificate),
]

/** The file, or the output of --json: canonical JSON. */
const printed = (signed: SignedCertificate): string => canonicalJson(signed)

type CertificateOptions = Json & { readonly output?: string | undefined }

const show = async (
  signed: SignedCertificate,
  others: number,
  { json, output }: CertificateOptions,
): Promise<void> => {
  if (others > 0) say(`${others} more certificates of this text: name versions to see one`)
  if (output !== undefined) {
    await writeNewFile(resolve(output), `${printed(signed)}\n`)
    return say(`the certificate is in ${output}`)
  }
  printResult({ json }, JSON.parse(printed(signed)), certificateLines(signed))
}

/** Either a text or a person. */
export const subjectIn = (
  slug: Slug | undefined,
  person: string | undefined,
): { readonly slug: Slug } | { readonly personId: string } => {
  if (slug !== undefined && person === undefined) return { slug }
  if (slug === undefined && person !== undefined) return { personId: person }
  throw new Fault('erasure-subject-unclear', { hint: 'name a slug, or --person' })
}

export const defineCertificate = (command: Command, settings: ReadSettings): void =>
  void command
    .description('the certificate of an erasure: what was done to each kind of copy, signed')
    .argument('[slug]', 'which text, by a slug that it has or had', readSlug)
    .option('--person <id>', 'a person, instead of a text', readPersonId)
    .option('--versions <list>', 'erased versions; all: the whole text', readVersions)
    .option('--output <file>', 'write it as JSON, for `pandect erasure prove`', readText)
    .addOption(jsonOption())
    .action((slug, { person, versions, ...options }) => {
      const subject = subjectIn(slug, person)
      return withDatabase(settings(), 'erasure', async (database) => {
        const by = await signedPersonOf(settings(), database)
        const found = await certificatesAbout(database, by, subject, versions ?? null)
        if (isRefusal(found)) return refuse(found, slug ?? person)
        const [latest, ...others] = found
        if (latest !== undefined) await show(latest, others.length, options)
      })
    })

const unreadable = (file: string, cause?: unknown): Fault =>
  new Fault('file-unreadable', `${file} can't be read`, {
    cause,
    hint: 'name a file, or - for standard input',
  })

const readInput = async (file: string): Promise<string> => {
  try {
    const text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
    if (text.length <= CERTIFICATE_BYTES_MAX) return text
  } catch (cause) {
    throw unreadable(file, cause)
  }
  throw unreadable(file)
}

/** Throws Fault `words-invalid`, which tells none of them. */
const readWords = async (file: string): Promise<readonly string[]> => {
  const { data } = Words.safeParse(await readInput(file))
  if (data === undefined) throw new Fault('words-invalid')
  return data
}

const nowText = ({ certified, left }: ProvenCopy): string => {
  if (left !== null && left > 0) return `${left} LEFT: THE WORDS CAME BACK`
  if (left === 0) return certified?.result === 'unreadable' ? 'no key opens them' : 'none'
  return 'not counted'
}

const provenLine = (one: ProvenCopy): string =>
  [
    NAMES[one.copy].padEnd(COLUMNS.copy),
    (one.certified === null ? 'not certified' : handledText(one.certified)).padEnd(COLUMNS.handled),
    `now: ${nowText(one)}`,
  ].join('')

const SERVED: Readonly<Record<NonNullable<ProvenErasure['served']>, string>> = {
  'as-certified': 'what was certified',
  'as-before': 'WHAT WAS SERVED BEFORE THE ERASURE',
  'changed-since': 'changed by later facts',
}

const logText = ({ inLog }: ProvenErasure): string => {
  if (inLog.certificate && inLog.erasure) return 'has the erasure and this certificate'
  return inLog.erasure ? 'HAS THE ERASURE BUT NOT THIS CERTIFICATE' : 'DOES NOT HAVE THIS ERASURE'
}

const scannedLines = ({ tables, files, found }: ScannedWords): string[] => [
  `words      looked for in ${tables} tables and ${files} files: ${found.length === 0 ? 'none found' : 'FOUND'}`,
  ...found.map(({ place, words }) => `    ${words} of them in ${place}`),
]

type ProveOptions = Json & { readonly words?: string | undefined }

const prove = async (
  settings: Settings,
  database: Database,
  file: string,
  { json, words: wordsFile }: ProveOptions,
): Promise<void> => {
  if (file === '-' && wordsFile === '-') throw unreadable('-')
  const words = wordsFile === undefined ? null : await readWords(wordsFile)
  const proven = await proveErasure(settings, database, await readInput(file))
  if (isRefusal(proven)) return refuse(proven, file)
  const scanned = words === null ? null : await scan(settings, database, words, wordsFile)
  const holds = proven.holds && (scanned === null || scanned.found.length === 0)
  if (!holds) process.exitCode = EXIT.failed
  const { inLog, served, copies } = proven
  printResult({ json }, { holds, inLog, served, copies, words: scanned }, [
    ...headLines(proven),
    'signature  of this service',
    `log        ${logText(proven)}`,
    ...(served === null ? [] : [`served     ${SERVED[served]}`]),
    '',
    ...copies.filter(({ certified, left }) => certified !== null || left !== null).map(provenLine),
    '',
    endLine(proven.certificate),
    ...(scanned === null ? [] : scannedLines(scanned)),
    holds ? 'the certificate holds' : 'THE CERTIFICATE DOES NOT HOLD',
  ])
}

const scan = async (
  { dataDir }: Settings,
  { connectionString }: Database,
  words: readonly string[],
  wordsFile: string | undefined,
): Promise<ScannedWords> => {
  const bar = progressBar('words {bar} {percentage}% | {place}')
  const except = wordsFile === undefined || wordsFile === '-' ? null : resolve(wordsFile)
  try {
    return await scanWords({ connectionString, dataDir }, words, except, (place, done, all) =>
      bar.update(done, all, { place }),
    )
  } finally {
    bar.stop()
  }
}

export const defineProve = (command: Command, settings: ReadSettings): void =>
  void command
    .description('check a certificate, and count again what is left in each kind of copy')
    .argument('<file>', 'a certificate as JSON, or - for standard input', readText)
    .option(
      '--words <file>',
      'look for these words, one a line, in all tables and files; they are never printed',
      readText,
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Ends with 1 where a copy came back. Without --words it counts what it can find without the words: by
keys, versions, times and HMACs. With --words it reads every table and every file of the data folder
and looks for each word in plain, hexadecimal, base64 and UTF-16; a word that another text has, too,
is found there. - reads them from standard input, so that they are in no file.

  pandect erasure certificate SLUG --output certificate.json
  pandect erasure prove certificate.json --words -`,
    )
    .action((file, options) =>
      withDatabase(settings(), 'erasure', (database) => prove(settings(), database, file, options)),
    )
