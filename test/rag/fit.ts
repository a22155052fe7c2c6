/**
 * Writes `query-api/rag/weights.ts`: `npm run fit:answers`. Learns from the open halves of
 * `test/quality/questions.tsv` and `test/quality/beside.tsv`, from the questions of this folder but
 * those that are held out, and a little from the questions that the entailment model is trained on.
 * Asks the service over `../shared/corpus/import`, and prints what cross-validation says, and what
 * the weights say of the questions that are held out. Sealed questions are not read.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Article } from '#contracts/http/article.ts'
import type { SearchResponse } from '#contracts/http/search.ts'
import { Day } from '#contracts/ids.ts'
import {
  featuresFor,
  type FoundText,
  type RatedStretch,
  readQuestion,
} from '#query-api/rag/features.ts'
import { mayAnswer } from '#query-api/rag/candidates.ts'
import { RETRIEVAL } from '#query-api/rag/retrieval.ts'
import { hasShared } from '../corpus/shared.ts'
import { isSealed, isTextOf, readQuestions } from '../quality/sets.ts'
import { isHeldOut } from './held-out.ts'
import { ask } from '../service/service.ts'
import {
  crossValidate,
  type Example,
  fitConfidence,
  fitShare,
  fitWeights,
  type Judged,
  judgeWith,
  outcomesOf,
  type Weights,
} from './fitting.ts'
import { isWithin, readTrainingQuestions } from './training-questions.ts'
import { openWorld, overAll } from './world.ts'

const FOLDER = import.meta.dirname

const WEIGHTS = join(FOLDER, '../../query-api/rag/weights.ts')
const AT_ONCE = 2
const THRESHOLDS = [0.3, 0.45, 0.5, 0.6, 0.7] as const
const BINS = 10
const BESIDE = 'beside the corpus'
const WIDER = 'wider questions'
const HELD_OUT = 'wider questions, held out'
/**
 * Each training question names one text, but others may answer it as well. With more than a tenth,
 * fewer questions of lawyers are answered by the law.
 */
const TRAINING = { set: 'training questions', worth: 0.1 } as const

/** The wider questions put sentences in no better order: they teach the confidence alone. */
const teachesOrder = ({ set }: Example): boolean => set !== WIDER

if (!hasShared) throw new Error('the real corpus is not beside this checkout: ../shared')

/** Texts that speak of what was asked without stating the rule, as judged by hand. */
const onSubject = new Set(readFileSync(join(FOLDER, 'on-subject.tsv'), 'utf8').trim().split('\n'))
type Asked = {
  readonly text: string
  readonly authorities: readonly string[]
  readonly set: string
  /** Of the authority: the words that answer, where they are known. */
  readonly words?: string
}
const asked: readonly Asked[] = [
  ...readQuestions()
    .filter(({ text }) => !isSealed(text))
    .map((question) => ({ ...question, set: 'open half' })),
  ...readQuestions(join(FOLDER, 'questions.tsv')).map((question) => ({
    ...question,
    set: 'own questions',
  })),
  ...readQuestions('beside.tsv')
    .filter(({ text }) => !isSealed(text))
    .map((question) => ({ ...question, set: BESIDE })),
  ...['wider-questions.tsv', 'wider-beside.tsv']
    .flatMap((file) => readQuestions(join(FOLDER, file)))
    .map((question) => ({ ...question, set: isHeldOut(question.text) ? HELD_OUT : WIDER })),
  ...readTrainingQuestions().map(({ text, sourceId, words }) => ({
    text,
    authorities: [sourceId],
    set: TRAINING.set,
    words,
  })),
]

const readExamples = async (): Promise<Example[]> => {
  const world = await openWorld({ EMBEDDINGS_MODEL_DIR: '' })
  try {
    const today = Day.parse(new Date().toISOString().slice(0, 10))
    const articles = new Map<string, Promise<Article>>()
    const articleOf = (slug: string): Promise<Article> => {
      const known =
        articles.get(slug) ??
        ask<Article>(world.service, `/articles/${slug}`).then(({ body }) => body)
      articles.set(slug, known)
      return known
    }
    return await overAll(asked, AT_ONCE, async ({ text, authorities, set, words }) => {
      const search = async (more: object): Promise<string[]> => {
        const { body } = await ask<SearchResponse>(world.service, '/search', {
          body: { text, filters: { asOf: today }, ...more },
        })
        return [...new Set(body.hits.map(({ slug }) => slug))]
      }
      const slugs = (await search({ limit: RETRIEVAL.hits })).slice(0, RETRIEVAL.texts)
      const [firstByWords] = await search({ limit: 1, enableVector: false })
      const found = await Promise.all(
        slugs.map(async (slug, rank): Promise<FoundText> => ({
          article: await articleOf(slug),
          rank,
          isFirstByWords: slug === firstByWords,
        })),
      )
      const isRight = ({ found: { article } }: RatedStretch): boolean =>
        isTextOf(article.slug, authorities)
      const isWanted = words === undefined ? null : isWithin(words)
      return {
        question: text,
        set,
        worth: set === TRAINING.set ? TRAINING.worth : 1,
        hasAnswer: authorities.length > 0,
        rated: featuresFor(readQuestion(text, today), found, mayAnswer),
        isRight,
        ...(isWanted === null
          ? {}
          : {
              isWanted: (one: RatedStretch) => isRight(one) && isWanted(one.stretch.words),
            }),
      }
    })
  } finally {
    await world.close()
  }
}

