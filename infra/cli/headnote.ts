/**
 * Composition root of `pandect headnote`: points of law that a machine proposes and people decide
 * on.
 */
import { Fault, isRefusal } from '#contracts/fault.ts'
import { LOG_START, type Position, type StreamId } from '#contracts/ids.ts'
import { LegalRuleType } from '#contracts/vocabulary/texts.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { recordAct } from '../postgres/accounts/audit.ts'
import { makeStreamBeginnings } from '../postgres/log/stream-beginnings.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'
import { type PersonOptions, reviseAudited, toldOf } from '#ingest/editorial/revise.ts'
import {
  accepting,
  proposalsOf,
  type ProposedText,
  proposeFor,
  rejecting,
} from '#ingest/handlers/headnotes.ts'
import { loadText } from '#ingest/handlers/text-handler.ts'
import type { Change } from '#ingest/handlers/revise-text.ts'
import type { WriteDeps } from '#ingest/handlers/write-deps.ts'
import { actingOf, commandActor, type Json, refuse, slugOf } from './arguments.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import { contextOf, now } from '../processes/wiring/context.ts'

const withHeadnotes = <T>(
  settings: Settings,
  work: (deps: WriteDeps, database: Database) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, 'headnote', (database) =>
    withWriteDeps(settings, database, (deps) => work(deps, database)),
  )

const TEXTS_PER_BATCH = 50

async function* everyText({ pool }: Database): AsyncGenerator<StreamId[]> {
  const beginnings = makeStreamBeginnings(pool)
  for (let position: Position = LOG_START; ;) {
    const page = await beginnings.after('article', position, TEXTS_PER_BATCH)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.map(({ streamId }) => streamId)
    position = last.position
  }
}

async function* namedTexts(deps: WriteDeps, texts: readonly string[]): AsyncGenerator<StreamId[]> {
  for (const text of texts) {
    const slug = slugOf(text)
    if (slug === null) continue
    const loaded = await loadText(deps, slug)
    if (isRefusal(loaded)) refuse(slug, loaded)
    else yield [loaded.streamId]
  }
}

const tell = ({ slug, proposals }: ProposedText, json: boolean): void => {
  if (json) return print(JSON.stringify({ slug, proposals }))
  for (const { id, legalRuleType, summary } of proposals)
    print(`${slug}  ${id}  ${legalRuleType ?? '-'}\n    ${summary.replaceAll('\n', '\n    ')}`)
}

export type ProposeOptions = Json & { readonly all?: boolean; readonly dryRun?: boolean }

/**
 * `pandect headnote propose [--all | SLUG…]`: for decisions that nobody summed up. Nothing of it is
 * public.
 */
export const proposeHeadnotes = (
  settings: Settings,
  texts: readonly string[],
  { json = false, all = false, dryRun = false }: ProposeOptions,
): Promise<void> => {
  if (!all && texts.length === 0)
    throw new Fault('texts-missing', 'no text is named', { hint: 'name texts, or give --all' })
  return withHeadnotes(settings, async (deps, database) => {
    const context = contextOf(commandActor(), now())
    let [read, proposed] = [0, 0]
    for await (const ids of all ? everyText(database) : namedTexts(deps, texts)) {
      const found = await proposeFor(deps, ids, { context, dryRun })
      read += ids.length
      proposed += found.reduce((sum, { proposals }) => sum + proposals.length, 0)
      for (const one of found) tell(one, json)
    }
    say(`read ${read} texts, ${proposed} new proposals${dryRun ? ' (nothing recorded)' : ''}`)
  })
}

/** `pandect headnote list SLUG`: what was proposed, and what became of it. */
export const listProposals = (
  settings: Settings,
  text: string,
  { json = false }: Json,
): Promise<void> =>
  withHeadnotes(settings, async (deps) => {
    const slug = slugOf(text)
    if (slug === null) return
    const found = await proposalsOf(deps, slug)
    if (isRefusal(found)) return refuse(slug, found)
    if (json) return print(JSON.stringify({ slug, proposals: found }))
    for (const { id, outcome, legalRuleType, summary } of found)
      print(
        `${id}  ${outcome ?? 'proposed'}  ${legalRuleType ?? '-'}\n    ${summary.replaceAll('\n', '\n    ')}`,
      )
  })

type Acts = {
  readonly kind: 'headnote.accepted' | 'headnote.rejected'
  readonly change: Change
  readonly proposalId: string
}

const settle = (
  settings: Settings,
  text: string,
  { kind, change, proposalId }: Acts,
  options: PersonOptions,
): Promise<void> => {
  const { author, approver } = actingOf(options)
  return withHeadnotes(settings, async (deps, { pool }) => {
    const slug = slugOf(text)
    if (slug === null) return
    const outcome = await reviseAudited(deps, (act) => recordAct(pool, act), {
      slug,
      change,
      context: contextOf(author, now()),
      approver,
      actOn: (subject) => ({ kind, actor: author, subject, data: { proposalId } }),
    })
    if (isRefusal(outcome)) return refuse(slug, outcome)
    print(options.json === true ? JSON.stringify(outcome) : toldOf(outcome))
  })
}

const ruleOf = (text: string | undefined): LegalRuleType | null => {
  if (text === undefined) return null
  const parsed = LegalRuleType.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Fault('rule-type-unknown', `there is no rule type ${text}`, {
    hint: LegalRuleType.options.join(', '),
  })
}

export type AcceptOptions = PersonOptions & { readonly summary?: string; readonly rule?: string }

/**
 * `pandect headnote accept SLUG ID`: it becomes the last headnote of a draft, which goes through
 * review like any other.
 */
export const acceptProposal = (
  settings: Settings,
  slug: string,
  proposalId: string,
  { summary, rule, ...options }: AcceptOptions,
): Promise<void> => {
  const edited = { summary: summary ?? null, legalRuleType: ruleOf(rule) }
  const change = accepting(proposalId, edited)
  return settle(settings, slug, { kind: 'headnote.accepted', change, proposalId }, options)
}

/** `pandect headnote reject SLUG ID`: it is not proposed again. */
export const rejectProposal = (
  settings: Settings,
  slug: string,
  proposalId: string,
  { reason, ...options }: PersonOptions & { readonly reason?: string },
): Promise<void> => {
  const change = rejecting(proposalId, reason ?? null)
  return settle(settings, slug, { kind: 'headnote.rejected', change, proposalId }, options)
}
