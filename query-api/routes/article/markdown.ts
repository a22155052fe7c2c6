/** An article as Markdown: its identity, how to verify it, its headnotes, then the whole text. */
import type { Article, Headnote } from '#contracts/http/article.ts'

const SPECIAL = /[\\`*_[\]<>#|]/g
/** Escapes a text for one line of Markdown. */
const inline = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(SPECIAL, String.raw`\$&`)

/** Quotes a text verbatim, line by line, so that a quotation from here matches the source. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const days = ({ validFrom, validTo }: Article['validity']): string | null =>
  validFrom === null && validTo === null ? null : `${validFrom ?? '…'} to ${validTo ?? '…'}`

const warnings = ({ integrityFlags }: Article): string | null => {
  const raised = integrityFlags.filter(({ severity }) => severity !== 'info')
  return raised.length === 0
    ? null
    : raised.map(({ code, message }) => `\`${code}\` (${inline(message)})`).join('; ')
}

const code = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : `\`${text}\``

const factsOf = (article: Article): (readonly [string, string | null])[] => {
  const decision = article.judicialDecision
  return [
    ['Slug', code(article.slug)],
    ['Version', code(article.version)],
    [`SHA-256 (${article.hashProfile})`, code(article.sha256Hash)],
    ['Type', [article.contentType, article.doctrineSubtype].filter(Boolean).join(', ')],
    ['Jurisdiction', article.jurisdiction.join(', ') || null],
    ['Court', code(decision?.courtCode)],
    ['ECLI', code(decision?.ecli)],
    ['Decided', decision?.decisionDate ?? null],
    ['Published', article.publishedAt],
    ['In force', days(article.validity)],
    ['Status', `${article.statusFlag} (${inline(article.statusDerivation.rule)})`],
    ['Warnings', warnings(article)],
    ['Source', article.source.url === null ? inline(article.source.id) : `<${article.source.url}>`],
    ['Licence', article.licence === null ? 'all rights reserved' : inline(article.licence)],
  ]
}

const headnoteOf = ({
  sequence,
  summary,
  sourceText,
  legalRuleType,
  statusFlag,
}: Headnote): string[] => [
  `### ${sequence}. ${[legalRuleType, statusFlag].filter(Boolean).join(', ')}`,
  quoted(summary),
  ...(sourceText === null || sourceText === summary
    ? []
    : ['In the words of the text:', quoted(sourceText)]),
]

/**
 * The article (contracts/conventions/article.md) as Markdown (RFC 7763). Everything after `## Text`
 * is `contentClean`, verbatim, so that no text can pass for a member of the article. Pure.
 */
export const articleMarkdown = (article: Article): string => {
  const facts = factsOf(article).flatMap(([name, value]) =>
    value === null ? [] : [`- ${name}: ${value}`],
  )
  const { headnotes } = article
  const blocks = [
    `# ${inline(article.title)}`,
    facts.join('\n'),
    ...(article.abstract === null ? [] : ['## Abstract', quoted(article.abstract)]),
    ...(headnotes.length === 0 ? [] : ['## Headnotes', ...headnotes.flatMap(headnoteOf)]),
    '## Text',
    article.contentClean,
  ]
  return `${blocks.join('\n\n')}\n`
}
