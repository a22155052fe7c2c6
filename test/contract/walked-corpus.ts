/** A small corpus whose log grows while it is walked; its read models follow the log. */
import { type ArticleId, Position, type Sha256Hex } from '#contracts/ids.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import type { CitatorFact } from '#contracts/law/treatment-log.ts'
import { recogniseInTurns } from '#query-api/projections/citations/projection.ts'
import { treatment } from '#query-api/citator/citator.testing.ts'
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

const CITED = ['Vu l’article 1240 du code civil.', 'Vu l’article L. 121-1 du code du travail.', '']
const wording = (name: string, round: number) =>
  contentOf(name, {
    contentClean: `Texte ${name} ${round}. ${CITED[round % CITED.length]}`,
    jurisdiction: round % 2 === 0 ? ['FR'] : ['LU'],
  })

const treated = (name: string, round: number): Fact => ({
  of: `other:${name}-${round}`,
  event: {
    type: 'TreatmentRecorded',
    data: {
      treatment: treatment({
        name: `${name}-${round}`,
        text: name,
        sequence: null,
        type: round % 2 === 0 ? 'overruled' : 'followed',
      }),
    },
  },
})

const citatorFacts = (log: readonly StoredEvent[], id: ArticleId): CitatorFact[] =>
  log.flatMap(({ type, data, time: recordedAt, position }): CitatorFact[] =>
    type === 'TreatmentRecorded' && data.treatment.target.articleId === id
      ? [{ type, data, recordedAt, position }]
      : [],
  )

export const walkedCorpus = (facts: Fact[] = [], texts: Map<Sha256Hex, string> = new Map()) => {
  let projected = facts.length
  let generation = 1
  let known = logOf(facts)
  const log = (): StoredEvent[] => {
    if (known.length !== facts.length) known = logOf(facts)
    return known
  }
  const stateAt = (name: string, position: number): TextState =>
    fold(
      NEW_TEXT,
      log().filter((one) => one.streamId === streamOf(name) && one.position <= position),
    ).state
  const ids = NAMES.map((name) => ({ name, id: idOf(name) })).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  const blobs = {
    get: async (hashes: readonly Sha256Hex[]) =>
      new Map(hashes.flatMap((hash) => (texts.has(hash) ? [[hash, texts.get(hash) ?? '']] : []))),
  }
  const sources: ScanSources = {
    live: async () => ({ generation, position: Position.parse(projected) }),
    statesAfter: async (_, after, limit) =>
      ids
        .filter(({ id }) => after === null || id > after)
        .map(({ name, id }) => ({ articleId: id, state: stateAt(name, projected) }))
        .filter(({ state }) => state.streamVersion > 0)
        .slice(0, limit),
    states: {
      load: async (_, asked) =>
        new Map(
          ids
            .filter(({ id }) => asked.includes(id))
            .map(({ name, id }) => [id, stateAt(name, projected)]),
        ),
    },
    facts: {
      about: async (_, asked) =>
        new Map(asked.map((id) => [id, citatorFacts(log().slice(0, projected), id)])),
      aboutNames: async () => [],
    },
    blobs,
    recognise: recogniseInTurns,
    changedSince: async (streams, position) =>
      new Set(
        log()
          .filter((one) => one.position > position && streams.includes(one.streamId))
          .map(({ streamId }) => streamId),
      ),
    readStream: async (stream, afterVersion, limit) =>
      log()
        .filter((one) => one.streamId === stream && one.streamVersion > afterVersion)
        .slice(0, limit),
  }
  return {
    sources,
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
    /** The corpus as it was at a position. */
    upTo: (position: number) => walkedCorpus(facts.slice(0, position), texts),
    rebuild: () => void (generation += 1),
    /** What may happen to a text; `round` makes each wording another one. */
    happening: (name: string, round: number, kind: number): Fact => {
      switch (kind) {
        case 2:
          return { of: name, event: unpublished }
        case 3:
          return { of: name, event: deleted }
        case 4:
          return {
            of: name,
            event: validity(`${round}.0.0`, '2020-01-01', round % 2 === 0 ? '2026-01-01' : null),
          }
        case 5:
          return treated(name, round)
        default:
          return { of: name, event: published(wording(name, round), texts, `${round + 1}.0.0`) }
      }
    },
  }
}
