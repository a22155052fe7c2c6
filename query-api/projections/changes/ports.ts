import type { Change } from '#contracts/changes/change.ts'
import type { ArticleId, Position } from '#contracts/ids.ts'
import type { Generation } from '../../ports.ts'
import type { ProjectionRows } from '../ports.ts'
import type { FactOfText, TextFact } from './text-facts.ts'

export type { FactOfText, TextFact } from './text-facts.ts'

/** A change with what tells it apart from others of its fact; `ordinal` follows their order. */
export type StoredChange = Omit<Change, 'ordinal' | 'position'> & {
  readonly position: Position
  /** Id of the text or concept, and of a point `#` and its number. */
  readonly subject: string
}

/** Positions, both inclusive. */
export type PositionRange = { readonly from: Position; readonly through: Position }

/** The changes that are derived again: those of a range of positions. */
export type RangeToReplace = PositionRange & {
  /** Texts whose changes of colour are replaced. */
  readonly coloured: readonly ArticleId[]
  /** Texts of which all other changes are replaced. */
  readonly returned: readonly ArticleId[]
}

/** The facts of texts that changes come from, and the changes of a generation. */
export type ChangeTables = ProjectionRows & {
  /** Keeps each fact once. */
  saveFacts(generation: Generation, facts: readonly FactOfText[]): Promise<void>
  /** Replaces all facts of these texts, in one transaction. */
  replaceFacts(
    generation: Generation,
    ids: readonly ArticleId[],
    facts: readonly FactOfText[],
  ): Promise<void>
  /** All facts of these texts, in log order. */
  factsOf(
    generation: Generation,
    ids: readonly ArticleId[],
  ): Promise<ReadonlyMap<ArticleId, readonly TextFact[]>>
  /** The texts that ever had one of these names, each once. */
  everNamed(generation: Generation, names: readonly string[]): Promise<readonly ArticleId[]>
  /** Removes what is replaced and keeps the given changes, each once, in one transaction. */
  save(
    generation: Generation,
    changes: readonly StoredChange[],
    replaced: RangeToReplace,
  ): Promise<void>
}
