/** Asks before an act: what it does, what it needs, and what becomes public or disappears. */
import { html } from 'ghtml'
import { errorSummary, hiddenCsrf } from '#contracts/web/parts.ts'
import { type Asked, requestName, type Typed } from '../act-forms.ts'
import type { Names } from '../names.ts'
import { longTime } from '../print.ts'
import type { DeskPage, DeskVisit } from '../visit.ts'
import { bumpPart } from './changes.ts'
import { selectField, textField } from '#contracts/web/fields.ts'
import {
  broughtBack,
  hiddenField,
  linkButton,
  type Refused,
  refusalText,
  shortHash,
  textPath,
  textTitle,
} from './parts.ts'
import type { DeskText } from '../../text-view.ts'

const ZONES = [
  'Europe/Paris',
  'Europe/Luxembourg',
  'Europe/Brussels',
  'Europe/Monaco',
  'Europe/Andorra',
  'America/Martinique',
  'America/Guadeloupe',
  'America/Cayenne',
  'Indian/Reunion',
  'Indian/Mayotte',
  'Pacific/Noumea',
  'Pacific/Tahiti',
  'UTC',
] as const
const REASON_LINES = 3
const REASONS_LINES = 6

export type ActState = {
  readonly act: Asked
  readonly text: DeskText
  readonly names: Names
  readonly typed: Typed
  /** Why the act was refused. */
  readonly refusal: Refused | null
  /** How many texts cite this one. */
  readonly citing: number
}

/** The fields that refusals are about; others are about no field. */
const FIELDS: Readonly<Partial<Record<string, 'reason' | 'time' | 'replacement'>>> = {
  'reasons-missing': 'reason',
  'reason-too-long': 'reason',
  'ungrounded-needs-reason': 'reason',
  'cited-turned-red': 'reason',
  'schedule-past': 'time',
  'time-unreadable': 'time',
  'time-skipped': 'time',
  'time-ambiguous': 'time',
  'replacement-unknown': 'replacement',
  'replacement-is-itself': 'replacement',
}
const isAbout = ({ refusal }: ActState, field: 'reason' | 'time' | 'replacement'): boolean =>
  refusal !== null && FIELDS[refusal.refused] === field

/** Whether somebody else asked for this, so that this person confirms it. */
const isConfirmation = (act: Asked, { pending }: DeskText): boolean =>
  (act === 'withdraw' && pending?.request === 'withdrawal') ||
  (act === 'delete' && pending?.request === 'deletion')

const reasonField = (
  { words: { forms } }: DeskVisit,
  state: ActState,
  { label = forms.reason, hint = forms.reasonHint, lines = REASON_LINES, required = true } = {},
): string =>
  textField({
    name: 'reason',
    label,
    hint,
    lines,
    required,
    value: state.typed.reason,
    isWrong: isAbout(state, 'reason'),
  })

const choicesOf = (visit: DeskVisit, { typed }: ActState): string => {
  if (typed.choices.length === 0) return ''
  const { forms } = visit.words
  return html`<fieldset>
    <legend>${forms.possibilities}</legend>
    !${typed.choices.map(
      (choice, index) =>
        html`<div class="choice">
          <input type="radio" name="choice" id="choice-${index}" value="${choice}" required />
          <label for="choice-${index}">${choiceText(visit, choice)}</label>
        </div>`,
    )}
  </fieldset>`
}

/** `2026-10-25T02:30:00+01:00` as people read it. */
const choiceText = ({ print }: DeskVisit, choice: string): string => {
  const [, day = '', time = '', offset = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2})?(.*)$/.exec(choice) ?? []
  return day === '' ? choice : `${print.date(day)}, ${time} (UTC${offset})`
}

const scheduleFields = (visit: DeskVisit, state: ActState): string => {
  const { forms } = visit.words
  const { typed } = state
  const isWrong = isAbout(state, 'time')
  return html`<div class="together">
      !${textField({ name: 'day', label: forms.day, type: 'date', value: typed.day, required: true, isWrong })}
      !${textField({ name: 'time', label: forms.time, type: 'time', value: typed.time, required: true, isWrong })}
      !${selectField(
        'zone',
        forms.zone,
        ZONES.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') })),
        typed.zone,
      )}
    </div>
    <p class="hint">${forms.zoneHint}</p>
    !${choicesOf(visit, state)}
    !${reasonField(visit, state, { label: forms.reasonWhenNeeded, required: false })}`
}

const pendingFacts = (visit: DeskVisit, { text: { pending }, names }: ActState): string => {
  if (pending === null) return ''
  const { text } = visit.words
  const says = pending.request === 'withdrawal' ? text.pendingWithdrawal : text.pendingDeletion
  return html`<h2>${text.request}</h2>
    <p>${says(names(pending.by), longTime(visit.language, pending.at))}</p>
    <dl>
      <dt>${text.pendingReason}</dt>
      <dd dir="auto">${pending.reason}</dd>
      !${
        pending.replacement === null
          ? ''
          : html`<dt>${text.pendingReplacement}</dt>
              <dd><a href="${textPath(pending.replacement)}">${pending.replacement}</a></dd>`
      }
    </dl>`
}

