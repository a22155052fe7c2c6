/**
 * The page on which a person lets an application act for their account. The name of the application
 * is its own word; the host to which it is answered is what the person can trust.
 */
import { html } from 'ghtml'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { errorSummary, hiddenCsrf, message } from '#contracts/web/parts.ts'
import { OPERATIONS, priceMicroUsd } from '#contracts/tariff.ts'
import type { User } from '../../accounts/ports.ts'
import { type AuthorizationRequest, parametersOf } from '../../oauth/authorization.ts'
import { OAUTH_PATHS } from '../../oauth/metadata.ts'
import type { OAuthRefusal } from '../../oauth/problem.ts'
import { isLoopback } from '../../oauth/redirects.ts'
import { ACCOUNT_PATH, type Page, type Visit, type Wrong } from '../web.ts'
import { capFields } from './parts.ts'

export type ConsentState = {
  readonly asked: AuthorizationRequest
  /** Where the person goes on. */
  readonly host: string
  readonly cap: { readonly capUsd: string; readonly capMode: string }
  readonly wrong: Wrong | null
}

/** A call of the first tier. */
const BASE_SPEND = 0

const prices = ({ words, print }: Visit): string =>
  OPERATIONS.map((operation) =>
    words.consent.priceOf(
      words.operations[operation],
      print.usd(priceMicroUsd(operation, BASE_SPEND)),
    ),
  ).join(' · ')

const form = (visit: Visit, { asked, cap, wrong }: ConsentState): string => {
  const { consent } = visit.words
  return html`<form method="post" action="${OAUTH_PATHS.authorize}">
    !${hiddenCsrf(visit)}
    !${parametersOf(asked).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    !${capFields(visit, cap, wrong?.code ?? null)}
    <div class="actions">
      <button type="submit" name="decision" value="allow">${consent.allow}</button>
      <button class="quiet" type="submit" name="decision" value="deny">${consent.deny}</button>
    </div>
  </form>`
}

/** Asks for the consent; somebody whose account does not pay is told so. */
export const consentPage = (visit: Visit, user: User, state: ConsentState): Page => {
  const { words } = visit
  const { consent, list, scopes } = words
  const { asked, host, wrong } = state
  const { name } = asked.client
  const title = consent.title(name)
  return {
    title: wrong === null ? title : `${words.error}: ${title}`,
    place: 'applications',
    once: wrong !== null,
    query: new URLSearchParams(Object.fromEntries(parametersOf(asked))).toString(),
    content: markHidden(
      html`
        <h1>${title}</h1>
        !${errorSummary(visit, wrong?.text ?? null)}
        <p>${consent.intro(user.account.name, user.email)}</p>
        <dl>
          <dt>${consent.name}</dt>
          <dd><bdi>${name}</bdi> <span class="soft">${consent.unchecked}</span></dd>
          <dt>${consent.host}</dt>
          <dd>
            <strong>${host}</strong>
            !${isLoopback(asked.redirectUri) ? html`<span class="soft">${consent.thisComputer}</span>` : ''}
          </dd>
          <dt>${consent.scopes}</dt>
          <dd>
            <ul>
              !${asked.scopes.map((scope) => html`<li>${scopes[scope] ?? scope}</li>`)}
            </ul>
          </dd>
          <dt>${consent.price}</dt>
          <dd>${consent.priceText} ${prices(visit)}.</dd>
        </dl>
        <p>${consent.trust(host)}</p>
        !${user.account.paid ? form(visit, state) : message('note', list.unpaid)}
      `,
      words,
    ),
  }
}

/** The application asked for something that cannot be; the person may go back to it. */
export const refusedPage = (
  { words }: Visit,
  about: {
    readonly name: string
    readonly host: string
    readonly refusal: OAuthRefusal
    readonly back: string
  },
): Page => {
  const { consent } = words
  return {
    title: consent.refused,
    once: true,
    content: html`
      <h1>${consent.refused}</h1>
      <p>${consent.refusedText(about.name)}</p>
      <p lang="en"><code>${about.refusal.error}</code> ${about.refusal.description}</p>
      <p>
        <a class="button quiet" href="${about.back}" rel="noreferrer"
          >${consent.goBack(about.host)}</a
        >
      </p>
      <p><a href="${ACCOUNT_PATH}">${words.problems.home}</a></p>
    `,
  }
}

/** The request cannot be trusted, so it leads nowhere. */
export const unsafePage = (
  { words }: Visit,
  because: 'client' | 'redirect' | 'malformed',
): Page => ({
  title: words.consent.unsafe,
  once: true,
  content: html`
    <h1>${words.consent.unsafe}</h1>
    <p>${words.consent.unsafeTexts[because]}</p>
    <p><a href="${ACCOUNT_PATH}">${words.problems.home}</a></p>
  `,
})
