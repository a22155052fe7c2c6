import type { Command } from '@commander-js/extra-typings'
import { isRefusal } from '#contracts/fault.ts'
import { viewText } from '#ingest/editorial/text-view.ts'
import { diffVersions, printDiff } from '#ingest/handlers/diff.ts'
import { type History, historyOf } from '#ingest/handlers/history.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import { print } from '../terminal.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, type ReadSettings, readSlug, readText } from './reading.ts'
import { peopleOfText } from './show.ts'
import { eventLines, minuteOf, type NamedEvent, namedEvents } from './timeline.ts'

const printVersion = ({
  version,
  sha256Hash,
  bump,
  recordedAt,
  ...one
}: History['versions'][number]): string[] => [
  [
    version,
    ...(one.erased ? ['erased'] : []),
    `${bump}${one.changeClass === null ? '' : ` (${one.changeClass})`}`,
    `${minuteOf(recordedAt)} UTC`,
    ...(sha256Hash === null ? [] : [`sha256 ${sha256Hash}`]),
  ].join('  '),
  ...one.reasons.map((reason) => `    ${reason}`),
  ...one.validities
    .filter(({ validFrom, validTo }) => (validFrom ?? validTo) !== null)
    .map(({ validFrom, validTo }) => `    in force ${validFrom ?? '…'} to ${validTo ?? '…'}`),
]

const printHistory = (
  { slug, status, hasDraft, sourceId, versions }: History,
  events: readonly NamedEvent[],
): string[] => [
  `${slug}  ${status}${hasDraft ? ', with a draft' : ''}  source ${sourceId}`,
  ...versions.flatMap(printVersion),
  'events',
  ...events.flatMap(eventLines).map((line) => `    ${line}`),
]

export const history = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text', readSlug)
    .addOption(jsonOption())
    .action((slug, options) =>
      withDatabase(settings(), 'history', (database) =>
        withWriteDeps(settings(), database, async (deps) => {
          const [found, text] = await Promise.all([historyOf(deps, slug), viewText(deps, slug)])
          if (isRefusal(found)) return refuse(found, slug)
          if (isRefusal(text)) return refuse(text, slug)
          const events = namedEvents(text.history, await peopleOfText(database, text))
          printResult(options, { ...found, events }, printHistory(found, events))
        }),
      ),
    )

export const diff = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text', readSlug)
    .argument('<v1>', 'a version, e.g. 1.0.0', readText)
    .argument('<v2>', 'another version', readText)
    .action((slug, from, to) =>
      withDatabase(settings(), 'diff', async (database) => {
        const found = await withWriteDeps(settings(), database, (deps) =>
          diffVersions(deps, slug, { from, to }),
        )
        if (isRefusal(found)) refuse(found, slug)
        else for (const line of printDiff(found)) print(line)
      }),
    )
