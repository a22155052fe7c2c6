import type { EntailmentModel } from './entailment.ts'

/** Version of the rules. Raise the number with every change that can alter a verdict. */
export const CLAIM_METHOD = 'det-6'

/** What judgements with a model are recorded under. */
export const methodWith = ({ model }: Pick<EntailmentModel, 'model'>): string =>
  `${CLAIM_METHOD}+${model}`
