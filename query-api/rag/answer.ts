/**
 * `POST /rag`: verbatim quotes and headnote summaries, chosen by rules or by a model, bound to
 * their texts (contracts/conventions/rag.md).
 */
import { Fault } from '#contracts/fault.ts'
import type { Article } from '#contracts/http/article.ts'
import type { AbstainReason, RagRequest, RagResponse, RagWarning } from '#contracts/http/rag.ts'
import { type Day, printPosition } from '#contracts/ids.ts'
import { askedLawOf, type OutsideReason } from '#contracts/law/answers/asked-law.ts'
import { questionKindOf } from '#contracts/law/answers/question-kinds.ts'
import { isForeignFunctionWord, translatedQuery } from '#contracts/law/analysis/translation.ts'
import { FUSION } from '#contracts/search/parameters.ts'
import type { Search } from '../search/search.ts'
import type { CoverageSummaryReader } from '../coverage/ports.ts'
import type { StateReader } from '../verify/ports.ts'
import { BINDING, bindDraft } from './bind.ts'
import {
  type Candidate,
  chosenOf,
  conflictAmong,
  type Conflicting,
  nearestOf,
  offeredOf,
  ofNamedLaw,
  rankedFor,
  statesNamed,
} from './candidates.ts'
import { composeAnswer, type AnswerSentence, nearestCitations, warningsOf } from './compose.ts'
import { matterOf, type ReadQuestion, readQuestion } from './features.ts'
import { isModelFault, reasonOf } from './model-faults.ts'
import type { Answering, ChatModel } from './ports.ts'
import { messagesFor } from './draft.ts'
import { textsAskedFor } from './named-text.ts'
import { readWithin, watchReading } from './reading.ts'
import {
  dayOf,
  heldOnAnyDay,
  makeWordings,
  retrieve,
  type Retrieved,
  type WordingDeps,
  wordsNotHeld,
} from './retrieval.ts'

const METHOD = { name: 'extractive', version: '2', deterministic: true } as const
const FULL = 100
/** The best sentences that are compared with each other. */
const COMPARED_MAX = 6
/** The share of a question for its reasons that the quoted rule must repeat. */
const PREMISE_MIN = 0.8

type AnsweringDeps = WordingDeps & {
  readonly search: Search
  readonly coverage: CoverageSummaryReader
  /** Absent: every answer is extractive. */
  readonly model?: ChatModel | null
  /** Absent: answers do not name the build of the read models. */
  readonly state?: StateReader
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
}

/** The content of an answer, or the reason to abstain. */
type AnswerContent = {
  readonly sentences: readonly AnswerSentence[]
  readonly reason: AbstainReason | null
  readonly score: number | null
  readonly confidence: number | null
  readonly warnings: readonly RagWarning[]
  readonly model: RagResponse['model']
}

const abstention = (
  reason: AbstainReason,
  warnings: readonly RagWarning[] = [],
): AnswerContent => ({
  sentences: [],
  reason,
  score: null,
  confidence: null,
  warnings,
  model: METHOD,
})

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Percentage of such quotes that bear on what was asked, as measured. */
const groundednessOf = (chosen: readonly Candidate[]): number =>
  Math.round(FULL * meanOf(chosen.map(({ groundedness }) => groundedness)))

/** Two digits: more would pretend to an exactness that the measured set does not give. */
const confidenceIn = ([first]: readonly Candidate[]): number | null =>
  first === undefined ? null : Math.round(FULL * first.confidence) / FULL

const extractiveContent = (
  chosen: readonly Candidate[],
  minGroundedness: number,
  warnings: readonly RagWarning[],
): AnswerContent => {
  const score = groundednessOf(chosen)
  return score < minGroundedness
    ? abstention('below_groundedness', warnings)
    : {
        sentences: chosen.map((passage) => ({ lead: '', passage })),
        reason: null,
        score,
        confidence: confidenceIn(chosen),
        warnings,
        model: METHOD,
      }
}

const note = (code: string, message: string): RagWarning => ({
  code,
  severity: 'info',
  citationId: null,
  message,
})

const conflictNote = ([one, other]: Conflicting): RagWarning =>
  note(
    'conflicting_sources',
    `${one.article.slug} and ${other.article.slug} say the opposite of each other: read both.`,
  )
const OUTSIDE: Readonly<Record<OutsideReason, readonly [code: string, message: string]>> = {
  foreign_law: [
    'foreign_law_not_held',
    'The question is about the law of a country that is not held.',
  ],
  person: ['question_about_a_person', 'The question is about a person, not about the law.'],
  instructions: [
    'instructions_not_followed',
    'The question holds instructions to the service; none is followed.',
  ],
  chore: ['no_question_of_law', 'This asks for a text or a computation, not for the law.'],
  future_law: ['future_law_not_known', 'The question is about law that is not made yet.'],
}
const outsideNote = (outside: OutsideReason): RagWarning => note(...OUTSIDE[outside])
const PREMISE_NOT_FOUND = note(
  'premise_not_found',
  'No text held says what the question takes for granted.',
)
const NAMED_NOT_HELD = note(
  'named_text_not_held',
  'The text that the question asks for is not held, or not in force on the day.',
)
const NO_MODEL = note(
  'model_not_configured',
  'This service has no model: the answer is extractive.',
)
const instead = (reason: string): RagWarning =>
  note(reason, 'The model gave no answer that can be used: the answer is extractive.')

