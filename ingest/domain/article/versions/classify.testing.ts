import { ArticleContent } from '#contracts/content.ts'

/** Wordings for the tests of version classes: one wording, and changes of it. */
export type Input = Partial<Record<keyof ArticleContent, unknown>>

export const base: Input = {
  slug: 'texte-00000000',
  title: 'Un titre',
  abstract: null,
  contentClean: 'Premier alinéa.\n\nSecond alinéa.',
  language: 'fr',
  jurisdiction: ['FR'],
  legalDomain: ['civil'],
  contentType: 'doctrine',
  doctrineSubtype: null,
  headnotes: [
    { sequence: 1, summary: 'La bonne foi est présumée.', legalRuleType: 'ratio' },
    { sequence: 2, summary: 'Le juge doit motiver.', sourceText: 'doit motiver' },
  ],
  concepts: [],
  judicialDecision: {
    courtCode: 'fr.ccass',
    decisionDate: '2024-05-02',
    solution: 'rejet',
    type: 'arret',
    identifiers: [{ scheme: 'docket', value: '22-12.345' }],
  },
  publishedAt: null,
  provision: null,
  citations: [],
  source: { id: 'demo:1' },
  licence: 'CC-BY-4.0',
}
export const content = (over: Input = {}): ArticleContent =>
  ArticleContent.parse({ ...base, ...over })

/** `[what happened, old, next, bump, words of the reasons]` */
export type Case = [string, Input, Input, string, RegExp]
