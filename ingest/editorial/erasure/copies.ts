/** Where copies of words are. What becomes of each: contracts/conventions/erasure.md. */
export const ERASED_COPIES = [
  'log',
  'texts',
  'read-models',
  'rollback-generation',
  'desk',
  'webhooks',
  'pages',
  'backups',
] as const
export type ErasedCopy = (typeof ERASED_COPIES)[number]
