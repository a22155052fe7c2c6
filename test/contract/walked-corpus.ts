/** A small corpus whose log grows while it is walked; its read models follow the log. */
import { type ArticleId, Position, type Sha256Hex } from '#contracts/ids.ts'
import {
  fold,
  NEW_TEXT,
  servedOf,
  type TextState,
} from '#query-api/projections/articles/text-state.ts'
import type { ScanSources } from '#query-api/scan/ports.ts'
import {
  contentOf,
  deleted,
  type Fact,
  idOf,
  logOf,
  published,
  streamOf,
  unpublished,
  validity,
} from './read-models.fixtures.ts'

export const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

const wording = (name: string, round: number) =>
  contentOf(name, {
    contentClean: `Texte ${name} ${round}.`,
    jurisdiction: round % 2 === 0 ? ['FR'] : ['LU'],
  })

export const walkedCorpus = () => {
  const facts: Fact[] = []
  const texts = new Map<Sha256Hex, string>()
  let projected = 0
  let generation = 1
  const stateAt = (name: string, position: number): TextState =>
    fold(
      NEW_TEXT,
      logOf(facts).filter((one) => one.streamId === streamOf(name) && one.position <= position),
    ).state
  const ids = NAMES.map((name) => ({ name, id: idOf(name) })).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  const sources: ScanSources = {
    live: async () => ({ generation, position: Position.parse(projected) }),
    statesAfter: async (_, after, limit) =>
      ids
        .filter(({ id }) => after === null || id > after)
        .map(({ name, id }) => ({ articleId: id, state: stateAt(name, projected) }))
        .filter(({ state }) => state.streamVersion > 0)
        .slice(0, limit),
    changedSince: async (streams, position) =>
      new Set(
        logOf(facts)
          .filter((one) => one.position > position && streams.includes(one.streamId))
          .map(({ streamId }) => streamId),
      ),
    readStream: async (stream, afterVersion, limit) =>
      logOf(facts)
        .filter((one) => one.streamId === stream && one.streamVersion > afterVersion)
        .slice(0, limit),
  }
  return {
    sources,
    blobs: {
      get: async (hashes: readonly Sha256Hex[]) =>
        new Map(hashes.flatMap((hash) => (texts.has(hash) ? [[hash, texts.get(hash) ?? '']] : []))),
    },
    append: (fact: Fact) => void facts.push(fact),
    project: (upTo = facts.length) => void (projected = Math.max(projected, upTo)),
    length: () => facts.length,
    /** The public texts at a position, by id, with their versions. */
    publicAt: (position: number): ReadonlyMap<ArticleId, string> =>
      new Map(
        ids.flatMap(({ name, id }): (readonly [ArticleId, string])[] => {
          const served = servedOf(stateAt(name, position))
          return served === null ? [] : [[id, served.wording.version]]
        }),
      ),
    rebuild: () => void (generation += 1),
    /** What may happen to a text; `round` makes each wording another one. */
    happening: (name: string, round: number, kind: number): Fact => {
      const events = [
        published(wording(name, round), texts, `${round + 1}.0.0`),
        published(wording(name, round), texts, `${round + 1}.0.0`),
        unpublished,
        deleted,
        validity(`${round}.0.0`, '2020-01-01', null),
      ]
      return { of: name, event: events[kind % events.length] ?? unpublished }
    },
  }
}
