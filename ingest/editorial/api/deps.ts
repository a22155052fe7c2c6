/** What the operations of the editorial API need. */
import type { Act } from '#contracts/audit.ts'
import type { Concept, VocabularyName } from '#contracts/concept.ts'
import type { Instant } from '#contracts/ids.ts'
import type { WriteDeps } from '../../command-handler/write-deps.ts'
import type { ConceptDeps } from '../../handlers/concepts.ts'
import type { CitatorDeps } from '../../handlers/treatments.ts'
import type { Board } from '../board/ports.ts'
import type { EditorWork } from '../desk/editor/work.ts'
import type { RunImport } from '../desk/import-port.ts'
import type { Uploads } from '../desk/uploads.ts'
import type { ErasingDeps } from '../erasure/overview.ts'
import type { ImpactInbox } from '../impact/ports.ts'
import type { AccessDeps } from './access.ts'
import type { IdempotentWrites, Readers } from './ports.ts'

export type EditorialDeps = {
  readonly write: WriteDeps & ConceptDeps & CitatorDeps
  /** Writes a line of the audit. */
  readonly record: (act: Act) => Promise<void>
  readonly board: Board
  readonly impact: ImpactInbox
  readonly erasing: ErasingDeps
  readonly searchConcepts: (
    words: string,
    vocabulary: VocabularyName | null,
    limit: number,
  ) => Promise<readonly Concept[]>
  readonly work: Pick<EditorWork, 'annotate'>
  readonly uploads: Uploads
  readonly runImport: RunImport
  readonly readers: Readers
  readonly clock: () => Instant
}

export type EditorialApiDeps = EditorialDeps &
  Omit<AccessDeps, 'countStranger'> & {
    readonly writes: IdempotentWrites
    /** Under which idempotency keys and requests are hashed. */
    readonly pepper: string
  }
