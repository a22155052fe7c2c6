/** One text for a person: where it is, what is doubted, what was said, and what to do next. */
import type { Command } from '@commander-js/extra-typings'
import { isRefusal } from '#contracts/fault.ts'
import { staffActor } from '#contracts/staff.ts'
import { type DeskComment, type DeskText, viewText } from '#ingest/editorial/text-view.ts'
import { doubtLines } from '#ingest/groundedness/doubt-lines.ts'
import { doubtsOfText, type TextDoubts } from '#ingest/groundedness/text-doubts.ts'
import { makeStaffPeople } from '../postgres/staff/people.ts'
import { now } from '../processes/wiring/context.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import { type NextStep, nextStepLine, nextStepOf } from './next-step.ts'
import { printResult, refuse } from './output.ts'
import { type NameOf, namesOf } from './people.ts'
import { jsonOption, type ReadSettings, readSlug } from './reading.ts'
import { publicationLines } from './publication.ts'
import { eventLines, minuteOf, type NamedEvent, namedEvents } from './timeline.ts'

/** Everybody whom the view of a text names. */
const peopleOf = ({ draft, pending, assignedTo, comments, history }: DeskText): string[] => [
  ...(draft?.authors ?? []),
  ...(pending === null ? [] : [pending.by]),
  ...(assignedTo === null ? [] : [staffActor(assignedTo)]),
  ...comments.flatMap(({ by, resolved }) => [by, ...(resolved === null ? [] : [resolved.by])]),
  ...history.map(({ by }) => by),
]

/** Reads who the people of a text are. */
export const peopleOfText = ({ pool }: Pick<Database, 'pool'>, text: DeskText): Promise<NameOf> =>
  namesOf(makeStaffPeople(pool), peopleOf(text))

type Shown = {
  readonly text: DeskText
  readonly doubts: TextDoubts
  readonly events: readonly NamedEvent[]
  readonly next: NextStep | null
  readonly nameOf: NameOf
}

const shownObject = ({ text, doubts, events, next, nameOf }: Shown) => {
  const { draft, published, comments, history: _, flags: __, next: publication, ...rest } = text
  return {
    ...rest,
    draft: draft === null ? null : { ...draft, content: undefined },
    published: published === null ? null : { ...published, content: undefined },
    publication,
    next,
    groundednessScore: doubts.score,
    doubts: doubts.doubts,
    comments: comments.map((one) => ({ ...one, name: nameOf(one.by) })),
    events,
  }
}

const stateLines = ({ text, nameOf }: Shown): string[] => {
  const { slug, title, status, draft, published, publicStatus, pending, assignedTo } = text
  return [
    `${slug}  ${title ?? ''}`.trimEnd(),
    `state     ${status}${draft === null || published === null ? '' : `, ${publicStatus} ${published.version} beside it`}`,
    ...(assignedTo === null ? [] : [`assigned  ${nameOf(staffActor(assignedTo))}`]),
    ...(draft === null
      ? []
      : [`draft     sha256 ${draft.sha256Hash}  by ${draft.authors.map(nameOf).join(', ')}`]),
    ...(draft?.approval == null ? [] : [`approved  by ${nameOf(draft.approval.by)}`]),
    ...(draft?.scheduledAt == null ? [] : [`scheduled ${draft.scheduledAt}`]),
    ...(published === null
      ? []
      : [`version   ${published.version}  sha256 ${published.sha256Hash}  ${publicStatus}`]),
    ...(pending === null
      ? []
      : [
          `pending   ${pending.request}, asked for by ${nameOf(pending.by)} ${minuteOf(pending.at)} UTC: ${pending.reason}`,
        ]),
  ]
}

const commentLines = (
  { id, by, at, body, target, anchor, resolved, inReplyTo }: DeskComment,
  nameOf: NameOf,
): string[] => [
  [
    `${minuteOf(at)} UTC`,
    nameOf(by),
    id,
    ...(inReplyTo === null ? [] : [`answers ${inReplyTo}`]),
    resolved === null ? 'open' : `settled by ${nameOf(resolved.by)}`,
  ].join('  '),
  ...(target === null
    ? []
    : [`    “${target.exact}”${anchor === null ? ' (these words are gone)' : ''}`]),
  ...body.split('\n').map((line) => `    ${line}`),
]

const indented = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`)
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...indented(lines)]

const shownLines = (shown: Shown): string[] => {
  const { text, doubts, events, next, nameOf } = shown
  const score = doubts.score === null ? [] : [`grounded  ${doubts.score} %`]
  return [
    ...stateLines(shown),
    ...score,
    nextStepLine(next),
    ...publicationLines(text),
    ...section('doubts', doubts.doubts.flatMap(doubtLines)),
    ...section(
      'comments',
      text.comments.flatMap((one) => commentLines(one, nameOf)),
    ),
    ...section('history', events.flatMap(eventLines)),
  ]
}

export const show = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text', readSlug)
    .addOption(jsonOption())
    .action((slug, options) =>
      withDatabase(settings(), 'show', (database) =>
        withWriteDeps(settings(), database, async (deps) => {
          const text = await viewText(deps, slug)
          if (isRefusal(text)) return refuse(text, slug)
          const doubts = await doubtsOfText(deps, slug, { time: now(), language: 'en' })
          if (isRefusal(doubts)) return refuse(doubts, slug)
          const nameOf = await peopleOfText(database, text)
          const events = namedEvents(text.history, nameOf)
          const shown = { text, doubts, events, next: nextStepOf(text, nameOf), nameOf }
          printResult(options, shownObject(shown), shownLines(shown))
        }),
      ),
    )

export const comments = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text', readSlug)
    .addOption(jsonOption())
    .action((slug, options) =>
      withDatabase(settings(), 'comments', (database) =>
        withWriteDeps(settings(), database, async (deps) => {
          const text = await viewText(deps, slug)
          if (isRefusal(text)) return refuse(text, slug)
          const nameOf = await peopleOfText(database, text)
          const found = text.comments.map((one) => ({ ...one, name: nameOf(one.by) }))
          printResult(
            options,
            { slug: text.slug, comments: found },
            text.comments.flatMap((one) => commentLines(one, nameOf)),
          )
        }),
      ),
    )