/** Words of a question about the law of a state: how many are looked up, what share may lack. */
const LOOKED_UP = { wordsMax: 8, lackingMax: 0.3 } as const

/** What a question is about, in French words, which are those of most texts. */
const matterInFrench = (question: ReadQuestion): readonly string[] =>
  // Any one of several translations of a word is enough.
  translatedQuery(question.text)?.places.map((translations) => translations.join(' ')) ??
  matterOf(question).filter((word) => !isForeignFunctionWord(word))

/**
 * Says that the texts of the states that a question names do not speak of what it asks; else null.
 * Where none of its words is held, they may be in another language, and nothing is said.
 */
const notHeldNote = async (search: Search, question: ReadQuestion): Promise<RagWarning | null> => {
  const states = statesNamed(question.law.jurisdictions)
  const words = states.length === 0 ? [] : matterInFrench(question).slice(0, LOOKED_UP.wordsMax)
  const unheld = await wordsNotHeld(search, words, states)
  return unheld.length <= words.length * LOOKED_UP.lackingMax || unheld.length === words.length
    ? null
    : note(
        'matter_not_held',
        `No text of ${states.join(' and ')} that is held has the words: ${unheld.join(', ')}.`,
      )
}

/** The confidence in the sentence that a model put first. */
const confidenceOf = (
  [first]: readonly AnswerSentence[],
  ranked: readonly Candidate[],
): number | null =>
  confidenceIn(
    ranked.filter(
      ({ article, start }) =>
        article.slug === first?.passage.article.slug && start === first.passage.start,
    ),
  )

/**
 * A model's choice of sentences and the share of its draft that sources support. Throws the faults
 * of the model.
 */
const generativeContent = async (
  model: ChatModel,
  request: RagRequest,
  asOf: Day,
  ranked: readonly Candidate[],
  signal: AbortSignal | undefined,
): Promise<AnswerContent> => {
  const given = offeredOf(ranked, request.maxSources)
  const { question, language = null, minGroundedness } = request
  const draft = await model.complete(messagesFor({ question, asOf, language, given }), signal)
  const { sentences, dropped, score } = bindDraft(draft, given)
  const enough = sentences.length > 0 && score !== null && score >= minGroundedness
  return {
    sentences: enough ? sentences : [],
    reason: enough ? null : 'below_groundedness',
    score: enough ? score : null,
    confidence: enough ? confidenceOf(sentences, ranked) : null,
    warnings:
      dropped === 0
        ? []
        : [
            note(
              'sentences_dropped',
              `Statements without a supporting source were left out: ${dropped}.`,
            ),
          ],
    model: {
      name: model.name,
      version: `${BINDING.name}-${BINDING.version}`,
      deterministic: false,
    },
  }
}

/**
 * A request that names a model gets its failure; one that leaves the choice to the service gets the
 * extractive answer.
 */
const chooseContent = async (
  { model = null }: AnsweringDeps,
  request: RagRequest,
  asOf: Day,
  ranked: readonly Candidate[],
  signal: AbortSignal | undefined,
): Promise<AnswerContent> => {
  const chosen = chosenOf(ranked, request.maxSources)
  const conflict = conflictAmong(ranked.slice(0, COMPARED_MAX))
  if (conflict !== null) return abstention('conflicting_sources', [conflictNote(conflict)])
  const isUnsaid = (ranked[0]?.coverage ?? 1) < PREMISE_MIN
  if (questionKindOf(request.question) === 'why' && isUnsaid)
    return abstention('below_groundedness', [PREMISE_NOT_FOUND])
  if (chosen.length === 0)
    return abstention(
      'below_groundedness',
      textsAskedFor(request.question) === null ? [] : [NAMED_NOT_HELD],
    )
  const byRules = (...warnings: readonly RagWarning[]): AnswerContent =>
    extractiveContent(chosen, request.minGroundedness, warnings)
  const sure = byRules()
  if (request.mode === 'extractive' || sure.reason !== null) return sure
  if (model === null) return request.mode === undefined ? sure : byRules(NO_MODEL)
  if (request.mode === 'generative') return generativeContent(model, request, asOf, ranked, signal)
  try {
    const outcome = await generativeContent(model, request, asOf, ranked, signal)
    return outcome.reason === null ? outcome : byRules(instead('model_answer_unsupported'))
  } catch (error) {
    if (!(error instanceof Fault) || !isModelFault(error)) throw error
    return byRules(instead(reasonOf(error)))
  }
}

