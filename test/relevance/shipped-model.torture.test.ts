/**
 * What the shipped model must do for the ranking that people see, on sets that it was not trained
 * on.
 */
import { describe, expect, test } from 'vitest'
import { openLocalOnnxEmbedder } from '#infra/embeddings/local-onnx.ts'
import { parseSettings } from '#infra/settings.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { BRANCHES, judgeBranches } from './branches.ts'
import { hasPairs, headnotesByThemes, heldOutPairs, rulingsByOwnThemes } from './issue-sets.ts'
import { type JudgementSet, luxembourgAndEurope, servicePublic } from './judgements.ts'
import { ndcgAt } from './metrics.ts'

const TIMEOUT_MS = 900_000
/** What the fused ranking may lose against the better of its branches. */
const FUSED_SHARE = 0.98

const measureSet = async (set: JudgementSet) => {
  const directory = parseSettings({}).embeddingsModelDir ?? ''
  const judged = await judgeBranches(set, await openLocalOnnxEmbedder({ directory }))
  const [lexical = 0, semantic = 0, fused = 0] = BRANCHES.map((one) => ndcgAt(10, judged[one]))
  return { lexical, semantic, fused }
}

/** The figures of a set, which is measured once: two tests ask for some of them. */
const measured = new Map<() => JudgementSet, ReturnType<typeof measureSet>>()
const figuresOf = (makeSet: () => JudgementSet): ReturnType<typeof measureSet> => {
  const figures = measured.get(makeSet) ?? measureSet(makeSet())
  measured.set(makeSet, figures)
  return figures
}

describe.skipIf(!hasShared || !hasPairs)(`the shipped model ${NEEDS_SHARED}`, () => {
  test.each([
    ['held-out pairs', heldOutPairs],
    ['themes → headnote', headnotesByThemes],
    ['themes → ruling', rulingsByOwnThemes],
    ['practice notes, title from id', () => servicePublic('id')],
    ['practice notes, title from first-line', () => servicePublic('first-line')],
    ['Luxembourg and EU law', luxembourgAndEurope],
  ])('%s: fused, it costs next to nothing', { timeout: TIMEOUT_MS }, async (_, makeSet) => {
    const { lexical, semantic, fused } = await figuresOf(makeSet)
    expect(fused).toBeGreaterThanOrEqual(FUSED_SHARE * Math.max(lexical, semantic))
  })

  test.each([
    ['themes → ruling', rulingsByOwnThemes],
    ['held-out pairs', heldOutPairs],
  ])('%s: fused, it is better than words alone', { timeout: TIMEOUT_MS }, async (_, makeSet) => {
    const { lexical, fused } = await figuresOf(makeSet)
    expect(fused).toBeGreaterThan(lexical)
  })
})
