/**
 * How well searches find what they should, without a server: words alone, meaning alone, and both
 * fused, over every judgement set of ../shared. The query side and the passages are those of the
 * service, the index is a naive one. Repeat with: npm run bench:relevance (EMBEDDINGS_MODEL_DIR=…
 * for another model, =builtin for the embedder of the tests)
 */
import { openEmbedder } from '#infra/processes/wiring/embedder.ts'
import { parseSettings } from '#infra/settings.ts'
import { BRANCHES, judgeBranches } from './branches.ts'
import { hasPairs, headnotesByThemes, heldOutPairs, rulingsByOwnThemes } from './issue-sets.ts'
import {
  type JudgementSet,
  luxembourgAndEurope,
  notesByTitle,
  servicePublic,
} from './judgements.ts'
import { type Judged, mrrAt, ndcgAt, recallAt } from './metrics.ts'

const NAME_WIDTH = 44
const COLUMN_WIDTH = 8
const COLUMNS: readonly (readonly [string, (judged: readonly Judged[]) => number])[] = [
  ['R@10', (judged) => recallAt(10, judged)],
  ['R@100', (judged) => recallAt(100, judged)],
  ['MRR@10', (judged) => mrrAt(10, judged)],
  ['nDCG@10', (judged) => ndcgAt(10, judged)],
]

const SETS: readonly (() => JudgementSet)[] = [
  ...(hasPairs ? [heldOutPairs] : []),
  headnotesByThemes,
  rulingsByOwnThemes,
  () => servicePublic('id'),
  () => servicePublic('first-line'),
  luxembourgAndEurope,
  notesByTitle,
]

const line = (name: string, cells: readonly string[]): void =>
  console.log(name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join(''))

const model = await openEmbedder(parseSettings(process.env))
console.log(`model ${model.model}, ${model.dimensions} dimensions, floor ${model.similarityFloor}`)
for (const make of SETS) {
  const set = make()
  const judged = await judgeBranches(set, model)
  line(
    `${set.name} (${judged.fused.length} queries, ${set.texts.length} texts)`,
    COLUMNS.map(([name]) => name),
  )
  for (const branch of BRANCHES)
    line(
      `  ${branch}`,
      COLUMNS.map(([, figure]) => figure(judged[branch]).toFixed(4)),
    )
}
