/** The acts of editors, one command each. All of them go through `carryOutAct`. */
import { type Command, Option } from '@commander-js/extra-typings'
import { randomUUID } from 'node:crypto'
import type { ArticleContent } from '#contracts/content.ts'
import { Fault, isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { Instant, Slug } from '#contracts/ids.ts'
import type { StaffId } from '#contracts/staff.ts'
import { type ActOutcome, carryOutAct } from '#ingest/editorial/carry-out.ts'
import type { EditorialAct, SpanTarget } from '#ingest/editorial/acts.ts'
import { readTime } from '#ingest/editorial/schedule/local-time.ts'
import { locateWords } from '#ingest/editorial/quoted-words.ts'
import { openActs } from '#ingest/editorial/table.ts'
import { type DeskText, viewText } from '#ingest/editorial/text-view.ts'
import { doubtLines } from '#ingest/groundedness/doubt-lines.ts'
import { doubtsOfText } from '#ingest/groundedness/text-doubts.ts'
import { makeStaffPeople } from '../postgres/staff/people.ts'
import { untilSearchable } from '../processes/wiring/following.ts'
import type { Settings } from '../settings.ts'
import { say } from '../terminal.ts'
import { type Acting, namedSlugs, stampOf, withPerson } from './acting.ts'
import { isConfirmed } from './confirm.ts'
import { printOutcome } from './outcome.ts'
import { type Json, refuse } from './output.ts'
import { publicationLines } from './publication.ts'
import { jsonOption, readHash, type ReadSettings, readSlug, readText } from './reading.ts'

type ActOptions = Json & { readonly wait?: boolean | undefined }

/** What a command wants of one text, once it was read. Null: the person said no. */
type Plan = (
  text: DeskText,
  acting: Acting,
) => EditorialAct | Refusal | null | Promise<EditorialAct | Refusal | null>

const waitOption = () => new Option('--wait', 'wait until searches find what was recorded')
const yesOption = () => new Option('--yes', 'do it without asking')
const reasonOption = () => new Option('--reason <text>', 'why, for the record').argParser(readText)

/** The doubts that stopped a publication, with their sentences. */
const sayDoubts = async ({ deps }: Acting, slug: Slug): Promise<void> => {
  const found = await doubtsOfText(deps, slug, { time: stampOf().time, language: 'en' })
  if (isRefusal(found)) return
  for (const doubt of found.doubts.filter(({ severity }) => severity === 'critical'))
    for (const line of doubtLines(doubt)) say(`  ${line}`)
}

const actOn = async (
  acting: Acting,
  slug: Slug,
  plan: Plan,
  options: ActOptions,
): Promise<ActOutcome | null> => {
  const { deps, person } = acting
  const text = await viewText(deps, slug)
  if (isRefusal(text)) {
    refuse(text, slug)
    return null
  }
  const act = await plan(text, acting)
  if (act === null) return null
  if (isRefusal(act)) {
    refuse(act, slug)
    return null
  }
  const outcome = await carryOutAct(deps, person, slug, act, stampOf())
  if (!isRefusal(outcome)) {
    await printOutcome(acting, outcome, options, { act: act.act })
    return outcome
  }
  refuse(outcome, slug)
  if (outcome.refused === 'integrity-critical') await sayDoubts(acting, slug)
  return null
}

/** One act on each of several texts; a refused one does not stop the others. */
const carryOutOn = (
  settings: Settings,
  names: readonly string[],
  plan: Plan,
  options: ActOptions,
): Promise<void> =>
  withPerson(settings, 'editorial', async (acting) => {
    let last: ActOutcome['position'] = null
    for (const slug of namedSlugs(names))
      last = (await actOn(acting, slug, plan, options))?.position ?? last
    if (options.wait === true && last !== null)
      await untilSearchable(settings, acting.database, last)
  })

/** Whether the person may do it now, so that nobody confirms what will be refused. */
const closedTo = (text: DeskText, { person }: Acting, act: EditorialAct['act']): Refusal | null => {
  const found = openActs(text, person).find((one) => one.act === act)
  return found?.allowed === false ? refusalByCode(found.refused) : null
}

const NOT_CONFIRMED = 'nothing was done'

const asked = async <T>(
  text: DeskText,
  shown: readonly string[],
  question: string,
  { yes, act }: { readonly yes: boolean | undefined; readonly act: T },
): Promise<T | null> => {
  if (await isConfirmed(shown, question, yes)) return act
  say(`${text.slug}: ${NOT_CONFIRMED}`)
  return null
}

export const submit = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .addOption(waitOption())
    .addOption(jsonOption())
    .action((slugs, options) => carryOutOn(settings(), slugs, () => ({ act: 'submit' }), options))

export const requestChanges = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .requiredOption(
      '--reason <text>',
      'what has to change; give it several times for several reasons',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), readText(text)],
    )
    .addOption(jsonOption())
    .action((slugs, { reason: reasons, ...options }) =>
      carryOutOn(settings(), slugs, () => ({ act: 'request-changes', reasons }), options),
    )

