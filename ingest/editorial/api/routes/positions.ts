/** When readers know a position of the log. */
import { z } from 'zod'
import { Position } from '#contracts/ids.ts'
import type { EditorialDeps } from '../deps.ts'
import { ANYBODY, defineRead, type Endpoint } from '../endpoint.ts'
import type { EditorialProblem } from '../problem.ts'
import { wholeText } from '../schemas/parameters.ts'

const WAIT_SECONDS_MAX = 30
const MS_PER_SECOND = 1_000

/** Any number is looked up, so that a malformed one is a 404 as an unknown one. */
const PositionParams = z.object({ position: z.string() })
const PositionQuery = z.strictObject({
  waitSeconds: wholeText(0, WAIT_SECONDS_MAX)
    .optional()
    .describe('How long to wait until it is searchable; default 0. Ends when you leave.'),
})

const PositionView = z
  .object({
    position: Position,
    searchable: z.boolean().describe('Whether searches and texts of the read API include it.'),
    readersAt: Position.describe('How far they are.'),
    knownBy: z
      .enum(['search-index', 'read-models'])
      .describe(
        'What says so: the index that the read API of this process searches, or the tables that all readers follow within moments.',
      ),
    waitedMs: z.int(),
  })
  .meta({ id: 'PositionView' })

const unknown = (head: Position): EditorialProblem => ({
  status: 404,
  body: {
    error: 'not_found',
    message: 'Not found',
    detail: `The log ends at ${head}.`,
    hint: 'Take the position of the answer to a write.',
  },
  headers: {},
})

const DIGITS = /^\d{1,15}$/

const readPosition = ({ readers }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'readPosition',
    method: 'GET',
    path: '/positions/:position',
    scopes: ANYBODY,
    summary: 'Whether a write is searchable yet',
    description:
      'Each write names its position in the log. With `waitSeconds` the answer comes as soon as it is searchable, or after the time.',
    tag: 'Texts',
    params: PositionParams,
    querystring: PositionQuery,
    answer: PositionView,
    refusals: { 404: '`not_found`: the log does not reach that far.' },
    handle: async ({ params, query: { waitSeconds = 0 }, signal }) => {
      const head = await readers.head()
      const asked = DIGITS.test(params.position) ? Number(params.position) : null
      if (asked === null || asked > head) return { problem: unknown(head) }
      const position = Position.parse(asked)
      const started = performance.now()
      if (waitSeconds > 0) await readers.wait(position, waitSeconds * MS_PER_SECOND, signal)
      const reach = await readers.reach()
      return {
        body: {
          position,
          searchable: reach.position >= position,
          readersAt: reach.position,
          knownBy: reach.knownBy,
          waitedMs: Math.round(performance.now() - started),
        },
      }
    },
  })

export const POSITIONS = [readPosition] as const
