/** The code of an outcome that a record states in the words of its publisher alone. */
import { z } from 'zod'
import { solutionNamed } from './french-decisions.ts'

const InWords = z.looseObject({
  judicialDecision: z.looseObject({
    solution: z.null().optional(),
    solutionLabel: z.looseObject({ fr: z.string() }),
    courtCode: z.string().nullish(),
  }),
})

/**
 * The members of a record, with the code where French words have one, as the readers of publishers
 * give it. A code that is stated stays.
 */
export const withOutcome = (members: unknown): unknown => {
  const { data } = InWords.safeParse(members)
  if (data === undefined) return members
  const { courtCode, solutionLabel } = data.judicialDecision
  const solution = solutionNamed(solutionLabel.fr, courtCode ?? null)
  if (solution === null) return members
  return { ...data, judicialDecision: { ...data.judicialDecision, solution } }
}