const fieldsOf = (visit: DeskVisit, state: ActState): string => {
  const { forms, optional } = visit.words
  const { act, text, typed } = state
  if (isConfirmation(act, text) && text.pending !== null)
    return hiddenField('request', requestName(text.pending)) + pendingFacts(visit, state)
  switch (act) {
    case 'request-changes':
      return reasonField(visit, state, {
        label: forms.reasons,
        hint: forms.reasonsHint,
        lines: REASONS_LINES,
      })
    case 'publish':
      // What was public once passed its checks then.
      if (broughtBack(text) !== null) return ''
      return reasonField(visit, state, { label: forms.reasonWhenNeeded, required: false })
    case 'schedule':
      return scheduleFields(visit, state)
    case 'withdraw':
      return html`!${reasonField(visit, state, { label: forms.cause, hint: forms.causeHint })}
      !${textField({
        name: 'replacement',
        label: `${forms.replacement} (${optional})`,
        hint: forms.replacementHint,
        value: typed.replacement,
        isWrong: isAbout(state, 'replacement'),
      })}`
    case 'cancel-request':
      return `${pendingFacts(visit, state)}${reasonField(visit, state)}`
    case 'cancel-schedule':
    case 'discard-draft':
    case 'unpublish':
    case 'delete':
    case 'restore':
      return reasonField(visit, state)
    default:
      return act satisfies never
  }
}

const GOING: ReadonlySet<Asked> = new Set(['unpublish', 'withdraw', 'delete', 'discard-draft'])
const COMING: ReadonlySet<Asked> = new Set(['publish', 'schedule'])

/** What becomes public, or what disappears. */
const consequence = (visit: DeskVisit, { act, text, citing }: ActState): string => {
  const { words } = visit
  const { draft, published, next } = text
  const back = act === 'publish' ? broughtBack(text) : null
  if (back !== null)
    return html`<div class="consequence">
      <h2>${words.forms.comesTitle}</h2>
      <p>${words.text.version(back.version)} !${shortHash(back.sha256Hash)}</p>
      !${draft === null ? '' : html`<p>${words.text.draftStays}</p>`}
    </div>`
  if (COMING.has(act) && next !== null && draft !== null)
    return html`<div class="consequence">
      <h2>${words.forms.comesTitle}</h2>
      !${bumpPart(visit, next, published?.version ?? null)}
      <p class="soft">${words.text.draftHash}${words.colon}!${shortHash(draft.sha256Hash)}</p>
    </div>`
  if (!GOING.has(act)) return ''
  // Unpublishing leaves an open draft where it is; discarding a draft leaves the version.
  const gone = act === 'unpublish' ? null : draft
  const version = act === 'discard-draft' ? null : published
  return html`<div class="consequence">
    <h2>${words.forms.goneTitle}</h2>
    !${
      version === null
        ? ''
        : html`<p>${words.text.version(version.version)} !${shortHash(version.sha256Hash)}</p>`
    }
    !${gone === null ? '' : html`<p>${words.text.draftGoes} !${shortHash(gone.sha256Hash)}</p>`}
    !${version === null || citing === 0 ? '' : html`<p>${words.text.cites}${words.colon}${citing}</p>`}
  </div>`
}

export const actPage = (visit: DeskVisit, state: ActState): DeskPage => {
  const { act, text, refusal } = state
  const { words } = visit
  const own = words.acts[act]
  const wrong = refusal && refusalText(visit, refusal)
  const isSecond = isConfirmation(act, text)
  const back = act === 'publish' ? broughtBack(text) : null
  const request = isSecond ? (text.pending?.request ?? null) : null
  const confirmed = request === null ? null : words.text.confirm[request]
  const label = back === null ? confirmed : words.text.publishAgain(back.version)
  const title = label ?? own.title
  const danger = GOING.has(act) ? 'danger' : ''
  return {
    title: wrong === null ? title : `${words.error}: ${title}`,
    place: 'texts',
    once: wrong !== null,
    content: html`
      <p><a href="${textPath(text.slug)}">${words.back}</a></p>
      <h1>
        ${title} <span class="of"><bdi>${textTitle(visit, text)}</bdi></span>
      </h1>
      !${errorSummary(visit, wrong)}
      !${
        request === null
          ? html`<p>${back === null ? own.text : words.text.publishAgainText}</p>`
          : html`<p>${words.text.confirmMeans[request]} ${words.text.comesBack[request]}</p>`
      }
      !${consequence(visit, state)}
      <form class="act-form" method="post" action="${textPath(text.slug)}/acts/${act}">
        !${hiddenCsrf(visit)} !${fieldsOf(visit, state)}
        <div class="actions">
          <button class="${danger}" type="submit">${label ?? own.submit}</button>
          !${linkButton(textPath(text.slug), words.cancel, 'quiet')}
        </div>
      </form>
    `,
  }
}
