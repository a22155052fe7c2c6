/** What is known of a decision, for its page and for its files. */
import type { Article } from '#contracts/http/article.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import type { Language } from '#contracts/web/language.ts'
import { courtOf, docketOf } from './marks.ts'
import { WORDS } from './words/words.ts'

/** Names of facts with their values, in the order in which they are shown; null: not known. */
export const factsOfDecision = (
  language: Language,
  { judicialDecision: decision }: Article,
): readonly (readonly [name: string, value: string | null])[] => {
  if (decision === null) return []
  const { text: words } = WORDS[language]
  const { chambers, solutions } = LABELS[language]
  const { chamber, ecli, solution, solutionLabel } = decision
  return [
    [words.court, courtOf(decision, language)],
    [words.chamber, chamber === null ? null : chambers[chamber]],
    [words.docket, docketOf(decision)],
    [words.ecli, ecli],
    [words.solution, solutionLabel?.[language] ?? (solution === null ? null : solutions[solution])],
  ]
}
