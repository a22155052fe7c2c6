/** A text as an address of the pages asks for it. */
import type { FastifyReply } from 'fastify'
import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import type { ArticleVersion } from '#contracts/http/versions.ts'
import { SemVer, Slug } from '#contracts/ids.ts'
import type { ArticleReader, StoredArticle } from '../../ports.ts'
import { linkTo, textPath } from '../../public/addresses.ts'
import { isOpenLicence } from '../../public/open-licence.ts'
import { WORDS } from '../../public/words/words.ts'
import type { VersionSources } from '../../versions/ports.ts'
import { isNoWording, readVersion, readVersions } from '../../versions/versions.ts'
import { sendPage } from '../pages/frame.ts'
import type { PageVisit } from '../pages/visit.ts'

export type ReadDeps = { readonly articles: ArticleReader; readonly versions: VersionSources }

const NOT_FOUND = 404

export type Asked = { readonly slug: Slug; readonly version: SemVer | null }

/** `slug` or `slug@version`; null: no text has such an address. */
export const askedIn = (address: string): Asked | null => {
  const [slugText = '', versionText, ...rest] = address.split('@')
  const slug = Slug.safeParse(slugText)
  if (!slug.success || rest.length > 0) return null
  if (versionText === undefined) return { slug: slug.data, version: null }
  const version = SemVer.safeParse(versionText)
  return version.success ? { slug: slug.data, version: version.data } : null
}

export type Found = {
  readonly article: Article
  readonly isCurrent: boolean
  readonly versions: readonly ArticleVersion[]
}
export type Missing = { readonly missing: 'text' | 'version' }

/** The JSON was typed when we wrote it. */
export const articleOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

const versionsOf = async (deps: ReadDeps, slug: Slug) =>
  (await readVersions(deps, slug)).response?.versions ?? []

export const readText = async (deps: ReadDeps, asked: Asked | null): Promise<Found | Missing> => {
  if (asked === null) return { missing: 'text' }
  const { slug, version } = asked
  const [read, versions] = await Promise.all([
    version === null
      ? deps.articles.bySlug(slug).then(({ article }) => article)
      : readVersion(deps, slug, version).then(({ text }) => text),
    versionsOf(deps, slug),
  ])
  if (read === null) return { missing: 'text' }
  if (isNoWording(read)) return { missing: 'version' }
  const article = articleOf(read)
  const isCurrent =
    version === null || versions.some((one) => one.current && one.version === version)
  return { article, isCurrent, versions }
}

/** Whether this reader may read a text whole (contracts/conventions/web-pages.md). */
export const mayRead = ({ reader }: PageVisit, { licence }: Article): boolean =>
  isOpenLicence(licence) || reader?.account.paid === true

/** Caching of a file of a text; shared caches keep none of what a signed-in reader is sent. */
export const fileCaching = ({ reader }: PageVisit): string =>
  reader === null ? 'no-cache' : 'private, no-cache'

/** Says that there is no such text, or no such version of it. */
export const sendMissing = (
  reply: FastifyReply,
  visit: PageVisit,
  asked: Asked | null,
  { missing }: Missing,
): FastifyReply => {
  const { language, url } = visit
  const { text } = WORDS[language]
  const version = missing === 'version' ? (asked?.version ?? null) : null
  const title = version === null ? text.missing : text.missingVersion
  const back = version === null || asked === null ? '/search' : textPath(asked.slug)
  return sendPage(reply.code(NOT_FOUND), {
    ...visit,
    title,
    content: html`<h1>${title}</h1>
      <p>${version === null ? text.missingText : text.missingVersionText(version)}</p>
      <p>
        <a href="${linkTo(back, url)}">${version === null ? text.back : text.toText}</a>
      </p>`,
  })
}

/** `slug` or `slug@version`. */
export type TextRequest = { Params: { text: string } }
