/** Wires webhooks: the endpoints of accounts, and what notifies them. */
import { Fault } from '#contracts/fault.ts'
import { LOG_START, type Position } from '#contracts/ids.ts'
import { makeKeyTeller } from '#query-api/accounts/key-notices.ts'
import { makeWebhookAdmin, type WebhookAdmin } from '#query-api/webhooks/admin.ts'
import { notify, type NotifierDeps } from '#query-api/webhooks/notifier.ts'
import type { MailDeps } from '#query-api/mail/notify.ts'
import { makeSavedSearchAdmin, type SavedSearchAdmin } from '#query-api/saved-searches/admin.ts'
import { makeRecallAdmin, type RecallAdmin } from '#query-api/recall/admin.ts'
import { makeRecallFollower } from '#query-api/recall/follow.ts'
import { makeSearchFollower } from '#query-api/saved-searches/follow.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { makeKeyNotices } from '../../postgres/accounts/key-notices.ts'
import { makeSendMail } from '../../mail/smtp.ts'
import { makeMailQueue } from '../../postgres/mail/mails.ts'
import type { TextDocuments } from '../../postgres/erasure/count-left.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeChangesReader } from '../../postgres/read-models/changes.ts'
import { listenForMoves } from '../../postgres/read-models/moved.ts'
import { makeNarrowerConcepts } from '../../postgres/read-models/concepts.ts'
import { makeTextHistories } from '../../postgres/read-models/text-histories.ts'
import { makeRecallFollowing } from '../../postgres/recall/following.ts'
import { makeRecallStore } from '../../postgres/recall/store.ts'
import { makeFollowing } from '../../postgres/saved-searches/following.ts'
import { makeSavedSearches } from '../../postgres/saved-searches/searches.ts'
import { makeAddEvents } from '../../postgres/webhooks/messages.ts'
import { indexOfTexts } from '../../embedded/search/texts-index.ts'
import { makeTextDocuments } from '../../embedded/search/text-documents.ts'
import { makeGenerations } from '../../postgres/read-models/generations.ts'
import { addressOf } from '../../typesense/check.ts'
import { makeServer, type Server } from '../../typesense/server.ts'
import {
  makeTypesenseCopies,
  makeTypesenseDocuments,
  type TextDocumentsDeps,
} from '../../typesense/text-documents.ts'
import { makeEndpoints } from '../../postgres/webhooks/endpoints.ts'
import { makeQueue } from '../../postgres/webhooks/queue.ts'
import { keyPepper } from '../../secrets.ts'
import type { MailSettings, Settings } from '../../settings.ts'
import { say } from '../../terminal.ts'
import { makePost } from '../../webhooks/post.ts'
import { makeResolve } from '../../webhooks/resolve.ts'
import type { Database } from './database.ts'

const LOCK = 'notifier'

export const webhookAdminOf = (
  settings: Settings,
  { pool }: Pick<Database, 'pool'>,
  pepper: string,
): WebhookAdmin =>
  makeWebhookAdmin({
    endpoints: makeEndpoints(pool),
    pepper,
    targets: settings.webhookTargets,
    clock: () => Date.now(),
  })

/** Saved searches of accounts over an open index. */
export const savedSearchAdminOf = (
  { pool }: Pick<Database, 'pool'>,
  index: SearchIndex,
  pepper: string,
): SavedSearchAdmin =>
  makeSavedSearchAdmin({
    searches: makeSavedSearches(pool),
    index,
    concepts: makeNarrowerConcepts(pool),
    pepper,
  })

const depsOfServer = (
  { typesenseCollection }: Settings,
  pool: Database['pool'],
  server: Server,
): TextDocumentsDeps => {
  const generations = makeGenerations(pool)
  return { server, liveGeneration: () => generations.live(), name: typesenseCollection }
}

/**
 * Reads the entries of texts where the search index of these settings holds them. It keeps its
 * connections for as long as the process runs.
 */
export const textDocumentsOf = (settings: Settings, pool: Database['pool']): TextDocuments => {
  const address = addressOf(settings)
  if (address === null) return makeTextDocuments(pool)
  return makeTypesenseDocuments(depsOfServer(settings, pool, makeServer(address)))
}

