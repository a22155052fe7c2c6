/** The places of copies of words. contracts/conventions/erasure.md says what becomes of each. */
export const ERASED_COPIES = [
  'log',
  'treatments',
  'texts',
  'read-models',
  'rollback-generation',
  'desk',
  'webhooks',
  'receipts',
  'pages',
  'backups',
] as const
export type ErasedCopy = (typeof ERASED_COPIES)[number]

/** The places of copies of a person. */
export const ERASED_COPIES_OF_PERSON = [
  'log',
  'persons',
  'rollback-generation',
  'audit',
  'pages',
  'backups',
] as const
export type ErasedCopyOfPerson = (typeof ERASED_COPIES_OF_PERSON)[number]
