/**
 * Cases of by-meaning.json and by-meaning-blind.json: queries that share no word with their text.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { JudgementSet } from './judgements.ts'

const Case = z.object({
  id: z.string(),
  query: z.string(),
  text: z.string(),
  distractors: z.array(z.string()),
})
const Cases = z.object({ cases: z.array(Case) })
const Blind = z.object({ first: z.array(Case), second: z.array(Case) })

const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

export const byMeaning = (): JudgementSet => {
  const blind = Blind.parse(readJson('./by-meaning-blind.json'))
  const cases = [
    ...Cases.parse(readJson('./by-meaning.json')).cases,
    ...blind.first,
    ...blind.second,
  ]
  return {
    name: 'by meaning',
    texts: cases.flatMap(({ id, text, distractors }) =>
      [text, ...distractors].map((one, at) => ({
        name: at === 0 ? id : `${id}-${at}`,
        title: '',
        text: one,
      })),
    ),
    queries: cases.map(({ id, query }) => ({ id, query, relevant: [id], expectNoHits: false })),
  }
}
