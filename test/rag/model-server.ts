/** A local OpenAI-compatible chat endpoint that answers, or fails, as a test specifies. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A sentence as the prompt gives it. */
export type GivenSentence = {
  readonly n: number
  readonly source: string
  readonly sentence: string
}

/** One request as it came. */
export type AskedModel = {
  readonly question: string
  readonly given: readonly GivenSentence[]
  /** All that was sent, as one text. */
  readonly prompt: string
  readonly stream: boolean
  readonly authorization: string | undefined
}

export type ModelServer = {
  readonly url: string
  readonly asked: AskedModel[]
  /** Connections that the other side closed before the answer was whole. */
  readonly left: () => number
  close(): Promise<void>
}

type Body = {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly stream?: boolean
}

const bodyOf = async (request: IncomingMessage): Promise<Body> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as Body
}

const linesOf = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown]
    } catch {
      return []
    }
  })

const askedOf = (body: Body, authorization: string | undefined): AskedModel => {
  const prompt = body.messages.map(({ content }) => content).join('\n')
  const lines = linesOf(body.messages.at(-1)?.content ?? '') as Partial<
    GivenSentence & { question: string }
  >[]
  return {
    prompt,
    authorization,
    stream: body.stream === true,
    question: lines.find(({ question }) => question !== undefined)?.question ?? '',
    given: lines.flatMap(({ n, source, sentence }) =>
      n === undefined || source === undefined || sentence === undefined
        ? []
        : [{ n, source, sentence }],
    ),
  }
}

export const completionOf = (content: string): string =>
  JSON.stringify({
    id: 'c1',
    object: 'chat.completion',
    model: 'test',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  })

export const chunkOf = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  })}\n\n`

const PIECE = 37
/** The usual answer, in the form that was asked for. */
export const answerWell = (response: ServerResponse, text: string, stream: boolean): void => {
  if (!stream) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(completionOf(text))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(': hello\n\n')
  for (let at = 0; at < text.length; at += PIECE)
    response.write(chunkOf(text.slice(at, at + PIECE)))
  response.end(`${chunkOf('', 'stop')}data: [DONE]\n\n`)
}

/** Listens on a free port; `answer` may do with the response what it likes. */
export const openModelServer = async (
  answer: (asked: AskedModel, response: ServerResponse) => void,
): Promise<ModelServer> => {
  const asked: AskedModel[] = []
  let left = 0
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) left += 1
    })
    const serve = async (): Promise<void> => {
      const one = askedOf(await bodyOf(request), request.headers.authorization)
      asked.push(one)
      answer(one, response)
    }
    void serve()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    left: () => left,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
