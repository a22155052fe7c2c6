/**
 * How well searches find what they should, without a server: the judgement sets of ../shared ranked by the query side as it
 * is (`query-api/search`) over a naive index. Repeat with: node test/relevance/offline.ts
 */
import {
  type JudgementSet,
  luxembourgAndEurope,
  notesByTitle,
  rulingsByThemes,
  servicePublic,
} from './judgements.ts'
import { judge } from './measure.ts'
import { type Figures, figuresOf, type Judged } from './metrics.ts'

const COLUMNS = ['queries', 'hit1', 'hit5', 'mrr10', 'recall100', 'ndcg10'] as const
const NAME_WIDTH = 44

const printed = (figures: Figures): string =>
  COLUMNS.map((column) =>
    (column === 'queries' ? String(figures[column]) : figures[column].toFixed(3)).padStart(9),
  ).join(' ')
const print = (name: string, judged: readonly Judged[]): void =>
  console.log(`${name.padEnd(NAME_WIDTH)} ${printed(figuresOf(judged))}`)

const SETS: readonly (() => JudgementSet)[] = [
  () => servicePublic('first-line'),
  () => servicePublic('id'),
  luxembourgAndEurope,
  notesByTitle,
  rulingsByThemes,
]

console.log(`${''.padEnd(NAME_WIDTH)} ${COLUMNS.map((column) => column.padStart(9)).join(' ')}`)
for (const make of SETS) {
  const set = make()
  const lexical = await judge(set, { enableVector: false })
  print(`${set.name}: words`, lexical)
  print(
    '  first half',
    lexical.filter((_, at) => at % 2 === 0),
  )
  print(
    '  second half',
    lexical.filter((_, at) => at % 2 === 1),
  )
  print('  words and built-in vectors', await judge(set, { enableVector: true }))
}
