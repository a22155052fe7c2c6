/** The texts that people work on. */
import { type Command, Option } from '@commander-js/extra-typings'
import { Fault } from '#contracts/fault.ts'
import { staffActor } from '#contracts/staff.ts'
import {
  type BoardFilter,
  type BoardRow,
  BoardStatus,
  PAGE_MAX,
} from '#ingest/editorial/board/ports.ts'
import { makeStaffPeople } from '../postgres/staff/people.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { withCurrentBoard } from '../processes/wiring/current-board.ts'
import { say } from '../terminal.ts'
import { printResult } from './output.ts'
import { type NameOf, namesOf } from './people.ts'
import { jsonOption, readDoubtCode, type ReadSettings, readText } from './reading.ts'

const rowLine = (row: BoardRow, nameOf: NameOf): string =>
  [
    row.status,
    row.slug,
    ...(row.version === null ? [] : [row.version]),
    row.authors.map(nameOf).join(', '),
    ...(row.assignedTo === null ? [] : [`assigned to ${nameOf(staffActor(row.assignedTo))}`]),
    ...(row.pending === null ? [] : [`${row.pending} pending`]),
    ...(row.scheduledAt === null ? [] : [`at ${row.scheduledAt}`]),
    ...(row.stopped === null ? [] : [`stopped: ${row.stopped.code}`]),
    ...(row.flags.length === 0 ? [] : [row.flags.map(({ code }) => code).join(', ')]),
    ...(row.openComments === 0 ? [] : [`${row.openComments} open comments`]),
  ].join('  ')

/** A large official corpus would hide what people work on, so the board leaves it out. */
const NOTHING =
  'no texts: people work on none. What `import --publish` publishes at once is not listed; `pandect new` begins a text'

const totalWords = (texts: number, filter: BoardFilter): string => {
  if (texts === 0 && Object.keys(filter).length === 0) return NOTHING
  return texts === 1 ? '1 text' : `${texts} texts`
}

export const list = (command: Command, settings: ReadSettings): void =>
  void command
    .addOption(
      new Option('--state <state...>', 'only texts in these states').choices(BoardStatus.options),
    )
    .option('--author <email>', 'only texts that this member of the team wrote', readText)
    .option('--flag <code>', 'only texts with this doubt', readDoubtCode)
    .option('--words <words>', 'only texts with these words in the title or slug', readText)
    .addOption(jsonOption())
    .action(({ state, author: email, flag, words, ...options }) =>
      withDatabase(settings(), 'list', async (database) => {
        const directory = makeStaffPeople(database.pool)
        const member =
          email === undefined
            ? undefined
            : (await directory.list()).find((one) => one.email === email.toLowerCase())
        if (email !== undefined && member === undefined) throw new Fault('staff-unknown')
        const filter: BoardFilter = {
          ...(state === undefined ? {} : { status: state }),
          ...(member === undefined ? {} : { author: staffActor(member.id) }),
          ...(flag === undefined ? {} : { flag }),
          ...(words === undefined ? {} : { words }),
        }
        await withCurrentBoard(database, async (board) => {
          const rows: BoardRow[] = []
          for (let after: string | null = null; ;) {
            const page = await board.list(filter, { limit: PAGE_MAX, after })
            rows.push(...page.rows)
            after = page.next
            if (after === null) break
          }
          const people = rows.flatMap(({ authors, assignedTo }) => [
            ...authors,
            ...(assignedTo === null ? [] : [staffActor(assignedTo)]),
          ])
          const nameOf = await namesOf(directory, people)
          printResult(
            options,
            { texts: rows },
            rows.map((row) => rowLine(row, nameOf)),
          )
          if (options.json !== true) say(totalWords(rows.length, filter))
        })
      }),
    )
