/** All workflows: the entry of the bundle for Temporal's sandbox. */
export { reembedCorpus, replayCorpus } from './corpus-workflows.ts'
export { publishArticle, unpublishArticle } from './editorial-workflows.ts'
export { publishScheduled } from './publication-workflows.ts'
export { reassessGroundedness } from './groundedness-workflows.ts'
export { importCorpus, ingestBatch, ingestDecision, ingestDoctrine } from './import-workflows.ts'
export { reportUsage } from './usage-workflows.ts'
