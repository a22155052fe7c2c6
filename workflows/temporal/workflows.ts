/** Every workflow that a worker takes; the bundle for Temporal's sandbox begins here. */
export { reembedCorpus, replayCorpus } from './corpus-workflows.ts'
export { publishArticle, unpublishArticle } from './editorial-workflows.ts'
export { reassessGroundedness } from './groundedness-workflows.ts'
export { importCorpus, ingestBatch, ingestDecision, ingestDoctrine } from './import-workflows.ts'
export { reportUsage } from './usage-workflows.ts'
