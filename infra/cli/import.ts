import { stat } from 'node:fs/promises'
import { type Command, Option } from '@commander-js/extra-typings'
import { Fault, refusalByCode } from '#contracts/fault.ts'
import { ContentType, DoctrineSubtype } from '#contracts/vocabulary/texts.ts'
import { auditImport } from '#ingest/import/audit.ts'
import type { Members } from '#ingest/sources/document.ts'
import { SOURCE_NAMES } from '#ingest/sources/registry/sources.ts'
import { recordActOnce } from '../postgres/platform/audit.ts'
import { now } from '../processes/wiring/context.ts'
import { whileAway, withDatabase } from '../processes/wiring/database.ts'
import { importInto } from '../processes/wiring/import.ts'
import { stopSignal } from '../stop-signal.ts'
import { EXIT } from '../terminal.ts'
import { importingActor } from './acting.ts'
import { linesOf, summaryOf } from './imported.ts'
import { printResult, refuse } from './output.ts'
import { progressBar } from './progress-bar.ts'
import {
  jsonOption,
  readAuthor,
  readDay,
  readDomains,
  readInstant,
  readJurisdictions,
  readLanguage,
  readLicence,
  type ReadSettings,
  readTitle,
} from './reading.ts'

const DEFAULTS = ' of manuscripts that state none'
const TITLE = 'title of the one manuscript'

type Metadata = {
  readonly title?: string | undefined
  readonly id?: string | undefined
  readonly author?: string | undefined
  readonly type?: string | undefined
  readonly subtype?: string | undefined
  readonly language?: string | undefined
  readonly jurisdiction?: readonly string[] | undefined
  readonly domain?: readonly string[] | undefined
  readonly licence?: string | null | undefined
  readonly publishedAt?: string | undefined
}

/** The members that the options name; null if they name none. */
const membersOf = ({ id, type, subtype, domain, ...options }: Metadata): Members | null => {
  const { title, author, language, jurisdiction, licence, publishedAt } = options
  const named = {
    title,
    author,
    contentType: type,
    doctrineSubtype: subtype,
    language,
    jurisdiction,
    legalDomain: domain,
    licence,
    publishedAt,
    source: id === undefined ? undefined : { id },
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return given.length === 0 ? null : Object.fromEntries(given)
}

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false // the import says what is wrong with it
  }
}

/** Whether a title or an id would be that of several texts. */
const areSeveral = async (paths: readonly string[], { title, id }: Metadata): Promise<boolean> => {
  if (title === undefined && id === undefined) return false
  return paths.length > 1 || (await isFolder(paths[0] ?? ''))
}

export const importTexts = (command: Command, settings: ReadSettings): void =>
  void command
    .argument(
      '<path...>',
      "JSON Lines, Markdown, publishers' XML and JSON, DOCX, PDF; folders and archives of them",
    )
    .option('--publish', 'publish texts of official sources; others become drafts')
    .option('--dry-run', 'read, clean and decide, but record nothing')
    .option(
      '--complete',
      'the paths have every text of their publisher: one that three such imports lack is taken down',
    )
    .option('--accept-fall', 'with --complete: count absences even if over 5 % are missing')
    .addOption(new Option('--as <format>', 'read every file as this format').choices(SOURCE_NAMES))
    .option(
      '--at <instant>',
      'recorded time of the import, e.g. 2026-01-31T00:00:00.000Z (default: now)',
      readInstant,
    )
    .addOption(new Option('--title <title>', TITLE).argParser(readTitle))
    .addOption(new Option('--id <id>', 'source.id of the one manuscript').argParser(readTitle))
    .addOption(new Option('--author <name>', `author${DEFAULTS}`).argParser(readAuthor))
    .addOption(new Option('--type <type>', `content type${DEFAULTS}`).choices(ContentType.options))
    .addOption(
      new Option('--subtype <type>', `subtype of doctrine${DEFAULTS}`).choices(
        DoctrineSubtype.options,
      ),
    )
    .addOption(
      new Option('--language <tag>', `language (BCP 47)${DEFAULTS}`).argParser(readLanguage),
    )
    .addOption(
      new Option('--jurisdiction <codes>', `jurisdictions (FR,LU …)${DEFAULTS}`).argParser(
        readJurisdictions,
      ),
    )
    .addOption(
      new Option('--domain <codes>', `fields of law (civil.contracts,tax …)${DEFAULTS}`).argParser(
        readDomains,
      ),
    )
    .addOption(new Option('--licence <name>', `licence${DEFAULTS}`).argParser(readLicence))
    .addOption(
      new Option('--published-at <day>', `day of publication${DEFAULTS}`).argParser(readDay),
    )
    .addOption(jsonOption())
    .action(async (paths, { publish = false, dryRun = false, as, at = now(), ...options }) => {
      const { complete: isComplete = false, acceptFall = false } = options
      if (acceptFall && !isComplete) return refuse(refusalByCode('listing-option-alone'))
      const members = membersOf(options)
      if (await areSeveral(paths, options)) return refuse(refusalByCode('manuscripts-several'))
      const bar = progressBar(
        'import {bar} {percentage}% | {read} read, {refused} refused | {eta_formatted} left',
      )
      const stop = stopSignal()
      const summary = await withDatabase(settings(), 'import', async (database) => {
        const actor = await whileAway(settings(), 'import', () =>
          importingActor(settings(), database),
        )
        const imported = await importInto(settings(), database, {
          paths,
          publish,
          dryRun,
          actor,
          at,
          stop,
          bar: process.stderr.isTTY,
          onProgress: ({ bytesDone, bytesTotal, read, refused }) =>
            bar.update(bytesDone, bytesTotal, { read, refused }),
          ...(as === undefined ? {} : { as }),
          ...(members === null ? {} : { members }),
          ...(isComplete ? { complete: { acceptFall } } : {}),
        })
        if (!dryRun)
          await whileAway(settings(), 'import', () =>
            auditImport((act) => recordActOnce(database.pool, act), imported, {
              actor,
              published: publish,
            }),
          )
        return imported
      }).finally(bar.stop)
      printResult(options, summaryOf(summary), linesOf(summary, { publish, dryRun }))
      const { refused } = summary
      if (refused > 0) process.exitCode = EXIT.failed
      if (stop.aborted) throw new Fault('aborted')
    })
