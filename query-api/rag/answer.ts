/**
 * `POST /rag`: verbatim quotes and headnote summaries, chosen by rules or by a model, bound to
 * their texts (contracts/conventions/rag.md).
 */
import { Fault } from '#contracts/fault.ts'
import type { AbstainReason, RagRequest, RagResponse, RagWarning } from '#contracts/http/rag.ts'
import { type Day, printPosition } from '#contracts/ids.ts'
import { isOutsideCoverage } from '#contracts/law/claims/check-worthy.ts'
import { FUSION } from '#contracts/search/parameters.ts'
import type { Search } from '../search/search.ts'
import type { CoverageReader } from '../coverage/ports.ts'
import type { StateReader } from '../verify/ports.ts'
import { BINDING, bindDraft } from './bind.ts'
import {
  type Candidate,
  chosenOf,
  conflictAmong,
  type Conflicting,
  offeredOf,
  rankedFor,
} from './candidates.ts'
import { composeAnswer, type AnswerSentence, warningsOf } from './compose.ts'
import { isModelFault, reasonOf } from './model-faults.ts'
import type { Answering, ChatModel } from './ports.ts'
import { messagesFor } from './draft.ts'
import {
  dayOf,
  heldOnAnyDay,
  makeWordings,
  retrieve,
  type Retrieved,
  type WordingDeps,
} from './retrieval.ts'

const METHOD = { name: 'extractive', version: '1', deterministic: true } as const
const FULL = 100

type AnsweringDeps = WordingDeps & {
  readonly search: Search
  readonly coverage: CoverageReader
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
  warnings,
  model: METHOD,
})

const extractiveContent = (
  chosen: readonly Candidate[],
  warnings: readonly RagWarning[],
): AnswerContent => ({
  sentences: chosen.map((passage) => ({ lead: '', passage })),
  reason: null,
  score: FULL,
  warnings,
  model: METHOD,
})

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
const NO_MODEL = note(
  'model_not_configured',
  'This service has no model: the answer is extractive.',
)
const instead = (reason: string): RagWarning =>
  note(reason, 'The model gave no answer that can be used: the answer is extractive.')

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
  if (chosen.length === 0) return abstention('below_groundedness')
  const conflict = conflictAmong(chosen)
  if (conflict !== null) return abstention('conflicting_sources', [conflictNote(conflict)])
  if (request.mode === 'extractive') return extractiveContent(chosen, [])
  if (model === null) return extractiveContent(chosen, request.mode === undefined ? [] : [NO_MODEL])
  if (request.mode === 'generative') return generativeContent(model, request, asOf, ranked, signal)
  try {
    const outcome = await generativeContent(model, request, asOf, ranked, signal)
    return outcome.reason === null
      ? outcome
      : extractiveContent(chosen, [instead('model_answer_unsupported')])
  } catch (error) {
    if (!(error instanceof Fault) || !isModelFault(error)) throw error
    return extractiveContent(chosen, [instead(reasonOf(error))])
  }
}

/**
 * The reason to abstain: nothing found or nothing in force, and whether another day has an answer.
 */
const reasonToAbstain = async (
  deps: AnsweringDeps & { readonly read: ReturnType<typeof makeWordings> },
  request: RagRequest,
  asOf: Day,
  { found, texts }: Retrieved,
): Promise<AbstainReason> => {
  const held = await heldOnAnyDay({ search: deps.search, wordings: deps.read }, request, asOf)
  const wouldAnswer = chosenOf(rankedFor(request.question, held), request.maxSources).length > 0
  if (wouldAnswer) return 'asof_not_covered'
  return found.response.hits.length === 0 || texts.length === 0 ? 'no_source' : 'below_groundedness'
}

/**
 * Answers from the texts that a search finds in force on the day: each sentence is a verbatim quote
 * of `contentClean`, or the summary of a headnote with its source words. Rules choose the sentences
 * (deterministic except for `latencyMs`), or a model does, whose draft is bound to the sources
 * before it is returned. Abstains, with the reason and the coverage, if no sentence covers half of
 * the question, too little of a draft is supported, nothing held was in force on the day, or the
 * question concerns law that is not held. Throws the faults of its ports.
 */
export const makeAnswering = (deps: AnsweringDeps): Answering => {
  const read = makeWordings(deps)
  return async (request, signal) => {
    const begun = deps.clock()
    const asOf = dayOf(request, deps.now())
    const [retrieved, live] = await Promise.all([
      retrieve({ search: deps.search, wordings: read }, request, asOf),
      deps.state?.() ?? null,
    ])
    const { found, texts, lexicalTotal } = retrieved
    const outcome = isOutsideCoverage(request.question)
      ? abstention('out_of_coverage')
      : await chooseContent(deps, request, asOf, rankedFor(request.question, texts), signal)
    const byRules = outcome.model === METHOD
    const reason =
      outcome.reason === 'below_groundedness' && byRules
        ? await reasonToAbstain({ ...deps, read }, request, asOf, retrieved)
        : outcome.reason
    const { answer, claims, citations } = composeAnswer(outcome.sentences)
    const abstained = reason !== null
    const response: RagResponse = {
      answer: abstained ? null : answer,
      abstained,
      abstainReason: reason,
      groundednessScore: outcome.score,
      claims,
      citations,
      warnings: [...warningsOf(citations), ...outcome.warnings],
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
