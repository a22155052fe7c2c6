/** `/deprecations`: what will be removed, as a page and as JSON. */
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { DEPRECATIONS, NOTICE_MONTHS } from '#contracts/deprecations.ts'
import type { Deprecations } from '#contracts/http/service.ts'
import { preferredType } from '#contracts/web/http/accept.ts'
import type { Language } from '#contracts/web/language.ts'
import type { AccountArea } from '../../portal/routes/area.ts'
import { HTML, languageFor, sendPage, urlOf } from '../pages/frame.ts'

const PATH = '/deprecations'
const JSON_TYPE = 'application/json; charset=utf-8'

const WORDS = {
  fr: {
    title: 'Retraits annoncés',
    policy: `La version v1 ne fait que s’étendre. Ce qui doit disparaître est annoncé au moins ${NOTICE_MONTHS} mois à l’avance, ici et par les en-têtes Deprecation et Sunset.`,
    none: 'Aucun retrait n’est annoncé.',
    until: 'peut disparaître à partir du',
    instead: 'à la place',
  },
  en: {
    title: 'Deprecations',
    policy: `Version v1 only grows. What will be removed is announced at least ${NOTICE_MONTHS} months before, here and by the headers Deprecation and Sunset.`,
    none: 'Nothing is deprecated.',
    until: 'may be gone from',
    instead: 'instead',
  },
} as const satisfies Record<Language, unknown>

const JSON_BODY: Deprecations = {
  policy: WORDS.en.policy,
  noticeMonths: NOTICE_MONTHS,
  deprecations: [...DEPRECATIONS],
}

const contentOf = (language: Language): string => {
  const words = WORDS[language]
  return html`<h1>${words.title}</h1>
    <p>${words.policy}</p>
    !${
      DEPRECATIONS.length === 0
        ? html`<p>${words.none}</p>`
        : html`<ul>
            !${DEPRECATIONS.map(
              ({ what, sunset, replacement }) =>
                html`<li>
                  <code>${what}</code>: ${words.until} <time>${sunset}</time>${
                    replacement === null ? '' : `; ${words.instead}: ${replacement}`
                  }
                </li>`,
            )}
          </ul>`
    }`
}

/** The list, under the anonymous limit. */
export const addDeprecations = (
  app: FastifyInstance,
  { account }: { readonly account: AccountArea | null },
): void => {
  app.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.headers({ Vary: 'Accept, Accept-Language', 'Cache-Control': 'no-cache' })
    if (preferredType(request.headers.accept, [JSON_TYPE, HTML]) === JSON_TYPE)
      return reply.type(JSON_TYPE).send(JSON_BODY)
    const language = languageFor(request)
    return sendPage(reply, {
      language,
      url: urlOf(request),
      title: WORDS[language].title,
      hasAccounts: account !== null,
      content: contentOf(language),
    })
  })
}