const bearsOnIt = ({ isRight, best, example }: Judged): boolean =>
  isRight || onSubject.has(`${best.found.article.source.id}\t${example.question}`)

const calibrationError = (judged: readonly Judged[]): number => {
  const bins = Map.groupBy(judged, ({ confidence }) => Math.floor(confidence * BINS))
  const distances = [...bins.values()].map((bin) =>
    Math.abs(bin.reduce((sum, { confidence, isRight }) => sum + confidence - (isRight ? 1 : 0), 0)),
  )
  return distances.reduce((sum, one) => sum + one, 0) / Math.max(1, judged.length)
}

const logLoss = (judged: readonly Judged[]): number =>
  judged.reduce(
    (sum, { confidence, isRight }) => sum - Math.log(isRight ? confidence : 1 - confidence),
    0,
  ) / Math.max(1, judged.length)

const print = (judged: readonly Judged[]): void => {
  for (const [set, of] of Map.groupBy(judged, ({ example }) => example.set)) {
    const onLaw = of.filter(({ example }) => example.hasAnswer)
    console.log(
      `${set}: first quote right for ${onLaw.filter(({ isRight }) => isRight).length} of ${onLaw.length}`,
    )
    for (const threshold of THRESHOLDS) {
      const sure = of.filter(({ confidence }) => confidence >= threshold)
      const right = sure.filter(({ isRight }) => isRight).length
      const beside = sure.filter(({ example }) => !example.hasAnswer).length
      console.log(
        `  confidence ${threshold}: ${right} right, ${sure.length - right - beside} wrong, ${beside} of ${of.length - onLaw.length} without an answer answered`,
      )
    }
  }
  // Their labels are too strict to say how well a confidence is calibrated.
  const strict = judged.filter(({ example }) => example.set !== TRAINING.set)
  const earlier = strict.filter(({ example }) => example.set !== BESIDE)
  for (const [name, of] of [
    ['all but the training questions', strict],
    [`without those ${BESIDE}`, earlier],
  ] as const)
    console.log(
      `${name}: calibration error ${calibrationError(of).toFixed(3)}, log loss ${logLoss(of).toFixed(3)}`,
    )
}

const DIGITS = 2
const printed = (weights: Weights): string =>
  Object.entries(weights)
    .map(([name, weight]) => {
      const written = weight.toFixed(DIGITS).replace(/0$/u, '')
      return `  ${name}: ${written === '-0.0' ? '0.0' : written},`
    })
    .join('\n')

const all = await readExamples()
const examples = all.filter(({ set }) => set !== HELD_OUT)
const judged = crossValidate(examples, teachesOrder)
/** Whether sentences that are no answers bear on the question was judged for these alone. */
const judgedByHand = judged.filter(
  ({ example }) => example.set !== TRAINING.set && example.set !== WIDER,
)
print(judged)
const weights = fitWeights(examples.filter(teachesOrder))
const confidence = fitConfidence(outcomesOf(weights, examples))
print(
  judgeWith(
    confidence,
    outcomesOf(
      weights,
      all.filter(({ set }) => set === HELD_OUT),
    ),
  ),
)
writeFileSync(
  WEIGHTS,
  `/**
 * Written by \`npm run fit:answers\`: what the features of a sentence, and those of the confidence
 * in the best one, weigh.
 */

export const WEIGHTS: Readonly<Record<string, number>> = {
${printed(weights)}
}

export const CONFIDENCE: Readonly<Record<string, number>> = {
${printed(confidence)}
}

/** From the odds of a confidence to the share of quotes that bear on what was asked. */
export const GROUNDEDNESS = {
${printed(fitShare(judgedByHand, bearsOnIt))}
} as const
`,
)
