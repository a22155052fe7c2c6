import { RAG_EVENTS, RagRequest, RagResponse, ragStream } from '#contracts/http/rag.ts'
import { HEADERS } from '#contracts/service.ts'
import { z } from 'zod'
import type { Billing } from '../../billing/billing.ts'
import { preferredType } from '#contracts/web/http/accept.ts'
import { sendCharged } from '../../billing/charged.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { failureOf } from '#contracts/web/http/errors.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { problemOfModel } from '../../rag/model-faults.ts'
import type { Answering } from '../../rag/ports.ts'
import { defineEndpoint, IdempotencyKey, INVALID_BODY } from '../../http/endpoint.ts'

type Deps = { readonly answer: Answering; readonly billing: Billing }

const JSON_TYPE = 'application/json; charset=utf-8'
const EVENT_STREAM = 'text/event-stream; charset=utf-8'
const RagEvents = z
  .string()
  .describe(
    `Server-sent events \`${RAG_EVENTS.join('`, `')}\`; the data of each is JSON on one line, that of \`answer\` a RagResponse.`,
  )

/** Events begin after the whole answer is verified and charged, so that none is retracted. */
export const ragEndpoint = ({ answer, billing }: Deps) =>
  defineEndpoint({
    operationId: 'ragQuery',
    method: 'POST',
    path: '/rag',
    scope: 'rag:invoke',
    price: 'rag',
    summary: 'Ask a question of law',
    description:
      'Answers from the corpus in verbatim quotes and headnote summaries, each with slug, version, hash and exact span, or abstains and says why. With `mode: "generative"` a model chooses, orders and joins them; each sentence that it writes is held against the sources before anything is sent, and what they do not bear out is dropped. With `Accept: text/event-stream` the answer comes as events: `citation` for each source, `claim` for each sentence, `answer` with the whole response at the end; they begin when all of it is verified and charged. An abstention is an answer, billed like any other; a model that fails is a 500 whose `reason` says how (`model_unreachable`, `model_refused`, `model_timeout`, `model_answer_unreadable`, `model_answer_too_large`, `model_busy`) and costs nothing.',
    tag: 'Answers',
    note: ' with {"question": "..."}: an answer made of verbatim quotes, each bound to slug, version, hash and span, or an abstention with its reason; "asOf" for the law of a day, "Accept: text/event-stream" for events',
    headers: IdempotencyKey,
    body: RagRequest,
    answers: {
      200: {
        description: 'The answer, or why there is none, in the form that `Accept` prefers.',
        content: {
          'application/json': { schema: RagResponse },
          'text/event-stream': { schema: RagEvents },
        },
      },
      400: INVALID_BODY,
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const leaving = abortWhenClientLeaves(reply)
      const type = preferredType(request.headers.accept, [JSON_TYPE, EVENT_STREAM])
      try {
        return await sendCharged(billing, { request, reply }, () => answer(request.body, leaving), {
          form: type === EVENT_STREAM ? type : undefined,
          content: (response) => (type === EVENT_STREAM ? ragStream(response) : response),
          headers: () => ({ Vary: 'Accept', 'Content-Type': type }),
        })
      } catch (thrown) {
        const problem = problemOfModel(thrown)
        if (problem === null) throw thrown
        request.failure = failureOf(thrown, problem.body.error)
        return sendProblem(request, reply, problem)
      }
    },
  })