const approvalLines = (text: DeskText): string[] =>
  text.draft === null
    ? []
    : [
        `${text.slug}  ${text.draft.content.title}`,
        ...[`sha256 ${text.draft.sha256Hash}`, ...publicationLines(text)].map(
          (line) => `    ${line}`,
        ),
      ]

export const approve = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .addOption(
      new Option(
        '--hash <sha256>',
        'the hash of the wording that was read; without it, the present one is shown and asked about',
      ).argParser(readHash),
    )
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((slugs, { hash, yes, ...options }) => {
      if (hash !== undefined && slugs.length > 1) throw new Fault('hash-of-one-text')
      const plan: Plan = (text, acting) => {
        if (hash !== undefined) return { act: 'approve', sha256Hash: hash }
        const closed = closedTo(text, acting, 'approve')
        if (closed !== null || text.draft === null) return closed ?? refusalByCode('not-in-review')
        const { sha256Hash } = text.draft
        const act = { act: 'approve', sha256Hash } as const
        return asked(text, approvalLines(text), 'Approve this wording?', { yes, act })
      }
      return carryOutOn(settings(), slugs, plan, options)
    })

export const publish = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .option('--reason <text>', 'why, where no source supports the text', readText)
    .addOption(waitOption())
    .addOption(jsonOption())
    .action((slugs, { reason = null, ...options }) =>
      carryOutOn(settings(), slugs, () => ({ act: 'publish', reason }), options),
    )

const timeOf = (text: string, zone: string): Instant => {
  const read = readTime(text, zone)
  if (!isRefusal(read)) return read.at
  const wrong = read.refused === 'zone-unknown' ? zone : text
  throw new Fault(read.refused, `${JSON.stringify(wrong)}: ${read.reason}`, { hint: read.hint })
}

export const schedule = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .requiredOption(
      '--at <time>',
      'when: 2026-12-01T08:00 in the zone, or an instant such as 2026-12-01T08:00:00+01:00',
      readText,
    )
    .option(
      '--zone <name>',
      'the zone of a local time, such as Europe/Paris; default: that of this machine',
      readText,
    )
    .option('--reason <text>', 'why, where no source supports the text', readText)
    .addOption(jsonOption())
    .action((slugs, { at: time, zone, reason = null, ...options }) => {
      const at = timeOf(time, zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)
      return carryOutOn(settings(), slugs, () => ({ act: 'schedule', at, reason }), options)
    })

export const cancelSchedule = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .addOption(reasonOption().makeOptionMandatory())
    .addOption(jsonOption())
    .action((slugs, { reason, ...options }) =>
      carryOutOn(settings(), slugs, () => ({ act: 'cancel-schedule', reason }), options),
    )

export const discardDraft = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .addOption(reasonOption().makeOptionMandatory())
    .addOption(jsonOption())
    .action((slugs, { reason, ...options }) =>
      carryOutOn(settings(), slugs, () => ({ act: 'discard-draft', reason }), options),
    )

export const unpublish = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .addOption(reasonOption().makeOptionMandatory())
    .addOption(waitOption())
    .addOption(jsonOption())
    .action((slugs, { reason, ...options }) =>
      carryOutOn(settings(), slugs, () => ({ act: 'unpublish', reason }), options),
    )

