/** The labelled sets with the shipped entailment model, which alone can support other words. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeVerifier } from '#contracts/law/claims/judge.ts'
import { openThreadedEntailment } from '#infra/entailment/threaded.ts'
import { SHIPPED_ENTAILMENT_DIR } from '#infra/settings.ts'
import { evaluate } from './evaluate.ts'
import { figures } from './results.ts'

const TIMEOUT_MS = 600_000
const hasModel = existsSync(join(SHIPPED_ENTAILMENT_DIR, 'onnx/model_quantized.onnx'))

/** Least shares of true claims that are called supported. */
const BARS = { grounded: 0.5, claims: 0.5, strong: 0.3 } as const

describe.skipIf(!hasModel)('labelled claims with the model', () => {
  let found: ReturnType<typeof figures>
  beforeAll(async () => {
    const verifier = makeVerifier(await openThreadedEntailment(SHIPPED_ENTAILMENT_DIR))
    found = figures(await evaluate({ withShared: false, verifier }))
  }, TIMEOUT_MS)

  test('false claims are called supported in one of ten cases at most', () => {
    expect(found.alteredNotSupported).toBeGreaterThanOrEqual(0.9)
    expect(found.falseNotSupported).toBeGreaterThanOrEqual(0.9)
    expect(found.overstatedNotSupported).toBeGreaterThanOrEqual(0.85)
  })

  test('true claims are called supported as often as was measured, and rarely contradicted', () => {
    expect(found.copiedSupported).toBeGreaterThanOrEqual(0.9)
    expect(found.groundedSupported).toBeGreaterThanOrEqual(BARS.grounded)
    expect(found.claimsSupported).toBeGreaterThanOrEqual(BARS.claims)
    expect(found.strongSupported).toBeGreaterThanOrEqual(BARS.strong)
    expect(found.groundedContradicted).toBeLessThanOrEqual(0.05)
    expect(found.claimsContradicted).toBeLessThanOrEqual(0.05)
  })
})
