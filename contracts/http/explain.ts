/** Why a hit has its place (contracts/conventions/search.md). */
import { z } from 'zod'

/**
 * `named`: a citation of the query names the text; `fusion`: the sum over both rankings; `words`:
 * the lexical ranking alone; `follows`: its words are too little evidence, so it follows all fused
 * hits; `order`: a browse, or another order than relevance.
 */
const ScoreRule = z.enum(['named', 'fusion', 'words', 'follows', 'order'])

export const TermOrigin = z.enum(['word', 'foreign', 'group', 'correction'])
export type TermOrigin = z.infer<typeof TermOrigin>

/** What a term of the query adds to the lexical score of a hit: `weight · idf · f / (k1 + f)`. */
const TermShare = z.object({
  term: z.string().describe('As texts are analysed: folded and stemmed.'),
  weight: z.number().describe('1 for a word of the query.'),
  idf: z.number().describe('How rare the term is in the corpus.'),
  inTitle: z.int().nonnegative().describe('How often the title says it.'),
  inBody: z.int().nonnegative().describe('How often the body says it.'),
  score: z.number().describe('What it adds to the lexical score.'),
})

export const Explanation = z
  .object({
    rule: ScoreRule.describe('What gave the hit its score.'),
    contributions: z
      .array(
        z.object({
          ranking: z
            .enum(['lexical', 'semantic', 'follows', 'order'])
            .describe('By words, by meaning, behind both, or in the order of the list.'),
          rank: z.int().min(1).describe('Place in this ranking; the first is 1.'),
          score: z.number().describe('1 / (60 + rank).'),
        }),
      )
      .describe('What adds up to `score`.'),
    lexical: z
      .object({
        score: z.number().describe('BM25F: the sum over the terms.'),
        terms: z.array(TermShare).describe('Terms of the query that the hit holds.'),
      })
      .nullable()
      .describe('null: words do not rank the hit.'),
    similarity: z
      .number()
      .nullable()
      .describe('Cosine of the query and the best passage; null: meaning does not rank the hit.'),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.infer<typeof Explanation>

/** What was asked of the index in the end, the same for all hits. */
export const QueryExplanation = z
  .object({
    day: z.string().meta({ format: 'date' }).describe('Day that validity is given for.'),
    terms: z
      .array(
        z.object({
          term: z.string(),
          weight: z.number().describe('1 for a word of the query.'),
          origin: TermOrigin.describe(
            '`foreign`: of a query in another language; `group`: what a word stands for.',
          ),
        }),
      )
      .describe('Terms that were looked for, with their weights.'),
    corrections: z
      .array(
        z.object({ term: z.string(), meant: z.string().describe('The nearest term of a text.') }),
      )
      .describe('Terms that no text holds, and what was looked for in their place.'),
    identifiers: z.array(z.string()).describe('Names that the query cites.'),
    semantic: z
      .enum(['used', 'off', 'citation', 'failed', 'browse', 'no_direction'])
      .describe('Whether meaning was compared: `citation`: the query is nothing but one.'),
    similarityFloor: z
      .number()
      .nullable()
      .describe('Cosines at or below it are chance; null: meaning was not compared.'),
    filters: z
      .object({
        kinds: z.array(z.string()).describe('Kinds of hits.'),
        anyOf: z
          .record(z.string(), z.array(z.string()))
          .describe('Values by field, concepts with their narrower ones.'),
        dateFrom: z.string().nullable().describe('First day; null: open.'),
        dateTo: z.string().nullable().describe('Last day; null: open.'),
        asOf: z.string().nullable().describe('null: the current wordings.'),
      })
      .describe('Filters as they were applied.'),
  })
  .meta({ id: 'QueryExplanation' })
export type QueryExplanation = z.infer<typeof QueryExplanation>
