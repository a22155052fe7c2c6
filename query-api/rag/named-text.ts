/** Questions that ask what a text says which they name: it answers by its own first rules. Pure. */
import { QUESTION_TERMS, terms } from '#contracts/law/analysis/analyse.ts'
import { STATES_LAW } from '#contracts/law/answers/sentence-kinds.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { Article } from '#contracts/http/article.ts'
import { readText, type Stretch } from './stretches.ts'

/** Words that ask for a text as a whole, and say nothing of its matter. */
const ASKING: ReadonlySet<string> = new Set([
  ...QUESTION_TERMS,
  ...terms(
    'dire disposer prévoir prévoit énoncer contenir comporter porter traiter parler teneur contenu texte règle objet ' +
      'article loi règlement directive arrêt décision jugement alinéa lire connaître savoir expliquer résumer citer donner signifier ' +
      'dit disent dispose disposent prévoient énonce énoncent contient contiennent comporte porte traite parle ' +
      'peux pouvez pourriez moi what does say state provide content text read explain about diu diuen estableix preveu contingut',
  ),
])

/** The confidence in such a quote: the measured share that is of the text asked for (test/rag). */
export const NAMED_CONFIDENCE = 0.98

const NAMED_KINDS: ReadonlySet<string> = new Set(['article', 'decision'])

/**
 * The names of the provisions or decisions that a question asks for, saying nothing more about
 * them; null: it asks for something else, or names none. An act as a whole has no sentence that
 * states it.
 */
export const textsAskedFor = (question: string): ReadonlySet<string> | null => {
  const cited = recogniseCitations(question)
  const names = new Set(cited.flatMap(({ normalized }) => normalized))
  if (names.size === 0 || cited.some(({ kind }) => !NAMED_KINDS.has(kind))) return null
  let rest = question
  for (const { start, end } of cited.toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  return terms(rest).every((term) => ASKING.has(term)) ? names : null
}

/** Summaries and holdings come first, since a decision states its rule anywhere. */
const order = ({ headnoteId, kind }: Stretch): number => {
  if (headnoteId !== null) return 0
  return STATES_LAW.has(kind) ? 1 : 2
}

/** The texts that are filed under one of the names, each with its sentences in that order. */
export const sentencesOfNamed = (
  names: ReadonlySet<string>,
  texts: readonly Article[],
  allowed: (stretch: Stretch) => boolean,
): { readonly article: Article; readonly stretches: readonly Stretch[] }[] =>
  texts
    .map((article) => ({ article, read: readText(article) }))
    .filter(({ read }) => !read.names.isDisjointFrom(names))
    .map(({ article, read }) => ({
      article,
      stretches: read.stretches.filter(allowed).toSorted((one, other) => order(one) - order(other)),
    }))
