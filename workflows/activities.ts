/**
 * What the workflows order: the types of their activities, which live beside the code that does the
 * work.
 */
export type {
  EmbeddedBatch,
  ImportActivities,
  ImportSummary,
  RecordOutcome,
  ReadBatch,
} from '#ingest/import/activities.ts'
