/** The packages of Temporal are large, so only what goes to a Temporal server loads them. */
export const loadTemporal = async () => {
  const { COMMAND_WAIT_MS, connectTemporalClient } = await import('../../temporal/connection.ts')
  const {
    cancelImport,
    cancelReassessment,
    importIdOf,
    importThrough,
    publicationTimers,
    reassessGroundedness,
  } = await import('#workflows/temporal/client.ts')
  return {
    cancelImport,
    cancelReassessment,
    COMMAND_WAIT_MS,
    connectTemporalClient,
    importIdOf,
    importThrough,
    publicationTimers,
    reassessGroundedness,
  }
}
