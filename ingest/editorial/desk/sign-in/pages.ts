import { html } from 'ghtml'
import { renderSVG } from 'uqr'
import type { WebPage } from '#contracts/web/document.ts'
import {
  copiedOnce,
  errorSummary,
  hiddenCsrf,
  message,
  newPasswordFields,
  stackedTable,
  signInFields,
  titleOf,
} from '#contracts/web/parts.ts'
import type { Invitation, StaffMember, StaffToken } from '../../staff/ports.ts'
import type { Enrolment } from '../../staff/second-factor.ts'
import { TOKEN_TERMS } from '../../staff/tokens.ts'
import { type DeskPage, DESK_PATH, type DeskVisit } from '../visit.ts'
import { hiddenKeptForm, type KeptForm, resentForm } from './kept-form.ts'
import { signInWords } from './words.ts'

export const SIGN_IN_PATH = `${DESK_PATH}/sign-in`
export const SECOND_FACTOR_PATH = `${DESK_PATH}/second-factor`
/** Where somebody sets the second factor up. */
export const ENROL_PATH = `${DESK_PATH}/second-factor/new`
export const ACCOUNT_PATH = `${DESK_PATH}/account`

/** What a sign-in carries on: a form that was sent too late, or the page that was asked for. */
export type Onward = { readonly kept: KeptForm | null; readonly next: string | null }

const onwardFields = ({ kept, next }: Onward): string =>
  `${hiddenKeptForm(kept)}${next === null ? '' : html`<input type="hidden" name="next" value="${next}" />`}`

const nextQuery = ({ next }: Onward): string =>
  next === null ? '' : `next=${encodeURIComponent(next)}`

/** `wrong` says why the last attempt failed. */
export const signInPage = (
  visit: DeskVisit,
  onward: Onward,
  email = '',
  wrong: string | null = null,
): WebPage => {
  const { signIn } = visit.words
  const own = signInWords(visit)
  return {
    title: titleOf(visit.words, signIn.title, wrong),
    once: wrong !== null || onward.kept !== null,
    query: nextQuery(onward),
    content: html`
      <h1>${signIn.title}</h1>
      !${errorSummary(visit, wrong)} !${onward.kept === null ? '' : message('note', own.ended)}
      <p>${own.intro}</p>
      <form class="narrow" method="post" action="${SIGN_IN_PATH}">
        !${hiddenCsrf(visit)} !${onwardFields(onward)} !${signInFields(visit.words, email)}
        <button type="submit">${signIn.submit}</button>
      </form>
      <p class="soft">${own.help}</p>
    `,
  }
}

const codeField = (label: string, wrong: string | null): string => html`
  <div class="field">
    <label for="code">${label}</label>
    <input
      id="code"
      name="code"
      type="text"
      inputmode="text"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      maxlength="20"
      required
      !${wrong === null ? '' : 'aria-invalid="true" aria-describedby="wrong"'}
    />
  </div>
`

/** `demonstration`: the code of a demonstration person, who has no app. */
export const secondFactorPage = (
  visit: DeskVisit,
  onward: Onward,
  demonstration: string | null,
  wrong: string | null = null,
): WebPage => {
  const { factor } = signInWords(visit)
  return {
    title: titleOf(visit.words, factor.title, wrong),
    once: wrong !== null || onward.kept !== null,
    query: nextQuery(onward),
    content: html`
      <h1>${factor.title}</h1>
      !${errorSummary(visit, wrong)}
      !${demonstration === null ? '' : message('note', factor.demonstration(demonstration))}
      <p>${factor.text}</p>
      <form class="narrow" method="post" action="${SECOND_FACTOR_PATH}">
        !${hiddenCsrf(visit)} !${onwardFields(onward)} !${codeField(factor.code, wrong)}
        <button type="submit">${factor.submit}</button>
      </form>
      <p><a href="${SIGN_IN_PATH}">${factor.other}</a></p>
    `,
  }
}

/** The picture that an app reads; its secret is written beside it. */
const picture = (uri: string, name: string): string =>
  renderSVG(uri, { border: 2 }).replace(
    '<svg ',
    html`<svg class="qr" role="img" aria-label="${name}" `,
  )

export const enrolPage = (
  visit: DeskVisit,
  { sealed, uri, text }: Enrolment,
  given: { readonly replaces: boolean; readonly wrong: string | null; readonly email: string },
): DeskPage => {
  const { enrol, factor } = signInWords(visit)
  const { wrong, replaces, email } = given
  return {
    title: titleOf(visit.words, enrol.title, wrong),
    place: 'account',
    once: wrong !== null,
    content: html`
      <h1>${enrol.title}</h1>
      !${errorSummary(visit, wrong)}
      <p>${enrol.why}</p>
      !${replaces ? message('note', enrol.replaces) : ''}
      <p>${enrol.scan}</p>
      !${picture(uri, enrol.picture)}
      <p>${enrol.type}</p>
      <code class="example" id="secret">${text}</code>
      <p>${enrol.confirm}</p>
      <form class="narrow" method="post" action="${ENROL_PATH}">
        !${hiddenCsrf(visit)}
        <input type="hidden" name="sealed" value="${sealed}" />
        <input
          type="text"
          name="username"
          autocomplete="username"
          hidden
          readonly
          value="${email}"
        />
        !${replaces ? currentPassword(visit) : ''} !${codeField(factor.code, wrong)}
        <div class="actions">
          <button type="submit">${enrol.submit}</button>
          <a href="${DESK_PATH}">${enrol.later}</a>
        </div>
      </form>
    `,
  }
}