/**
 * The same, and what was replaced and is still kept: what an erasure has to count. Each reading has
 * connections of its own, which end with it.
 */
export const textCopiesOf = (settings: Settings, pool: Database['pool']): TextDocuments => {
  const address = addressOf(settings)
  if (address === null) return makeTextDocuments(pool)
  return async (ids) => {
    const server = makeServer(address)
    try {
      return await makeTypesenseCopies(depsOfServer(settings, pool, server))(ids)
    } finally {
      server.close()
    }
  }
}

/** What tells saved searches of the texts that the projector writes. */
export const searchFollowerOf = (
  settings: Settings,
  { pool }: Pick<Database, 'pool'>,
  clock: () => number,
) =>
  makeSearchFollower({
    store: makeFollowing(pool, {
      documents: textDocumentsOf(settings, pool),
      queueEvents: makeAddEvents(pool.vault),
    }),
    concepts: makeNarrowerConcepts(pool),
    indexOf: indexOfTexts,
    clock,
  })

/** What accounts keep and watch. */
export const recallAdminOf = ({ pool }: Pick<Database, 'pool'>): RecallAdmin =>
  makeRecallAdmin({ store: makeRecallStore(pool), histories: makeTextHistories(pool) })

/** What tells accounts of changes that touch what they keep and watch. */
export const recallFollowerOf = ({ pool }: Pick<Database, 'pool'>, clock: () => number) =>
  makeRecallFollower({
    store: makeRecallFollowing(pool, { queueEvents: makeAddEvents(pool.vault) }),
    changes: makeChangesReader(pool),
    histories: makeTextHistories(pool),
    clock,
  })

/** What tells accounts that a key reached its cap, or ends soon. */
const keyTellerOf = ({ pool }: Pick<Database, 'pool'>, clock: () => number) =>
  makeKeyTeller(makeKeyNotices(pool, { queueEvents: makeAddEvents(pool.vault) }), clock)

/** What mails the news of saved searches. */
const mailOf = (mail: MailSettings, pool: Database['pool'], pepper: string): MailDeps => ({
  queue: makeQueue(pool, 'mail'),
  mails: makeMailQueue(pool),
  send: makeSendMail({ ...mail, hostname: new URL(mail.publicUrl).hostname }),
  pepper,
  publicUrl: mail.publicUrl,
})

/** Up to which position changes are queued, for the metrics. */
export const notifierPosition =
  ({ pool }: Pick<Database, 'pool'>) =>
  async (): Promise<Position> =>
    (await makeQueue(pool).checkpoint()) ?? LOG_START

/** Opens a notifier; nothing runs before `follow`. It prints Faults and never throws them. */
export const openNotifier = async (
  settings: Settings,
  { pool, connectionString }: Pick<Database, 'pool' | 'connectionString'>,
  onFault: (fault: unknown) => void,
) => {
  const pepper = await keyPepper(settings)
  const lock = makeProjectorLock(connectionString)
  const readModels = listenForMoves(connectionString)
  const policy = settings.webhookTargets
  const { post, close } = makePost({ policy, resolve: makeResolve() })
  const deps: NotifierDeps = {
    changes: makeChangesReader(pool),
    queue: makeQueue(pool),
    post,
    lock: { hold: (signal, work) => lock.hold(LOCK, signal, work) },
    readModels,
    pepper,
    clock: () => Date.now(),
    random: Math.random,
    searches: searchFollowerOf(settings, { pool }, () => Date.now()),
    recalls: recallFollowerOf({ pool }, () => Date.now()),
    keys: keyTellerOf({ pool }, () => Date.now()),
    ...(settings.mail === null ? {} : { mail: mailOf(settings.mail, pool, pepper) }),
    onFault: (fault) => {
      say(`notifier: ${fault instanceof Fault ? fault.code : 'internal-error'}; trying again`)
      onFault(fault)
    },
  }
  return {
    follow: (signal: AbortSignal): Promise<void> => notify(deps, signal),
    close: async (): Promise<void> => {
      close()
      await readModels.close()
    },
  }
}
