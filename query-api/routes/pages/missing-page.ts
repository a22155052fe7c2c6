/** The page for a person who asks for an address that does not exist. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { API_BASE_PATH } from '#contracts/service.ts'
import { preferredType } from '#contracts/web/http/accept.ts'
import { linkTo } from '../../public/addresses.ts'
import { WORDS } from '../../public/words/words.ts'
import { HTML, languageFor, sendPage, urlOf } from './frame.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const NOT_FOUND = 404
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

const isOfPerson = ({ method, url, headers: { accept } }: FastifyRequest): boolean =>
  READING.has(method) &&
  !url.startsWith(API_BASE_PATH) &&
  preferredType(accept, [JSON_TYPE, HTML]) === HTML

/** Answers a browser with a page in its language; null: a program asks, or the API is meant. */
export const sendMissingPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { hasAccounts }: { readonly hasAccounts: boolean },
): FastifyReply | null => {
  if (!isOfPerson(request)) return null
  const language = languageFor(request)
  const url = urlOf(request)
  const { problems } = WORDS[language]
  return sendPage(reply.code(NOT_FOUND), {
    language,
    url,
    hasAccounts,
    title: problems.noAddress,
    content: html`<h1>${problems.noAddress}</h1>
      <p>${problems.noAddressText}</p>
      <p><a href="${linkTo('/', url)}">${problems.home}</a></p>`,
  })
}
