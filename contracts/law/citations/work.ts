import type { CitedWork } from '../../citation.ts'

/** A code, treaty or act that a text names, by its place there. */
export type Work = {
  readonly start: number
  readonly end: number
  /** What an anaphora asks for: `dudit code`, `cette loi`, `la même directive`. */
  readonly nature: Nature
  /** One work, or those of a list (`règlements (UE) no 1093/2010 et …`). */
  readonly cited: readonly CitedWork[]
  /** Day of a national act, where it is said and there is one act only. */
  readonly date: string | null
}

export type Nature =
  | 'code'
  | 'treaty'
  | 'loi'
  | 'ordonnance'
  | 'decret'
  | 'arrete'
  | 'reglement'
  | 'directive'
  | 'decision'
  | 'eu'
  | 'llei'
