/** The log of facts itself. */
import type { Command } from '@commander-js/extra-typings'
import { Fault } from '#contracts/fault.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { foldLog } from '../processes/wiring/fold.ts'
import type { ClearCounts } from '../postgres/reseal/clear-facts.ts'
import { forgetClear, type Forgotten } from '../postgres/reseal/forget-clear.ts'
import {
  countClearFacts,
  type Phase,
  RESEAL_NAME,
  type Resealed,
  resealLog,
} from '../postgres/reseal/reseal.ts'
import { commandActor } from './actor.ts'
import { type Json, printResult } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { jsonOption, type ReadSettings } from './reading.ts'

const PHASES: Readonly<Record<Phase, string>> = {
  fold: 'reading the old log',
  texts: 'sealing texts',
  seal: 'sealing facts',
  prove: 'reading the sealed log',
}

const pepperOf = ({ pepper }: Database): string => {
  if (pepper !== null) return pepper
  throw new Fault('sealing-secret-missing')
}

const SEALED = 'everything is sealed: nothing lies in clear'

const countLines = ({ events, texts, slugs, vectors }: ClearCounts): string[] => [
  `facts       ${events}`,
  `texts       ${texts}`,
  `slugs       ${slugs}`,
  `vectors     ${vectors}`,
]

const countClear = async (database: Database, options: Json): Promise<void> => {
  const { connectionString } = database
  const clear = await countClearFacts({ connectionString, pepper: pepperOf(database) })
  const isSealed = clear.events + clear.texts + clear.slugs + clear.vectors === 0
  const lines = isSealed ? [SEALED] : ['in clear', ...countLines(clear), 'nothing was changed']
  printResult(options, { dryRun: true, clear }, lines)
}

const leftLines = ({ embedded }: Database, { samples, writeAheadLog }: Forgotten): string[] => [
  ...(samples
    ? []
    : ['next        vacuum full pg_statistic, by its owner: samples of columns are in clear']),
  ...(embedded
    ? writeAheadLog
      ? []
      : ['next        the write-ahead log could not be renewed: run it again']
    : [
        'next        checkpoint and select pg_switch_wal(), by the owner of the server; the write-ahead',
        '            log, its archive and replicas hold the old log until their segments are gone',
      ]),
]

const resealedLines = (found: Resealed): string[] => [
  `sealed      ${found.events} facts, ${found.texts} texts, ${found.slugs} slugs, at the same positions`,
  `vectors     ${found.vectors.moved} moved, all sealed, ${found.vectors.removed} that no fact names removed`,
  `root        ${found.folded.root}, from both logs`,
  `changes     ${found.folded.changesRoot}, from both logs`,
  `position    ${found.position}`,
  ...(found.isRelayed
    ? [
        'next        delete the topics of Pandect in Kafka: they hold facts in clear; the relay sends the',
        '            sealed log from its beginning, with the same ids and other payload hashes',
      ]
    : []),
  'next        delete older backups and their copies: they hold the old log in clear',
]

const runReseal = async (database: Database, options: Json): Promise<void> => {
  const { connectionString, embedded } = database
  const pepper = pepperOf(database)
  const bar = progressBar('{phase} {bar} {percentage}% | {value}/{total}')
  const found = await resealLog({
    connectionString,
    pepper,
    actor: commandActor(),
    fold: foldLog,
    onProgress: (phase, done, total) => bar.update(done, total, { phase: PHASES[phase] }),
  }).finally(() => bar.stop())
  // Also where nothing was left to seal: a run before may have been killed right after it was done.
  const forgotten = await forgetClear(connectionString, {
    name: RESEAL_NAME,
    isOwnServer: embedded,
  })
  const lines = found === null ? [SEALED] : resealedLines(found)
  printResult(options, { dryRun: false, resealed: found, forgotten }, [
    ...lines,
    ...leftLines(database, forgotten),
  ])
}

const defineReseal = (command: Command, settings: ReadSettings): void =>
  void command
    .description('seal facts, texts and slugs that were recorded in clear')
    .option('--dry-run', 'count the facts, texts and slugs in clear; change nothing')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Stop all processes first, and make a backup. Facts keep their positions, ids and times; their payload
hashes change. The old log and the sealed one are both read and derived from in full, and must give
the same roots (pandect digest); then the sealed one takes the place of the old one. All of it
happens in one transaction: stopped, killed or refused anywhere, the log is as it was; run it again.
It needs room for the log twice, and about the time of two replays.
The old texts are then gone from tables, samples of the planner and, on the embedded server, the
write-ahead log. Backups and Kafka's topics hold them until they are deleted.`,
    )
    .action((options) =>
      withDatabase(settings(), 'reseal', (database) =>
        options.dryRun === true ? countClear(database, options) : runReseal(database, options),
      ),
    )

export const log = (command: Command, settings: ReadSettings): void => {
  defineReseal(command.command('reseal'), settings)
}
