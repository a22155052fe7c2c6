/** All endpoints and pages, in the order of the description. */
import type { FastifyInstance } from 'fastify'
import { articleEndpoint } from './article/endpoint.ts'
import { changesEndpoint } from './changes/endpoint.ts'
import { citeEndpoint } from './cite/endpoint.ts'
import { coverageEndpoint } from './coverage/endpoint.ts'
import { addDescription } from './description/description.ts'
import { addDocs } from './description/docs.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { addHealth } from '#contracts/web/http/health.ts'
import { addConnectPage } from './mcp/connect-page.ts'
import { mcpEndpoint } from './mcp/endpoint.ts'
import { addPublicPages } from './public/pages.ts'
import { receiptCheckEndpoint } from './receipts/endpoint.ts'
import { addReceiptKeys } from './receipts/keys.ts'
import { ragEndpoint } from './rag/endpoint.ts'
import { addDeprecations } from './service/deprecations.ts'
import { addErrorPages } from './service/errors.ts'
import { addStatus } from './service/status.ts'
import { exportEndpoint } from './export/endpoint.ts'
import { scanEndpoint } from './scan/endpoint.ts'
import { searchEndpoint } from './search/endpoint.ts'
import {
  codeEndpoint,
  codesEndpoint,
  courtsEndpoint,
  courtYearEndpoint,
  courtYearsEndpoint,
} from './browse/endpoints.ts'
import { decisionEndpoint } from './decisions/endpoint.ts'
import { authoritiesEndpoint, termEndpoint } from './relations/questions.ts'
import {
  chronologyEndpoint,
  citationsEndpoint,
  relationsEndpoint,
  similarEndpoint,
} from './relations/texts.ts'
import {
  conceptEndpoint,
  conceptsEndpoint,
  personsEndpoint,
  vocabulariesEndpoint,
} from './vocabularies/endpoints.ts'
import { lookUpEndpoint } from './lookup/look-up.ts'
import { suggestEndpoint } from './lookup/suggest.ts'
import { resolveEndpoint } from './lookup/resolve.ts'
import { diffEndpoint } from './versions/diff.ts'
import { timeMapEndpoint, versionsEndpoint } from './versions/list.ts'
import { versionEndpoint } from './versions/version.ts'
import { usageEndpoint } from './usage/endpoint.ts'
import {
  changeReceiptKeepingEndpoint,
  deleteReceiptEndpoint,
  deleteReceiptsEndpoint,
  keptReceiptEndpoint,
  listRecallsEndpoint,
  listReceiptsEndpoint,
  receiptKeepingEndpoint,
} from './recall/receipts.ts'
import {
  deleteWatchEndpoint,
  deleteWatchesEndpoint,
  listWatchesEndpoint,
  startWatchEndpoint,
  watchEndpoint,
} from './recall/watch.ts'
import {
  changeSavedSearchEndpoint,
  deleteSavedSearchEndpoint,
  listSavedSearchesEndpoint,
  renewSearchFeedEndpoint,
  savedSearchEndpoint,
  saveSearchEndpoint,
  searchNewsEndpoint,
} from './saved-searches/endpoints.ts'
import { addUnsubscribe } from './saved-searches/unsubscribe.ts'
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoint,
  registerWebhookEndpoint,
  webhookEndpoint,
} from './webhooks/endpoints.ts'
import {
  redeliverWebhookEndpoint,
  rotateWebhookEndpoint,
  testWebhookEndpoint,
  webhookMessagesEndpoint,
} from './webhooks/messages.ts'
import { verifyEndpoint } from './verify/endpoint.ts'
import { whyNotEndpoint } from './why-not/endpoint.ts'
import { addWebhook } from './webhook/webhook.ts'

/** Every operation of the published interface. */
export const ENDPOINTS = [
  searchEndpoint,
  lookUpEndpoint,
  resolveEndpoint,
  suggestEndpoint,
  whyNotEndpoint,
  scanEndpoint,
  exportEndpoint,
  articleEndpoint,
  versionsEndpoint,
  versionEndpoint,
  diffEndpoint,
  timeMapEndpoint,
  citeEndpoint,
  changesEndpoint,
  receiptCheckEndpoint,
  usageEndpoint,
  verifyEndpoint,
  coverageEndpoint,
  ragEndpoint,
  mcpEndpoint,
  decisionEndpoint,
  relationsEndpoint,
  chronologyEndpoint,
  similarEndpoint,
  citationsEndpoint,
  authoritiesEndpoint,
  termEndpoint,
  conceptsEndpoint,
  conceptEndpoint,
  vocabulariesEndpoint,
  personsEndpoint,
  courtsEndpoint,
  courtYearsEndpoint,
  courtYearEndpoint,
  codesEndpoint,
  codeEndpoint,
  listWebhookEndpoint,
  registerWebhookEndpoint,
  webhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookEndpoint,
  testWebhookEndpoint,
  webhookMessagesEndpoint,
  redeliverWebhookEndpoint,
  listSavedSearchesEndpoint,
  saveSearchEndpoint,
  savedSearchEndpoint,
  changeSavedSearchEndpoint,
  deleteSavedSearchEndpoint,
  renewSearchFeedEndpoint,
  searchNewsEndpoint,
  receiptKeepingEndpoint,
  changeReceiptKeepingEndpoint,
  listReceiptsEndpoint,
  listRecallsEndpoint,
  keptReceiptEndpoint,
  deleteReceiptEndpoint,
  deleteReceiptsEndpoint,
  listWatchesEndpoint,
  startWatchEndpoint,
  watchEndpoint,
  deleteWatchEndpoint,
  deleteWatchesEndpoint,
] as const

/** Public pages, and routes that other services call. */
const PAGES = [
  addPublicPages,
  addHealth,
  addDescription,
  addDocs,
  addConnectPage,
  addErrorPages,
  addDeprecations,
  addReceiptKeys,
  addStatus,
  addWebhook,
  addUnsubscribe,
] as const

/** What all endpoints together need. */
export type EndpointDeps = (typeof ENDPOINTS)[number] extends (deps: infer All) => Endpoint
  ? All
  : never
/** What all pages together need. */
export type PageDeps = (typeof PAGES)[number] extends (
  app: FastifyInstance,
  deps: infer All,
) => void
  ? All
  : never

export const addPages = (app: FastifyInstance, deps: PageDeps): void => {
  for (const add of PAGES) add(app, deps)
}