const currentPassword = ({ words }: DeskVisit): string => html`
  <div class="field">
    <label for="current">${words.password.current}</label>
    <input id="current" name="current" type="password" autocomplete="current-password" required />
  </div>
`

/** Shows the recovery codes, once. */
export const recoveryPage = (visit: DeskVisit, codes: readonly string[]): DeskPage => {
  const { recovery } = signInWords(visit)
  return {
    title: recovery.title,
    place: 'account',
    once: true,
    content: html`
      <h1>${recovery.title}</h1>
      !${message('note', recovery.once)}
      <p>${recovery.use}</p>
      <ol class="codes">
        !${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ol>
      <p><a class="button" href="${DESK_PATH}">${recovery.done}</a></p>
    `,
  }
}

/** After signing in: the form that was sent too late, or that it was somebody else's. */
export const keptPage = (visit: DeskVisit, form: KeptForm | null): DeskPage => {
  const { kept } = signInWords(visit)
  return {
    title: kept.title,
    once: true,
    content:
      form === null
        ? html`<h1>${visit.words.problems.forbidden}</h1>
            <p>${kept.foreign}</p>
            <p><a href="${DESK_PATH}">${visit.words.problems.home}</a></p>`
        : html`<h1>${kept.title}</h1>
            <p>${kept.text}</p>
            !${resentForm(form, kept.submit)}`,
  }
}

export const invitationPage = (
  visit: DeskVisit,
  { email }: Pick<Invitation, 'email'>,
  given: { readonly action: string; readonly name: string; readonly wrong: string | null },
): WebPage => {
  const { invitation } = signInWords(visit)
  const { action, name, wrong } = given
  return {
    title: titleOf(visit.words, invitation.title, wrong),
    once: wrong !== null,
    content: html`
      <h1>${invitation.title}</h1>
      !${errorSummary(visit, wrong)}
      <p>${invitation.text(email)}</p>
      <form class="narrow" method="post" action="${action}">
        !${hiddenCsrf(visit)}
        <div class="field">
          <label for="name">${invitation.name}</label>
          <span class="hint" id="name-hint">${invitation.nameHint}</span>
          <input
            id="name"
            name="name"
            type="text"
            autocomplete="name"
            maxlength="200"
            required
            value="${name}"
            aria-describedby="name-hint"
          />
        </div>
        !${newPasswordFields(visit.words, email, 'none')}
        <button type="submit">${invitation.submit}</button>
      </form>
    `,
  }
}

export const invitationEndedPage = (visit: DeskVisit): WebPage => {
  const { invitation } = signInWords(visit)
  return {
    title: invitation.ended,
    once: true,
    content: html`
      <h1>${invitation.ended}</h1>
      <p>${invitation.endedText}</p>
      <p><a href="${SIGN_IN_PATH}">${visit.words.signIn.title}</a></p>
    `,
  }
}

export const passwordPage = (visit: DeskVisit, email: string, wrong: string | null): DeskPage => {
  const { password } = visit.words
  return {
    title: titleOf(visit.words, password.title, wrong),
    place: 'account',
    once: wrong !== null,
    content: html`
      <h1>${password.title}</h1>
      !${errorSummary(visit, wrong)}
      <form class="narrow" method="post" action="${DESK_PATH}/password">
        !${hiddenCsrf(visit)} !${newPasswordFields(visit.words, email, 'asked')}
        <div class="actions">
          <button type="submit">${password.submit}</button>
          <a href="${ACCOUNT_PATH}">${visit.words.cancel}</a>
        </div>
      </form>
    `,
  }
}

export type AccountState = {
  readonly member: StaffMember
  readonly recoveryCodesLeft: number
  readonly tokens: readonly StaffToken[]
  readonly nowMs: number
  readonly done: string | null
  readonly wrong: string | null
  readonly form: { readonly label: string; readonly days: string }
}

const stateOf = (visit: DeskVisit, token: StaffToken, nowMs: number) => {
  const { tokens } = signInWords(visit)
  const { revokedAt, expiresAt } = token
  if (revokedAt !== null) return { live: false, text: tokens.revoked(visit.print.date(revokedAt)) }
  const end = visit.print.date(expiresAt)
  return Date.parse(expiresAt) <= nowMs
    ? { live: false, text: tokens.expired(end) }
    : { live: true, text: tokens.live(end) }
}