export const withdraw = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .option('--cause <text>', 'why; the second person may leave it out', readText)
    .option('--replacement <slug>', 'the text that takes its place', readSlug)
    .addOption(waitOption())
    .addOption(jsonOption())
    .action((slugs, { cause, replacement = null, ...options }) => {
      const plan: Plan = ({ pending }) => ({
        act: 'withdraw',
        cause: cause ?? (pending?.request === 'withdrawal' ? pending.reason : ''),
        replacement,
      })
      return carryOutOn(settings(), slugs, plan, options)
    })

const deletionLines = ({
  slug,
  status,
  version,
  draft,
  published,
  pending,
}: DeskText): string[] => [
  `${slug}  ${status}${version === null ? '' : ` ${version}`}  ${(draft ?? published)?.content.title ?? ''}`,
  pending?.request === 'deletion'
    ? `    a deletion was asked for: ${pending.reason}`
    : '    a second person has to confirm it; `pandect restore` undoes it',
]

export const deleteTexts = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .option('--reason <text>', 'why; the second person may leave it out', readText)
    .addOption(yesOption())
    .addOption(waitOption())
    .addOption(jsonOption())
    .action((slugs, { reason, yes, ...options }) => {
      const plan: Plan = (text, acting) => {
        const closed = closedTo(text, acting, 'delete')
        if (closed !== null) return closed
        const { pending } = text
        const isConfirmation = pending?.request === 'deletion'
        const why = reason ?? (isConfirmation ? pending.reason : '')
        const act = { act: 'delete', reason: why } as const
        const question = isConfirmation ? 'Delete this text?' : 'Ask to delete this text?'
        return asked(text, deletionLines(text), question, { yes, act })
      }
      return carryOutOn(settings(), slugs, plan, options)
    })

export const cancelRequest = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .addOption(reasonOption().makeOptionMandatory())
    .addOption(jsonOption())
    .action((slugs, { reason, ...options }) =>
      carryOutOn(settings(), slugs, () => ({ act: 'cancel-request', reason }), options),
    )

/** `pandect restore SLUG… --reason TEXT`. */
export const restoreTexts = (
  settings: Settings,
  slugs: readonly string[],
  reason: string,
  options: ActOptions,
): Promise<void> => carryOutOn(settings, slugs, () => ({ act: 'restore', reason }), options)

const NOBODY = 'nobody'

const memberNamed = async (
  { database }: Acting,
  named: string,
): Promise<StaffId | null | Refusal> => {
  if (named === NOBODY) return null
  const members = await makeStaffPeople(database.pool).list()
  const found = members.find(({ email }) => email.toLowerCase() === named.toLowerCase())
  return found?.id ?? refusalByCode('staff-unknown')
}

export const assign = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text')
    .argument('<person>', 'the e-mail address of a member of the team, or nobody', readText)
    .addOption(jsonOption())
    .action((slug, named, options) => {
      const plan: Plan = async (_text, acting) => {
        const person = await memberNamed(acting, named)
        return isRefusal(person) ? person : { act: 'assign', person }
      }
      return carryOutOn(settings(), [slug], plan, options)
    })

/** Quoted words have to be in the text once, since a comment must not guess. */
const quotedIn = (content: ArticleContent, words: string): SpanTarget | Refusal => {
  const found = locateWords(content, { words, near: null })
  if (typeof found !== 'string') return found
  return refusalByCode(found === 'quote-ambiguous' ? found : 'comment-unanchored')
}

export const comment = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text')
    .option('--text <words>', 'the comment', readText)
    .option('--quote <words>', 'the words of the text that it is about, letter by letter', readText)
    .option('--reply-to <id>', 'the comment that it answers', readText)
    .option('--resolve <id>', 'mark this comment as settled', readText)
    .addOption(jsonOption())
    .action((slug, { text: body, quote, replyTo = null, resolve, ...options }) => {
      if ((body === undefined) === (resolve === undefined)) throw new Fault('comment-or-resolve')
      const plan: Plan = ({ draft, published }) => {
        if (resolve !== undefined) return { act: 'resolve-comment', id: resolve }
        const content = (draft ?? published)?.content
        const target =
          quote === undefined || content === undefined ? null : quotedIn(content, quote)
        if (isRefusal(target)) return target
        return { act: 'comment', id: randomUUID(), inReplyTo: replyTo, body: body ?? '', target }
      }
      return carryOutOn(settings(), [slug], plan, options)
    })
