/** Logistic regression and its calibration. */

export type Fitted = { readonly bias: number; readonly weights: Readonly<Record<string, number>> }
type Numbers = Readonly<Record<string, number>>

const STEPS = 400
const RATE = 0.5
/** Strength of the pull of weights to 0 (ridge), over standardised numbers. */
const RIDGE = 0.003

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

/** Fits weights by gradient descent. Deterministic. */
export const fit = (rows: readonly Numbers[], truths: readonly boolean[]): Fitted => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()
  const means = names.map(
    (name) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0) / rows.length,
  )
  const spreads = names.map(
    (name, at) =>
      Math.sqrt(
        rows.reduce((sum, row) => sum + ((row[name] ?? 0) - (means[at] ?? 0)) ** 2, 0) /
          rows.length,
      ) || 1,
  )
  const table = rows.map((row) =>
    names.map((name, at) => ((row[name] ?? 0) - (means[at] ?? 0)) / (spreads[at] ?? 1)),
  )
  const weights = names.map(() => 0)
  const speed = names.map(() => 0)
  let bias = 0
  let biasSpeed = 0
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight) => RIDGE * weight)
    let biasGradient = 0
    for (const [index, row] of table.entries()) {
      const sum = row.reduce((total, value, at) => total + value * (weights[at] ?? 0), bias)
      const error = (sigmoid(sum) - (truths[index] === true ? 1 : 0)) / rows.length
      for (const [at, value] of row.entries()) gradient[at] = (gradient[at] ?? 0) + error * value
      biasGradient += error
    }
    for (const [at, slope] of gradient.entries()) {
      speed[at] = 0.9 * (speed[at] ?? 0) - RATE * slope
      weights[at] = (weights[at] ?? 0) + (speed[at] ?? 0)
    }
    biasSpeed = 0.9 * biasSpeed - RATE * biasGradient
    bias += biasSpeed
  }
  return {
    bias:
      bias -
      weights.reduce(
        (sum, weight, at) => sum + (weight * (means[at] ?? 0)) / (spreads[at] ?? 1),
        0,
      ),
    weights: Object.fromEntries(
      names.map((name, at) => [name, (weights[at] ?? 0) / (spreads[at] ?? 1)]),
    ),
  }
}

export const scoreBy = ({ bias, weights }: Fitted, numbers: Numbers): number =>
  sigmoid(
    Object.entries(weights).reduce(
      (sum, [name, weight]) => sum + weight * (numbers[name] ?? 0),
      bias,
    ),
  )

/** Fewest claims of one step. */
const STEP_MIN = 60

/**
 * Scores with the share that is right around them, both rising: pooled adjacent violators (Ayer et
 * al. 1955) over steps of equal size.
 */
export const calibrate = (scored: readonly (readonly [number, boolean])[]): [number, number][] => {
  const sorted = scored.toSorted(([a], [b]) => a - b)
  const size = Math.max(STEP_MIN, Math.ceil(sorted.length / 24))
  const steps: { score: number; right: number; count: number }[] = []
  for (let at = 0; at < sorted.length; at += size) {
    const some = sorted.slice(at, at + size)
    steps.push({
      score: some.reduce((sum, [score]) => sum + score, 0) / some.length,
      right: some.filter(([, isTrue]) => isTrue).length,
      count: some.length,
    })
    for (;;) {
      const last = steps.at(-1)
      const before = steps.at(-2)
      if (last === undefined || before === undefined) break
      if (before.right / before.count <= last.right / last.count) break
      steps.splice(-2, 2, {
        score:
          (before.score * before.count + last.score * last.count) / (before.count + last.count),
        right: before.right + last.right,
        count: before.count + last.count,
      })
    }
  }
  return steps.map(({ score, right, count }) => [score, right / count])
}