const tokenRow = (visit: DeskVisit, token: StaffToken, nowMs: number): string => {
  const { tokens } = signInWords(visit)
  const { live, text } = stateOf(visit, token, nowMs)
  const name = token.label === '' ? tokens.unnamed : token.label
  const may = [...token.scopes, ...(token.secondFactor ? [tokens.withFactor] : [])].join(', ')
  return html`<tr role="row" class="${live ? '' : 'ended'}">
    <th scope="row" role="rowheader">${name}</th>
    <td role="cell" data-label="${tokens.token}"><code>svc_staff_…${token.last4}</code></td>
    <td role="cell" data-label="${tokens.may}">${may}</td>
    <td role="cell" data-label="${tokens.state}">${text}</td>
    <td role="cell" data-label="${tokens.used}">
      ${token.lastUsedOn === null ? tokens.never : visit.print.date(token.lastUsedOn)}
    </td>
    <td role="cell">
      !${
        live
          ? html`<form method="post" action="${ACCOUNT_PATH}/tokens/${token.id}/revoke">
              !${hiddenCsrf(visit)}
              <button class="quiet" type="submit" aria-label="${tokens.revokeOne(name)}">
                ${tokens.manage}
              </button>
            </form>`
          : ''
      }
    </td>
  </tr>`
}

const tokenTable = (visit: DeskVisit, { tokens, nowMs }: AccountState): string => {
  const words = signInWords(visit).tokens
  if (tokens.length === 0) return html`<p>${words.none}</p>`
  const heads = [words.name, words.token, words.may, words.state, words.used, words.manage]
  const rows = tokens.map((token) => tokenRow(visit, token, nowMs))
  return stackedTable(words.caption, heads, rows)
}

const newTokenForm = (visit: DeskVisit, { form, wrong }: AccountState): string => {
  const { tokens } = signInWords(visit)
  return html`<h3>${tokens.create}</h3>
    <form class="narrow" method="post" action="${ACCOUNT_PATH}/tokens">
      !${hiddenCsrf(visit)}
      <div class="field">
        <label for="label">${tokens.label}</label>
        <input
          id="label"
          name="label"
          type="text"
          autocomplete="off"
          maxlength="${TOKEN_TERMS.labelCharactersMax}"
          value="${form.label}"
        />
      </div>
      <div class="field">
        <label for="days">${tokens.days}</label>
        <input
          id="days"
          name="days"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          value="${form.days}"
          !${wrong === null ? '' : 'aria-invalid="true" aria-describedby="wrong"'}
        />
      </div>
      <button type="submit">${tokens.submit}</button>
    </form>`
}

const factorPart = (visit: DeskVisit, { member, recoveryCodesLeft }: AccountState): string => {
  const { account } = signInWords(visit)
  return member.hasSecondFactor
    ? html`<p>
          ${account.factorSet(visit.print.count(recoveryCodesLeft))}
          ${visit.person?.secondFactor === true ? account.factorUsed : ''}
        </p>
        <p><a href="${ENROL_PATH}">${account.factorReplace}</a></p>`
    : html`<p>${account.factorNone}</p>
        <p><a class="button" href="${ENROL_PATH}">${account.factorSetUp}</a></p>`
}

export const accountPage = (visit: DeskVisit, state: AccountState): DeskPage => {
  const { words } = visit
  const { account, tokens } = signInWords(visit)
  const { member, done, wrong } = state
  return {
    title: titleOf(words, account.title, wrong),
    place: 'account',
    once: wrong !== null,
    content: html`
      <h1>${account.title}</h1>
      !${errorSummary(visit, wrong)} !${done === null ? '' : message('done', done)}
      <p>${account.you(member.name, member.email)}</p>
      <p>
        ${account.roles}${words.colon}${member.roles.map((role) => words.roles[role]).join(', ')}
      </p>
      <p><a href="${DESK_PATH}/password">${words.password.title}</a></p>
      <h2>${account.factor}</h2>
      !${factorPart(visit, state)}
      <h2>${tokens.title}</h2>
      <p>${tokens.text}</p>
      !${member.hasSecondFactor ? '' : html`<p class="soft">${tokens.factorFirst}</p>`}
      !${tokenTable(visit, state)} !${newTokenForm(visit, state)}
      <h2>${account.sessions}</h2>
      <p>${account.everywhereText}</p>
      <form method="post" action="${DESK_PATH}/sign-out-everywhere">
        !${hiddenCsrf(visit)}
        <button class="danger" type="submit">${account.everywhere}</button>
      </form>
    `,
  }
}

/** Shows a token in full, once. */
export const newTokenPage = (visit: DeskVisit, token: string): DeskPage => {
  const { tokens } = signInWords(visit)
  return {
    title: tokens.created,
    place: 'account',
    once: true,
    content: html`
      <h1>${tokens.created}</h1>
      !${message('note', tokens.once)} !${copiedOnce('token', token, tokens)}
      <p>${tokens.use}</p>
      <code class="example">Authorization: Bearer ${token}</code>
      <p><a href="${ACCOUNT_PATH}">${tokens.back}</a></p>
    `,
  }
}
