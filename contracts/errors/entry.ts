/**
 * The general message of a code and the hint (null: none); a raised error may have a more detailed
 * message. `internal`: only a bug, external damage or a size beyond tests causes it.
 */
export type ErrorEntry = readonly [message: string, hint: string | null, reach?: 'internal']
