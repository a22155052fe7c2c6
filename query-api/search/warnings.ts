import type { FilterWarning } from '#contracts/http/search.ts'

const FILTERS = 'filters.'

/** Warnings of a search for a caller whose filters stand beside the other arguments. */
export const besideArguments = (warnings: readonly FilterWarning[]): FilterWarning[] =>
  warnings.map(({ path, ...warning }) => ({
    path: path.startsWith(FILTERS) ? path.slice(FILTERS.length) : path,
    ...warning,
  }))
