/** Names that clients, workers and the server agree on. */
import type { ArticleId } from '#contracts/ids.ts'

export const TASK_QUEUE = 'pandect'

/** One text at one version to come: whoever starts it twice starts it once. */
export const versionWorkflowId = (articleId: ArticleId, revision: number): string =>
  `article/${articleId}/v${revision}`

export const unpublishWorkflowId = (articleId: ArticleId, revision: number): string =>
  `${versionWorkflowId(articleId, revision)}/unpublish`

/** One statement of a source about one text. */
export const statementWorkflowId = (articleId: ArticleId, state: string): string =>
  `article/${articleId}/${state}`

export const batchWorkflowId = (importId: string, batch: number): string =>
  `${importId}/batch/${batch}`

export const replayWorkflowId = (generation: number): string => `replay/${generation}`
export const REEMBED_WORKFLOW_ID = 'reembed'
