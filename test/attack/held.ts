/** What the service holds that an attack needs to get past a 404: names, and a receipt. */
import { Codes } from '#contracts/http/browse.ts'
import { ChangesResponse } from '#contracts/http/changes.ts'
import { ReceiptKeeping } from '#contracts/http/recall.ts'
import { SearchResponse } from '#contracts/http/search.ts'
import { Concepts } from '#contracts/http/vocabularies.ts'
import { HEADERS } from '#contracts/service.ts'
import type { z } from 'zod'

export type Call = { readonly baseUrl: string; readonly key: string }

type Asked = { readonly method: 'POST' | 'PATCH'; readonly body: object }

const ask = async <T extends z.ZodType>(
  { baseUrl, key }: Call,
  schema: T,
  path: string,
  asked?: Asked,
) => {
  const response = await fetch(`${baseUrl}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(asked === undefined ? {} : { method: asked.method, body: JSON.stringify(asked.body) }),
  })
  return { answer: schema.parse(await response.json()), headers: response.headers }
}

const pageOf = (call: Call, contentTypes: readonly string[]) =>
  ask(call, SearchResponse, '/search', {
    method: 'POST',
    body: { limit: 10, includeHeadnotes: false, filters: { contentTypes } },
  })

/** The names, for `hooks.py`. */
export const heldBy = async (call: Call) => {
  const { answer, headers } = await pageOf(call, [])
  const decisions = await pageOf(call, ['jurisprudence'])
  const { codes } = (await ask(call, Codes, '/codes')).answer
  const { concepts } = (await ask(call, Concepts, '/concepts?query=droit')).answer
  await ask(call, ReceiptKeeping, '/receipts/keeping', {
    method: 'PATCH',
    body: { kept: true },
  })
  const { changes } = (await ask(call, ChangesResponse, '/changes?types=article.updated')).answer
  return {
    ...call,
    updated: changes.map(({ slug, version }) => ({ slug, version })),
    citations: answer.hits.map(({ slug, version, sha256Hash }) => ({
      slug,
      version,
      sha256Hash,
      position: headers.get(HEADERS.corpusPosition) ?? '0',
    })),
    decisions: decisions.answer.hits.map(({ slug }) => slug),
    codes: codes.map(({ code }) => code),
    concepts: concepts.map(({ id }) => id),
    receipt: headers.get(HEADERS.receipt) ?? '',
  }
}