const areSame = (some: readonly Article[], others: readonly Article[]): boolean =>
  some.length === others.length &&
  some.every(({ slug, version }, at) => {
    const other = others[at]
    return slug === other?.slug && version === other.version
  })

/**
 * The reason to abstain: nothing found or nothing in force, and whether another day has an answer.
 */
const reasonToAbstain = async (
  deps: AnsweringDeps & { readonly read: ReturnType<typeof makeWordings> },
  request: RagRequest,
  asOf: Day,
  { found, texts }: Retrieved,
): Promise<AbstainReason> => {
  const { texts: held, firstByWords } = await heldOnAnyDay(
    { search: deps.search, wordings: deps.read },
    request,
    asOf,
  )
  // The same wordings say no more than before.
  const chosen = areSame(held, texts)
    ? []
    : chosenOf(
        ofNamedLaw(
          rankedFor(request.question, held, asOf, firstByWords),
          askedLawOf(request.question, asOf).jurisdictions,
        ),
        request.maxSources,
      )
  const wouldAnswer = chosen.length > 0 && groundednessOf(chosen) >= request.minGroundedness
  if (wouldAnswer) return 'asof_not_covered'
  const isNothingFound = found.response.hits.length === 0 || texts.length === 0
  return isNothingFound || textsAskedFor(request.question) !== null
    ? 'no_source'
    : 'below_groundedness'
}

/**
 * Answers from the texts that a search finds in force on the day: each sentence is a verbatim quote
 * of `contentClean`, or the summary of a headnote with its source words. Rules choose the sentences
 * (deterministic except for `latencyMs`), or a model does, whose draft is bound to the sources
 * before it is returned. Abstains, with the reason and the coverage, if no sentence is sure enough
 * to answer, too little of a draft is supported, nothing held was in force on the day, or the
 * question is not about law that is held. Throws the faults of its ports.
 */
export const makeAnswering = (deps: AnsweringDeps): Answering => {
  const read = makeWordings(deps)
  return async (request, signal) => {
    const begun = deps.clock()
    const asOf = dayOf(request, deps.now())
    const today = dayOf({ filters: {} }, deps.now())
    const asked = askedLawOf(request.question, today)
    const question = asked.question === '' ? request.question : asked.question
    const [retrieved, live] = await Promise.all([
      retrieve({ search: deps.search, wordings: read }, { ...request, question }, asOf),
      deps.state?.() ?? null,
    ])
    const { found, lexicalTotal, firstByWords } = retrieved
    const { texts, warnings } = await readWithin(retrieved.texts, watchReading(signal))
    const outside =
      asked.outside === null
        ? await notHeldNote(deps.search, readQuestion(question, today))
        : outsideNote(asked.outside)
    const ranked =
      outside === null
        ? ofNamedLaw(rankedFor(question, texts, today, firstByWords), asked.jurisdictions)
        : []
    const outcome =
      outside === null
        ? await chooseContent(deps, request, asOf, ranked, signal)
        : abstention('out_of_coverage', [outside])
    const orders =
      asked.order === null || asked.order === asked.outside ? [] : [outsideNote(asked.order)]
    const byRules = outcome.model === METHOD
    // A false premise is false on any day.
    const mayDependOnDay = byRules && !outcome.warnings.includes(PREMISE_NOT_FOUND)
    const reason =
      outcome.reason === 'below_groundedness' && mayDependOnDay
        ? await reasonToAbstain({ ...deps, read }, { ...request, question }, asOf, retrieved)
        : outcome.reason
    const { answer, claims, citations } = composeAnswer(outcome.sentences)
    const abstained = reason !== null
    const response: RagResponse = {
      answer: abstained ? null : answer,
      abstained,
      abstainReason: reason,
      groundednessScore: outcome.score,
      confidence: outcome.confidence,
      claims,
      citations,
      nearest: abstained ? nearestCitations(nearestOf(ranked, request.maxSources)) : [],
      warnings: [
        ...warningsOf(citations, outcome.sentences, { asOf, today }),
        ...orders,
        ...outcome.warnings,
        ...warnings,
      ],
      retrieval: {
        considered: found.response.hits.length,
        used: new Set(citations.map(({ slug }) => slug)).size,
        lexicalHits: lexicalTotal,
        vectorHits: Math.max(0, found.response.total - lexicalTotal),
        k: FUSION.k,
      },
      coverage: abstained ? await deps.coverage() : null,
      corpus: {
        position: printPosition(found.position),
        asOf,
        builtAt: live?.builtAt ?? null,
        generation: typeof live?.generation === 'number' ? `g${live.generation}` : null,
      },
      model: outcome.model,
      latencyMs: Math.max(0, Math.round(deps.clock() - begun)),
    }
    return { response, position: found.position }
  }
}
