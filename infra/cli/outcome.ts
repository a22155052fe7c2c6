/** What an editor's act led to, and what comes next. */
import { isRefusal } from '#contracts/fault.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import type { ActOutcome } from '#ingest/editorial/carry-out.ts'
import { type DeskText, viewText } from '#ingest/editorial/text-view.ts'
import { makeStaffPeople } from '../postgres/staff/people.ts'
import type { Acting } from './acting.ts'
import { WITH_DRAFT } from './imported.ts'
import { type NextStep, nextStepLine, nextStepOf } from './next-step.ts'
import { type Json, printResult, refuse } from './output.ts'
import { namesOf } from './people.ts'

const peopleOf = ({ draft, pending }: DeskText): string[] => [
  ...(draft?.authors ?? []),
  ...(pending === null ? [] : [pending.by]),
]

/** The next step of a text, with the names of the people. */
export const namedNextStep = async (
  { database }: Pick<Acting, 'database'>,
  text: DeskText,
): Promise<NextStep | null> =>
  nextStepOf(text, await namesOf(makeStaffPeople(database.pool), peopleOf(text)))

/** Acts on the public version of a text, which leave a draft beside it as it was. */
const OF_PUBLIC_VERSION: ReadonlySet<EditorialAct['act']> = new Set(['publish', 'unpublish'])

const stateOf = (
  { status }: Pick<ActOutcome, 'status'>,
  { publicStatus, draft }: Pick<DeskText, 'publicStatus' | 'draft'>,
  act: EditorialAct['act'],
): string =>
  draft !== null && OF_PUBLIC_VERSION.has(act) ? `${publicStatus}, ${WITH_DRAFT}` : status

const outcomeLine = ({ slug, version, position, changed }: ActOutcome, state: string): string =>
  [
    slug,
    state,
    ...(version === null ? [] : [version]),
    changed && position !== null ? `at position ${position}` : 'unchanged',
  ].join('  ')

/** Prints an outcome with remarks of the command, and the next step. */
export const printOutcome = async (
  acting: Pick<Acting, 'deps' | 'database'>,
  outcome: ActOutcome,
  options: Json,
  {
    act,
    data = {},
    remarks = [],
  }: {
    readonly act: EditorialAct['act']
    readonly data?: object
    readonly remarks?: readonly string[]
  },
): Promise<void> => {
  const text = await viewText(acting.deps, outcome.slug)
  if (isRefusal(text)) return refuse(text, outcome.slug)
  const next = await namedNextStep(acting, text)
  printResult(options, { ...outcome, ...data, next }, [
    outcomeLine(outcome, stateOf(outcome, text, act)),
    ...[...remarks, nextStepLine(next)].map((line) => `    ${line}`),
  ])
}
