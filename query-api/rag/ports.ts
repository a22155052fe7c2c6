import type { RagRequest, RagResponse } from '#contracts/http/rag.ts'
import type { Position } from '#contracts/ids.ts'

export type RagOutcome = { readonly response: RagResponse; readonly position: Position }

/** Answers a question from the corpus, or says why it does not (CONVENTIONS §1). Throws the faults of its ports. */
export type Answering = (request: RagRequest) => Promise<RagOutcome>
