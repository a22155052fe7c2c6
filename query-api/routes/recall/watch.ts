/** Citations that an account watches under handles of its own. */
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import {
  RECALL_LIMITS,
  Watch,
  WatchHandle,
  WatchList,
  WatchListQuery,
  WatchParams,
  WatchRequest,
  WatchStarted,
} from '#contracts/http/recall.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { defineEndpoint, INVALID_BODY, jsonAnswer } from '../../http/endpoint.ts'
import type { RecallAdmin } from '../../recall/admin.ts'
import { send } from '../webhooks/problems.ts'
import { BAD_HEADER, COMMON, NO_WATCH, ownerIn, refuse } from './problems.ts'

const NOT_A_HANDLE = `must have 1 to ${RECALL_LIMITS.handleCharactersMax} letters, digits and _ . ~ -`

type Deps = { readonly recall: RecallAdmin }

export const listWatchesEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'listWatches',
    method: 'GET',
    path: '/watch',
    summary: 'List watches',
    description:
      'By handle, each with how often it was recalled. What is watched is not known. Free.',
    note: ': handles under which the account watches citations (free)',
    querystring: WatchListQuery,
    answers: { 200: jsonAnswer('A page of watches.', WatchList) },
    handle: async (request, reply) => {
      const { limit, after = null } = request.query
      return send(reply, await recall.watches(ownerIn(request).accountId, { limit, after }))
    },
  })

export const startWatchEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'startWatch',
    method: 'PUT',
    path: '/watch/:handle',
    summary: 'Watch a citation',
    description: `Says what became of a citation until now, and tells by \`receipt.recalled\` with your handle what becomes of it later. Of the citation the service keeps fingerprints alone, keyed by account: it can tell that a change touches them, and not list what is watched. Replaces what the handle watched before. An account has ${RECALL_LIMITS.watchesMax} watches at most. Free.`,
    note: ' with {"citation": {...}}: be told what becomes of a citation, under a handle of your own (free)',
    params: WatchParams,
    body: WatchRequest,
    answers: { 200: jsonAnswer('It is watched.', WatchStarted), 400: INVALID_BODY },
    handle: async (request, reply) => {
      const { accountId } = ownerIn(request)
      const { data: handle } = WatchHandle.safeParse(request.params.handle)
      if (handle === undefined)
        throw new RequestInvalid([{ path: 'handle', code: 'invalid', message: NOT_A_HANDLE }])
      const outcome = await recall.startWatch(accountId, handle, request.body)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

export const watchEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'getWatch',
    method: 'GET',
    path: '/watch/:handle',
    summary: 'Read a watch',
    description: 'Since when it is watched, and how often it was recalled. Free.',
    note: ': one watch (free)',
    params: WatchParams,
    answers: { 200: jsonAnswer('The watch.', Watch), 404: NO_WATCH },
    handle: async (request, reply) => {
      const outcome = await recall.watch(ownerIn(request).accountId, request.params.handle)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

const Deleted = z
  .object({
    handle: Watch.shape.handle,
    deleted: z.literal(true).describe('It is gone.'),
  })
  .meta({ id: 'DeletedWatch' })

export const deleteWatchEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'deleteWatch',
    method: 'DELETE',
    path: '/watch/:handle',
    summary: 'Delete a watch',
    description: 'What was told of it is deleted, too, and what is still to be sent. Free.',
    note: ': watch it no more (free)',
    params: WatchParams,
    answers: { 200: jsonAnswer('It is deleted.', Deleted), 400: BAD_HEADER, 404: NO_WATCH },
    handle: async (request, reply) => {
      const outcome = await recall.removeWatch(ownerIn(request).accountId, request.params.handle)
      return isRefusal(outcome)
        ? refuse(request, reply, outcome)
        : send(reply, { ...outcome, deleted: true })
    },
  })

const AllDeleted = z
  .object({ deleted: z.literal(true).describe('All of them are gone.') })
  .meta({ id: 'DeletedWatches' })

export const deleteWatchesEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'deleteWatches',
    method: 'DELETE',
    path: '/watch',
    summary: 'Delete all watches',
    description: 'Destroys the key of their fingerprints. Free.',
    note: ': delete all watches, with the key of their fingerprints (free)',
    answers: { 200: jsonAnswer('They are deleted.', AllDeleted), 400: BAD_HEADER },
    handle: async (request, reply) => {
      await recall.removeWatches(ownerIn(request))
      return send(reply, { deleted: true })
    },
  })
