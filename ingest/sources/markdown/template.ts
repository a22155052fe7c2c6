/** An empty text for `pandect new`: its front matter says what each member is for. */
import { ContentType, DoctrineSubtype, Jurisdiction } from '#contracts/vocabulary/texts.ts'

/** What a template can be of. */
export const TEMPLATES = ['doctrine', 'case_note', 'legislation', 'decision'] as const
export type TemplateName = (typeof TEMPLATES)[number]

export type TemplateMembers = {
  readonly title: string
  readonly language: string
  /** Names the text for good: importing it again makes a new version. */
  readonly sourceId: string
}

const list = (values: readonly string[]): string => values.join(', ')

const DOCTRINE = (subtype: string): string[] => [
  'contentType: doctrine',
  `doctrineSubtype: ${subtype} # one of ${list(DoctrineSubtype.options)}`,
]
const KINDS: Readonly<Record<TemplateName, readonly string[]>> = {
  doctrine: DOCTRINE('article'),
  case_note: DOCTRINE('case_note'),
  legislation: [
    `contentType: legislation # one of ${list(ContentType.options)}`,
    '# provision: # which article of which act',
    '#   work: Code civil',
    "#   number: '1240'",
    '# validFrom: 2016-10-01 # first and last day in force; without them the text is undated',
    '# validTo:',
  ],
  decision: [
    'contentType: jurisprudence',
    'judicialDecision:',
    '  decisionDate: # e.g. 2024-12-03',
    '  courtCode: # e.g. fr.cass; every code is in contracts/conventions/courts.md',
    '  # identifiers:',
    '  #   - scheme: docket',
    "  #     value: '23-99.140'",
    '  # ecli:',
    '  # solution: # e.g. rejet, cassation',
  ],
}

/**
 * A Markdown file that imports without a fault once it has a title and a text. Members with `#`
 * before them are optional.
 */
export const templateOf = (
  name: TemplateName,
  { title, language, sourceId }: TemplateMembers,
): string =>
  [
    '---',
    '# Fill in the title, write the text below the second ---, then: pandect import FILE',
    '# A line that begins with # is not read: remove the # to use its member.',
    `title: ${JSON.stringify(title)}`,
    ...KINDS[name],
    `language: ${language}`,
    `jurisdiction: [FR] # one or more of ${list(Jurisdiction.options)}`,
    '# author: Jeanne Martin',
    '# licence: CC BY 4.0 # without one, all rights are reserved',
    '# legalDomain: [civil.contracts] # contracts/conventions/classification.md has the list',
    '# abstract: A summary in a few lines.',
    "# citations: ['Code civil, article 1240'] # what the text cites",
    '# headnotes: # points of law',
    '#   - sequence: 1',
    '#     summary: The point in one sentence.',
    '#     sourceText: The words of the text that say it, to the letter.',
    'source:',
    `  id: ${sourceId} # names this text for good: importing it again makes a new version`,
    '  # url: https://example.org/where-it-comes-from',
    '---',
    '',
    '',
  ].join('\n')
