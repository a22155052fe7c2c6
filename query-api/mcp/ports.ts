import type { ResearchParts } from '../relations/ports.ts'
import type { Answering } from '../rag/ports.ts'
import type { Verify } from '../verify/verify.ts'

/** What the tools need: the functions behind REST and readers of the read models. */
export type ToolParts = ResearchParts & {
  readonly verify: Verify
  readonly answer: Answering
  /** Signs cursors; the same in all processes. */
  readonly cursorSecret: string
}
