/** `/t/{slug}/compare?from=&to=`: two versions of a text as one. */
import type { FastifyInstance } from 'fastify'
import type { ArticleVersion } from '#contracts/http/versions.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { Language } from '#contracts/web/language.ts'
import type { CallGates } from '../../billing/billing.ts'
import {
  compareContent,
  type CompareState,
  notComparedContent,
  signInLink,
} from '../../public/compare-content.ts'
import { WORDS } from '../../public/words/words.ts'
import type { CompareWordings } from '../../versions/ports.ts'
import { isNoWording, readVersion } from '../../versions/versions.ts'
import { sendPage } from '../pages/frame.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'
import {
  articleOf,
  askedIn,
  mayRead,
  type ReadDeps,
  readText,
  sendMissing,
  type TextRequest,
} from './read-text.ts'

export type ComparePageDeps = VisitDeps &
  ReadDeps & { readonly compareWordings: CompareWordings; readonly gates: CallGates }

const INVALID = 400
const FORBIDDEN = 403
const BUSY = 503
const RETRY_SECONDS = 1
const NO_INDEX = '<meta name="robots" content="noindex, follow" />'

/** What keeps two versions from being compared; null: nothing does. */
const obstacleOf = (
  { from, to }: CompareState,
  versions: readonly ArticleVersion[],
  language: Language,
): string | null => {
  const { compare } = WORDS[language]
  const unknown = [from, to].find((one) => !versions.some(({ version }) => version === one))
  if (unknown !== undefined && unknown !== '') return compare.unknown(unknown)
  return from === to || unknown === '' ? compare.invalidText : null
}

/** The versions that an address asks to compare; by default the last two. */
const sidesIn = ({ searchParams }: URL, versions: readonly ArticleVersion[]) => ({
  from: searchParams.get('from') ?? versions.at(-2)?.version ?? '',
  to: searchParams.get('to') ?? versions.at(-1)?.version ?? '',
})

export const addComparison = (app: FastifyInstance, deps: ComparePageDeps): void => {
  app.get<TextRequest>('/t/:text/compare', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async (visit) => {
      const asked = askedIn(request.params.text)
      const found = await readText(deps, asked)
      if ('missing' in found) return sendMissing(reply, visit, asked, found)
      const { language, url } = visit
      const { article, versions } = found
      const { slug, title } = article
      const sides = sidesIn(url, versions)
      const state: CompareState = { language, url, slug, title, versions, ...sides }
      const { compare } = WORDS[language]
      const page = { ...visit, title: compare.title(sides.from, sides.to), head: NO_INDEX }
      const refuse = (status: number, text: string, next = '') =>
        sendPage(reply.code(status), {
          ...page,
          title: compare.invalid,
          content: notComparedContent(state, text, next),
        })
      const obstacle = obstacleOf(state, versions, language)
      if (obstacle !== null) return refuse(INVALID, obstacle)
      const read = await Promise.all(
        [sides.from, sides.to].map((version) => readVersion(deps, slug, version)),
      )
      const [from, to] = read.map(({ text }) =>
        text === null || isNoWording(text) ? null : articleOf(text),
      )
      if (from === null || from === undefined || to === null || to === undefined)
        return sendMissing(reply, visit, asked, { missing: 'text' })
      if (!mayRead(visit, from) || !mayRead(visit, to)) {
        const canSignIn = visit.reader === null && visit.hasAccounts
        return refuse(FORBIDDEN, compare.closed, canSignIn ? signInLink(state) : '')
      }
      const leave = await deps.gates.computing.enter(`page:${networkOf(request.ip)}`)
      if (leave === null) return refuse(BUSY, WORDS[language].problems.failedText(RETRY_SECONDS))
      try {
        const diff = await deps.compareWordings({ from, to }, abortWhenClientLeaves(reply))
        return sendPage(reply, {
          ...page,
          isPrivate: visit.reader !== null,
          content: compareContent(state, { from, to, diff }),
        })
      } catch (error) {
        if (error instanceof RequestInvalid) return refuse(INVALID, compare.costly)
        throw error
      } finally {
        leave()
      }
    }),
  )
}
