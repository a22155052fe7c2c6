/** Whole texts of the corpus in a file, at one position, without a charge. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { Fault } from '#contracts/fault.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import { ExportFormat, ExportQuery, exportRequestOf } from '#contracts/http/export.ts'
import { parseQuery, RequestInvalid } from '#contracts/web/http/validation.ts'
import type { ExportSources } from '#query-api/export/ports.ts'
import { makeNarrowerConcepts } from '../postgres/read-models/concepts.ts'
import {
  type Counted,
  type ExportChecked,
  verifyExport,
} from '../processes/exporting/verify-export.ts'
import { writeExport } from '../processes/exporting/write-export.ts'
import { type Database, truthOf, withDatabase } from '../processes/wiring/database.ts'
import { walkSourcesOf } from '../processes/wiring/walk.ts'
import { stopSignal } from '../stop-signal.ts'
import { EXIT } from '../terminal.ts'
import { printResult } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { closestAmong, jsonOption, type ReadSettings, readText } from './reading.ts'

const PERCENT = 100

const withSources = async <T>(
  database: Database,
  use: (sources: ExportSources) => Promise<T>,
): Promise<T> => {
  const { log } = truthOf(database)
  try {
    return await use({
      ...walkSourcesOf(database, log),
      concepts: makeNarrowerConcepts(database.pool),
    })
  } finally {
    await log.close()
  }
}

/** `jurisdictions=FR,LU`: a filter as the API takes it. */
const readFilter = (words: string, before: Readonly<Record<string, string>> = {}) => {
  const at = words.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('write a filter as NAME=VALUE, or NAME=VALUE,VALUE')
  return { ...before, [words.slice(0, at)]: words.slice(at + 1) }
}

const NOT_FILTERS: ReadonlySet<string> = new Set(['after', 'limit', 'format'])

/** The words that are wrong: a name, or a value; `courts.1` is the second value of `courts`. */
const wrongIn = (
  given: Readonly<Record<string, string>>,
  { path, code }: Pick<ValidationDetail, 'path' | 'code'>,
): string => {
  if (code === 'unknown_parameter') return path
  const [name = '', at] = path.split('.')
  const value = given[name] ?? ''
  return at === undefined ? value : (value.split(',')[Number(at)] ?? '')
}

const filtersOf = (given: Readonly<Record<string, string>>) => {
  const other = Object.keys(given).find((name) => NOT_FILTERS.has(name))
  if (other !== undefined) throw new Fault('filter-invalid', `${other} is no filter`)
  try {
    return exportRequestOf(parseQuery(ExportQuery, given)).filters
  } catch (cause) {
    if (!(cause instanceof RequestInvalid)) throw cause
    const [first] = cause.details
    if (first === undefined) throw new Fault('filter-invalid', { cause })
    const known = first.allowed?.filter((one) => !NOT_FILTERS.has(one))
    throw new Fault('filter-invalid', `${first.path}: ${first.message}`, {
      cause,
      ...(known === undefined ? {} : { hint: closestAmong(known)(wrongIn(given, first)) }),
    })
  }
}

const numbered = ({ count, named }: Counted): string =>
  count === 0 ? 'none' : `${count}: ${named.join(', ')}${count > named.length ? ' …' : ''}`

const isRight = ({ manifest, digest, wrongHashes, corpus }: ExportChecked): boolean =>
  manifest.digest === digest &&
  wrongHashes.count === 0 &&
  (corpus === null || (corpus.digest === digest && corpus.different.count === 0))

const linesOf = (found: ExportChecked): string[] => {
  const { manifest, digest, texts, wrongHashes, corpus } = found
  return [
    `texts         ${texts}, at position ${manifest.position}`,
    `digest        ${digest}`,
    `stated        ${manifest.digest}`,
    `wrong hashes  ${numbered(wrongHashes)}`,
    ...(corpus === null
      ? []
      : [
          `corpus        ${corpus.digest}`,
          `gone since    ${numbered(corpus.gone)}`,
          `different     ${numbered(corpus.different)}`,
        ]),
    isRight(found)
      ? `the export is right${corpus === null ? '' : ', and the corpus says the same'}`
      : corpus !== null && corpus.different.count === 0 && corpus.gone.count > 0
        ? 'THE EXPORT HAS TEXTS THAT ARE NOT PUBLIC ANY MORE'
        : 'THE EXPORT IS NOT WHAT THE CORPUS HELD',
  ]
}

const requireFile = (file: string): void => {
  if (existsSync(file)) return
  throw new Fault('file-unreadable', `there is no file ${file}`, { hint: 'name an export' })
}

const defineVerify = (command: Command, settings: ReadSettings): void =>
  void command
    .description(
      'check the digest of an export, each hash in it, and that the corpus says the same',
    )
    .argument('<file>', 'JSON Lines or Parquet, as export wrote it or as the API gave it', readText)
    .option('--alone', 'check the file against itself, without a database')
    .addOption(jsonOption())
    .action(async (given, { alone = false, json }) => {
      const file = resolve(given)
      requireFile(file)
      const found = alone
        ? await verifyExport(file, null)
        : await withDatabase(settings(), 'export', (database) =>
            withSources(database, (sources) => verifyExport(file, sources)),
          )
      const right = isRight(found)
      if (!right) process.exitCode = EXIT.failed
      printResult({ json }, { ...found, right }, linesOf(found))
    })

export const exportTexts = (command: Command, settings: ReadSettings): void => {
  command
    // What follows `verify` is of that subcommand.
    .enablePositionalOptions()
    .argument('<file>', 'a new file', readText)
    .addOption(
      new Option('--format <name>', 'form of the file')
        .choices(ExportFormat.options)
        .default('jsonl' as const),
    )
    .option('--filter <name=value>', 'as GET /export takes it; may be repeated', readFilter)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Every public text that passes the filters, whole, by id, as it is at the position of the corpus when
the export begins, whatever changes meanwhile. Nothing is charged. The file has the bytes that the
parts of GET /export have together, and its last line (Parquet: its footer) the counts and digest.
Until it is whole it is FILE.draft; the same command goes on with one that was cut off.

  pandect export corpus.jsonl
  pandect export rulings.parquet --format parquet --filter contentTypes=jurisprudence --filter courts=cc
  pandect export verify corpus.jsonl`,
    )
    .action(async (given, { format, filter = {}, json }) => {
      const filters = filtersOf(filter)
      const bar = progressBar('export {bar} {percentage}% | {texts} texts')
      const made = await withDatabase(settings(), 'export', (database) =>
        withSources(database, async (sources) => {
          try {
            return await writeExport({
              sources,
              file: resolve(given),
              format,
              filters,
              signal: stopSignal(),
              onProgress: (texts, part) =>
                bar.update(Math.round(part * PERCENT), PERCENT, { texts }),
            })
          } finally {
            bar.stop()
          }
        }),
      )
      printResult({ json }, made, [
        `export    ${made.file}`,
        `texts     ${made.texts}`,
        ...(made.removed === 0 ? [] : [`removed   ${made.removed}`]),
        ...(made.resumedAfter === 0 ? [] : [`resumed   after ${made.resumedAfter} texts`]),
        `position  ${made.position}`,
        `digest    ${made.digest}`,
      ])
    })
  defineVerify(command.command('verify'), settings)
}
