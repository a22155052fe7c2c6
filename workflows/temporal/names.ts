/** Names that clients, workers and the server agree on. */
import type { ArticleId, Instant } from '#contracts/ids.ts'

export const TASK_QUEUE = 'pandect'

/** One workflow per text and version: a second start joins the first. */
export const versionWorkflowId = (articleId: ArticleId, revision: number): string =>
  `article/${articleId}/v${revision}`

export const unpublishWorkflowId = (articleId: ArticleId, revision: number): string =>
  `${versionWorkflowId(articleId, revision)}/unpublish`

/** One statement of a source about one text. */
export const statementWorkflowId = (articleId: ArticleId, state: string): string =>
  `article/${articleId}/${state}`

export const batchWorkflowId = (importId: string, batch: number): string =>
  `${importId}/batch/${batch}`

/** One publication of a text at one hour: a second start joins the first. */
export const publicationWorkflowId = (articleId: ArticleId, at: Instant): string =>
  `publication/${articleId}/${at}`

/** One replay at a time: a second start joins the first. */
export const REPLAY_WORKFLOW_ID = 'replay'
export const REEMBED_WORKFLOW_ID = 'reembed'
export const REASSESS_WORKFLOW_ID = 'reassess-groundedness'

/** A workflow task of a dead worker is retried after this time; a task takes milliseconds. */
export const WORKFLOW_TASK_TIMEOUT = '5s'
