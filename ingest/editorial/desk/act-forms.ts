/**
 * Forms of the acts that ask something before they are carried out: their fields, and how they are
 * read.
 */
import type { FastifyRequest } from 'fastify'
import { Sha256Hex, Slug } from '#contracts/ids.ts'
import { StaffId } from '#contracts/staff.ts'
import { field } from '#contracts/web/forms.ts'
import type { EditorialAct } from '../acts.ts'
import { readTime } from '../schedule/local-time.ts'
import { DESK_ZONE } from './print.ts'
import { locateWords } from '../quoted-words.ts'
import type { DeskText } from '../text-view.ts'
import type { PendingRequest } from '../../domain/article/state.ts'

/** Characters of a field of several lines. */
const LONG_FIELD = 8_000

/** What somebody typed, so that a refused form comes back filled. */
export type Typed = {
  readonly reason: string
  readonly replacement: string
  readonly day: string
  readonly time: string
  readonly zone: string
  /** One of two instants where clocks change. */
  readonly choice: string
  /** Instants that a refused time may mean. */
  readonly choices: readonly string[]
}

export const NOTHING_TYPED: Typed = {
  reason: '',
  replacement: '',
  day: '',
  time: '',
  zone: DESK_ZONE,
  choice: '',
  choices: [],
}

/** Acts with a page of their own. */
export const ASKED = [
  'request-changes',
  'publish',
  'schedule',
  'cancel-schedule',
  'discard-draft',
  'unpublish',
  'withdraw',
  'delete',
  'cancel-request',
  'restore',
] as const
export type Asked = (typeof ASKED)[number]
/** Acts that a button of the text page carries out. */
const DIRECT = ['submit', 'approve', 'assign', 'comment', 'resolve-comment'] as const
type Direct = (typeof DIRECT)[number]
export type FormAct = Asked | Direct

const ACTS: readonly FormAct[] = [...ASKED, ...DIRECT]
export const asAct = (name: string): FormAct | null => ACTS.find((one) => one === name) ?? null
export const isAsked = (act: FormAct): act is Asked => ASKED.some((one) => one === act)

/** Who sent a form, and how what it makes is named. */
type ActBy = { readonly actor: string; readonly newId: () => string }
/** Why a form says no act: a code of the desk's words. */
export type NoAct = { readonly refused: string }
/** What a form says, and what was typed. */
export type ReadAct = { readonly typed: Typed; readonly act: EditorialAct | NoAct }

const typedIn = (request: FastifyRequest): Typed => ({
  reason: field(request, 'reason', LONG_FIELD),
  replacement: field(request, 'replacement').trim(),
  day: field(request, 'day'),
  time: field(request, 'time'),
  zone: field(request, 'zone') || DESK_ZONE,
  choice: field(request, 'choice'),
  choices: [],
})

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const optional = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const scheduleOf = (typed: Typed): ReadAct => {
  const written = typed.choice === '' ? `${typed.day}T${typed.time}` : typed.choice
  const read = readTime(written, typed.zone)
  if (!('at' in read)) return { typed: { ...typed, choices: read.choices }, act: read }
  return { typed, act: { act: 'schedule', at: read.at, reason: optional(typed.reason) } }
}

const replacementOf = ({ replacement }: Typed): Slug | null | NoAct => {
  if (replacement === '') return null
  // People paste the whole address of a page.
  const last = replacement.split('/').findLast((part) => part !== '') ?? ''
  return Slug.safeParse(last).data ?? { refused: 'replacement-unknown' }
}

/** Names a request in the form by which a second person confirms it. */
export const requestName = ({ request, at, by }: PendingRequest): string => `${request} ${at} ${by}`

/**
 * The second person confirms what the first one asked for, and only what the form showed: requests
 * are made, taken back and made anew while a form is open. Null: the form is itself a request.
 */
const confirmedIn = (
  request: FastifyRequest,
  { pending }: DeskText,
  asked: PendingRequest['request'],
  actor: string,
): PendingRequest | NoAct | null => {
  const seen = field(request, 'request')
  if (pending === null) return seen === '' ? null : { refused: 'nothing-pending' }
  // What this person asked for, or what is of another kind, the domain refuses.
  if (pending.by === actor || pending.request !== asked) return pending
  return seen === requestName(pending) ? pending : { refused: 'request-unseen' }
}

const withdrawalOf = (typed: Typed, pending: PendingRequest | null): EditorialAct | NoAct => {
  if (pending !== null)
    return { act: 'withdraw', cause: pending.reason, replacement: pending.replacement }
  const replacement = replacementOf(typed)
  if (typeof replacement === 'object' && replacement !== null) return replacement
  return { act: 'withdraw', cause: typed.reason, replacement }
}

const commentOf = (
  request: FastifyRequest,
  { draft, published }: DeskText,
  id: string,
): EditorialAct | NoAct => {
  const content = (draft ?? published)?.content
  const quote = field(request, 'quote', LONG_FIELD).trim()
  const near = Number.parseInt(field(request, 'near'), 10)
  const body = field(request, 'body', LONG_FIELD).trim()
  if (body === '') return { refused: 'comment-empty' }
  const target =
    quote === '' || content === undefined
      ? null
      : locateWords(content, { words: quote, near: Number.isNaN(near) ? null : near })
  if (typeof target === 'string') return { refused: target }
  return { act: 'comment', id, inReplyTo: optional(field(request, 'inReplyTo')), body, target }
}

const actOf = (
  act: FormAct,
  request: FastifyRequest,
  text: DeskText,
  typed: Typed,
  { actor, newId }: ActBy,
): EditorialAct | NoAct => {
  const { reason } = typed
  switch (act) {
    case 'submit':
      return { act }
    case 'approve': {
      const hash = Sha256Hex.safeParse(field(request, 'sha256Hash'))
      return hash.success ? { act, sha256Hash: hash.data } : { refused: 'another-wording' }
    }
    case 'request-changes':
      return { act, reasons: linesOf(reason) }
    case 'publish':
      return { act, reason: optional(reason) }
    case 'schedule':
      return scheduleOf(typed).act
    case 'withdraw': {
      const pending = confirmedIn(request, text, 'withdrawal', actor)
      return pending !== null && 'refused' in pending ? pending : withdrawalOf(typed, pending)
    }
    case 'delete': {
      const pending = confirmedIn(request, text, 'deletion', actor)
      if (pending !== null && 'refused' in pending) return pending
      return { act, reason: pending?.reason ?? reason }
    }
    case 'cancel-schedule':
    case 'discard-draft':
    case 'unpublish':
    case 'cancel-request':
    case 'restore':
      return { act, reason }
    case 'assign': {
      const person = field(request, 'person')
      if (person === '') return { act, person: null }
      const id = StaffId.safeParse(person)
      return id.success ? { act, person: id.data } : { refused: 'person-unknown' }
    }
    case 'comment':
      return commentOf(request, text, newId())
    case 'resolve-comment':
      return { act, id: field(request, 'id') }
    default:
      return act satisfies never
  }
}

/** Reads the form of an act. */
export const readAct = (
  act: FormAct,
  request: FastifyRequest,
  text: DeskText,
  by: ActBy,
): ReadAct => {
  const typed = typedIn(request)
  if (act === 'schedule') return scheduleOf(typed)
  return { typed, act: actOf(act, request, text, typed, by) }
}
