import { html } from 'ghtml'
import { StaffRole } from '#contracts/staff.ts'
import {
  copiedOnce,
  errorSummary,
  hiddenCsrf,
  message,
  stackedTable,
  titleOf,
} from '#contracts/web/parts.ts'
import { choiceFields } from '#contracts/web/fields.ts'
import type { Invitation, StaffMember } from '../../staff/ports.ts'
import { type DeskPage, DESK_PATH, type DeskVisit } from '../visit.ts'
import { type PeopleWords, peopleWords } from './words.ts'

export const PEOPLE_PATH = `${DESK_PATH}/people`

export type InviteForm = { readonly email: string; readonly roles: readonly string[] }

const rolesOf = ({ words }: DeskVisit, roles: readonly StaffRole[]): string =>
  roles.map((role) => words.roles[role]).join(', ')

const stateOf = (visit: DeskVisit, { disabledAt }: StaffMember): string => {
  const words = peopleWords(visit)
  return disabledAt === null ? words.active : words.disabled(visit.print.date(disabledAt))
}

const memberRow = (visit: DeskVisit, member: StaffMember): string => {
  const words = peopleWords(visit)
  const { id, name, email, roles, hasSecondFactor, disabledAt } = member
  return html`<tr role="row" class="${disabledAt === null ? '' : 'ended'}">
    <th scope="row" role="rowheader">${name}</th>
    <td role="cell" data-label="${words.email}">${email}</td>
    <td role="cell" data-label="${words.roles}">${rolesOf(visit, roles)}</td>
    <td role="cell" data-label="${words.factor}">
      ${hasSecondFactor ? words.hasFactor : words.noFactor}
    </td>
    <td role="cell" data-label="${words.state}">${stateOf(visit, member)}</td>
    <td role="cell">
      <a href="${PEOPLE_PATH}/${id}" aria-label="${words.changeOne(name)}">${words.change}</a>
    </td>
  </tr>`
}

const memberTable = (visit: DeskVisit, members: readonly StaffMember[]): string => {
  const words = peopleWords(visit)
  const { name, email, roles, factor, state, change } = words
  const heads = [name, email, roles, factor, state, change]
  const rows = members.map((member) => memberRow(visit, member))
  return stackedTable(words.caption, heads, rows)
}

const roleFields = (visit: DeskVisit, words: PeopleWords, chosen: readonly string[]): string =>
  choiceFields({
    name: 'roles',
    legend: words.roles,
    type: 'checkbox',
    options: StaffRole.options.map((role) => ({
      value: role,
      text: `${visit.words.roles[role]}${visit.words.colon}${words.may[role]}`,
    })),
    chosen,
  })

const inviteForm = (visit: DeskVisit, form: InviteForm, wrong: string | null): string => {
  const words = peopleWords(visit)
  return html`<h2 id="invite">${words.invite}</h2>
    <p>${words.inviteText}</p>
    <form method="post" action="${PEOPLE_PATH}/invite">
      !${hiddenCsrf(visit)}
      <div class="field">
        <label for="email">${words.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="off"
          required
          value="${form.email}"
          !${wrong === null ? '' : 'aria-invalid="true" aria-describedby="wrong"'}
        />
      </div>
      !${roleFields(visit, words, form.roles)}
      <button type="submit">${words.inviteSubmit}</button>
    </form>`
}

const invitationRow = (visit: DeskVisit, { id, email, roles, expiresAt }: Invitation): string => {
  const words = peopleWords(visit)
  return html`<li>
    ${email}, ${rolesOf(visit, roles)}, ${words.openUntil(visit.print.date(expiresAt))}
    <form method="post" action="${PEOPLE_PATH}/invitations/${id}/revoke">
      !${hiddenCsrf(visit)}
      <button class="quiet" type="submit" aria-label="${words.revokeOne(email)}">
        ${words.revoke}
      </button>
    </form>
  </li>`
}

export type PeopleState = {
  readonly members: readonly StaffMember[]
  readonly invitations: readonly Invitation[]
  readonly form: InviteForm
  readonly done: string | null
  readonly wrong: string | null
}

export const peoplePage = (visit: DeskVisit, state: PeopleState): DeskPage => {
  const words = peopleWords(visit)
  const { members, invitations, form, done, wrong } = state
  return {
    title: titleOf(visit.words, words.title, wrong),
    place: 'people',
    once: wrong !== null,
    content: html`
      <h1>${words.title}</h1>
      !${errorSummary(visit, wrong)} !${done === null ? '' : message('done', done)}
      !${memberTable(visit, members)}
      !${
        invitations.length === 0
          ? ''
          : html`<h2>${words.open}</h2>
              <ul class="links">
                !${invitations.map((one) => invitationRow(visit, one))}
              </ul>`
      }
      !${inviteForm(visit, form, wrong)}
    `,
  }
}

/** Shows the link of an invitation, once. */
export const invitedPage = (visit: DeskVisit, { email }: Invitation, link: string): DeskPage => {
  const words = peopleWords(visit)
  return {
    title: words.invited,
    place: 'people',
    once: true,
    content: html`
      <h1>${words.invited}</h1>
      !${message('note', words.invitedOnce)} !${copiedOnce('link', link, words)}
      <p>${words.invitedFor(email)} ${words.inviteText}</p>
      <p><a href="${PEOPLE_PATH}">${words.back}</a></p>
    `,
  }
}

const act = (visit: DeskVisit, path: string, button: string, text: string | null): string => html`
  <h2>${button}</h2>
  !${text === null ? '' : html`<p>${text}</p>`}
  <form method="post" action="${path}">
    !${hiddenCsrf(visit)}
    <button class="danger" type="submit">${button}</button>
  </form>
`

export const personPage = (
  visit: DeskVisit,
  member: StaffMember,
  { done, wrong }: { readonly done: string | null; readonly wrong: string | null },
): DeskPage => {
  const words = peopleWords(visit)
  const { id, name, email, roles, hasSecondFactor, disabledAt } = member
  const path = `${PEOPLE_PATH}/${id}`
  return {
    title: titleOf(visit.words, name, wrong),
    place: 'people',
    once: wrong !== null,
    content: html`
      <p><a href="${PEOPLE_PATH}">${words.back}</a></p>
      <h1>${name}</h1>
      !${errorSummary(visit, wrong)} !${done === null ? '' : message('done', done)}
      <p>${email}, ${stateOf(visit, member)}. ${visit.person?.id === id ? words.you : ''}</p>
      <form method="post" action="${path}/roles">
        !${hiddenCsrf(visit)} !${roleFields(visit, words, roles)}
        <button type="submit">${words.saveRoles}</button>
      </form>
      !${hasSecondFactor ? act(visit, `${path}/reset-second-factor`, words.reset, words.resetText) : ''}
      !${
        disabledAt === null
          ? act(visit, `${path}/disable`, words.disable, words.disableText)
          : act(visit, `${path}/enable`, words.enable, null)
      }
    `,
  }
}

/** Why somebody does not see the pages about people. */
export const closedPage = (visit: DeskVisit, why: string, link: string | null): DeskPage => {
  const words = peopleWords(visit)
  const account = visit.words.places.account
  return {
    title: words.title,
    place: 'people',
    content: html`
      <h1>${words.title}</h1>
      !${message('note', why)}
      !${link === null ? '' : html`<p><a class="button" href="${link}">${account}</a></p>`}
    `,
  }
}
