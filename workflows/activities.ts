/** The types of the activities, which are defined with their code. */
export type {
  EmbeddedBatch,
  ImportActivities,
  ImportSummary,
  RecordOutcome,
  ReadBatch,
} from '#ingest/import/activities.ts'
