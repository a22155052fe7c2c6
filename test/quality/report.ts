/**
 * What answers are worth: `npm run bench:quality [-- --sealed]` imports `../shared/corpus/import`
 * into a service of its own, asks every claim and question of this folder, and prints one page.
 * `--sealed` asks the sealed half of the claims, and of the questions beside the corpus, in place
 * of the open one.
 */
import { parseArgs } from 'node:util'
import type { VerifyResponse } from '#contracts/http/verify.ts'
import { hasShared } from '../corpus/shared.ts'
import { openWorld, overAll } from '../rag/world.ts'
import { ask } from '../service/service.ts'
import { type Claim, isSealed, isTextOf, readClaims, readQuestions } from './sets.ts'

const AT_ONCE = 2
const CALIBRATION_BINS = 10

const { values } = parseArgs({ options: { sealed: { type: 'boolean', default: false } } })

const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${part} of ${whole} (${((100 * part) / whole).toFixed(0)} %)`
const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

type Judged = Claim & { readonly verdict: string; readonly score: number; readonly ms: number }

/** Mean distance of the stated score from the share that is true, over ten bins of the score. */
const calibrationError = (judged: readonly Judged[]): number => {
  const supported = judged.filter(({ verdict }) => verdict === 'supported')
  const bins = Map.groupBy(supported, ({ score }) =>
    Math.min(CALIBRATION_BINS - 1, Math.floor(score * CALIBRATION_BINS)),
  )
  const distances = [...bins.values()].map((bin) => {
    const stated = bin.reduce((sum, { score }) => sum + score, 0)
    return Math.abs(stated - bin.filter(({ isTrue }) => isTrue).length)
  })
  return distances.reduce((sum, one) => sum + one, 0) / Math.max(1, supported.length)
}

const printClaims = (judged: readonly Judged[]): void => {
  const count = (of: readonly Judged[], verdict: string): string =>
    shareOf(of.filter((one) => one.verdict === verdict).length, of.length)
  const yes = judged.filter(({ isTrue }) => isTrue)
  const no = judged.filter(({ isTrue }) => !isTrue)
  const contradicted = judged.filter(({ verdict }) => verdict === 'contradicted')
  console.log(`claims, ${values.sealed ? 'sealed' : 'open'} half: ${judged.length}`)
  console.log(`  true ones supported         ${count(yes, 'supported')}`)
  console.log(`  true ones contradicted      ${count(yes, 'contradicted')}`)
  console.log(`  false ones supported        ${count(no, 'supported')}`)
  const right = contradicted.filter(({ isTrue }) => !isTrue).length
  console.log(`  contradicted, truly so      ${shareOf(right, contradicted.length)}`)
  console.log(`  calibration error           ${calibrationError(judged).toFixed(3)}`)
  console.log(`  median                      ${median(judged.map(({ ms }) => ms)).toFixed(0)} ms`)
  console.log('  false ones supported, by kind')
  const kinds = [...Map.groupBy(no, ({ kind }) => kind)].toSorted(([a], [b]) => a.localeCompare(b))
  for (const [kind, of] of kinds) console.log(`    ${kind.padEnd(12)} ${count(of, 'supported')}`)
}

if (!hasShared) throw new Error('the real corpus is not beside this checkout: ../shared')
const world = await openWorld({ EMBEDDINGS_MODEL_DIR: '' })
try {
  const claims = readClaims().filter((claim) => claim.isSealed === values.sealed)
  const judged = await overAll(claims, AT_ONCE, async (claim): Promise<Judged> => {
    const begun = performance.now()
    const answer = await ask<VerifyResponse>(world.service, '/verify', {
      body: { claim: claim.text },
    })
    const { verdict } = answer.body
    const score = answer.body.claims[0]?.score ?? 0
    return { ...claim, verdict, score, ms: performance.now() - begun }
  })
  printClaims(judged)

  const questions = readQuestions()
  const answers = await overAll(questions, AT_ONCE, async (question) => {
    const begun = performance.now()
    const { body } = await world.rag({ question: question.text })
    return { ...question, body, ms: performance.now() - begun }
  })
  const onLaw = answers.filter(({ authorities }) => authorities.length > 0)
  const offTopic = answers.filter(({ authorities }) => authorities.length === 0)
  const first = onLaw.filter(({ body, authorities }) =>
    isTextOf(body.citations[0]?.slug, authorities),
  ).length
  const anywhere = onLaw.filter(({ body, authorities }) =>
    body.citations.some(({ slug }) => isTextOf(slug, authorities)),
  ).length
  const abstained = onLaw.filter(({ body }) => body.abstained).length
  const refused = offTopic.filter(({ body }) => body.abstained).length
  console.log(`questions of law: ${onLaw.length}`)
  console.log(`  first quote is of the expected authority  ${shareOf(first, onLaw.length)}`)
  console.log(`  some quote is                             ${shareOf(anywhere, onLaw.length)}`)
  console.log(`  abstained                                 ${shareOf(abstained, onLaw.length)}`)
  console.log(`questions beside the law: ${offTopic.length}`)
  console.log(`  abstained                                 ${shareOf(refused, offTopic.length)}`)
  const beside = readQuestions('beside.tsv').filter(({ text }) => isSealed(text) === values.sealed)
  const besideAnswers = await overAll(beside, AT_ONCE, async ({ text }) => {
    const { body } = await world.rag({ question: text })
    return { text, confidence: body.confidence }
  })
  const answered = besideAnswers.filter(({ confidence }) => confidence !== null)
  console.log(
    `questions beside the corpus, ${values.sealed ? 'sealed' : 'open'} half: ${beside.length}`,
  )
  console.log(
    `  answered                                  ${shareOf(answered.length, beside.length)}`,
  )
  for (const { text, confidence } of answered) console.log(`    ${confidence}  ${text}`)
  console.log(
    `median of an answer                         ${median(answers.map(({ ms }) => ms)).toFixed(0)} ms`,
  )
} finally {
  await world.close()
}
