/** A random log of texts, of the citator and of concepts. */
import type { NewEvent } from '#contracts/events/event.ts'
import type { Point, Treatment } from '#contracts/events/others.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import { Position, Slug, StreamId, TreatmentId } from '#contracts/ids.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import {
  contentOf,
  day,
  deleted,
  idOf,
  published,
  streamOf,
  timeOf,
  unpublished,
  validity,
  type Texts,
} from '../contract/read-models.fixtures.ts'
import type { World } from './world.ts'

const TEXTS = 9
const STEPS = 70

/** Mulberry32: the same numbers for the same seed. */
export const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const uuid = (kind: string, number: number): string =>
  `${kind}0000000-0000-5000-8000-${String(number).padStart(12, '0')}`
const treatmentStream = (kind: string, number: number): StreamId =>
  StreamId.parse(`treatment-${uuid(kind, number)}`)
const CONCEPTS = [0, 1, 2].map((number) => conceptIdOf(`https://vocabulary.test/${number}`))

const textNamed = (number: number): string => `text-${number}`
const ecliOf = (number: number): string => `ECLI:FR:CCASS:2020:SO0000${number}`
/** What a wording cites: others than the wording before it, never all texts. */
const citedBy = (number: number, round: number): string =>
  Array.from({ length: TEXTS }, (_, other) => other)
    .filter((other) => (other + number + round) % 3 === 0)
    .map(ecliOf)
    .join(', ')
const wording = (number: number, round: number) =>
  contentOf(textNamed(number), {
    contentType: 'jurisprudence',
    contentClean: `Arrêt ${number}, rédaction ${round}. Voir ${citedBy(number, round)}.`,
    headnotes: [
      { sequence: 1, summary: 'Un principe.', legalRuleType: 'ratio' },
      { sequence: 2, summary: 'Une remarque.', legalRuleType: 'obiter' },
    ],
    concepts: CONCEPTS.slice(0, number % 3).map((id) => ({
      id,
      assignedBy: 'editor',
      relevancePercent: null,
    })),
    judicialDecision: {
      courtCode: round % 2 === 0 ? 'fr.ca' : 'fr.ccass',
      decisionDate: '2020-01-15',
      ecli: ecliOf(number),
    },
  })

/**
 * A random log: texts come, change and go, are treated, confirmed, retracted, relied on, assessed;
 * concepts are defined.
 */
export const writeLog = async (world: World, seed: number): Promise<void> => {
  const random = randomOf(seed)
  const texts: Texts = new Map()
  const rounds = new Map<number, number>()
  const recorded: StreamId[] = []
  let time = 0
  const append = (streamId: StreamId, ...events: NewEvent[]): Promise<void> =>
    world.append(streamId, timeOf((time += 40_000)), ...events)
  const publish = async (number: number): Promise<void> => {
    const round = (rounds.get(number) ?? 0) + 1
    rounds.set(number, round)
    const event = published(wording(number, round), texts, `${round}.0.0`)
    await makeBlobs(world.pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
    await append(streamOf(textNamed(number)), event)
  }
  const point = (): Point => ({
    articleId: idOf(textNamed(random(TEXTS))),
    headnoteSequence: [null, 1, 2][random(3)] ?? null,
  })
  const treat = async (number: number): Promise<void> => {
    const streamId = treatmentStream('a', number)
    recorded.push(streamId)
    const isSuggested = random(3) === 0
    const treatment: Treatment = {
      id: TreatmentId.parse(uuid('a', number)),
      type: TreatmentType.options[random(TreatmentType.options.length)] ?? 'cited',
      source: {
        slug: null,
        ecli: null,
        courtCode: ['fr.ccass', 'fr.ca', 'fr.tj', null][random(4)] ?? null,
        formation: random(2) === 0 ? 'pl' : null,
        pinpoint: null,
        quote: null,
      },
      target: point(),
      polarity: 'neutral',
      effectiveDate: day(random(5) === 0 ? '2026-01-20' : '2024-01-01'),
      status: isSuggested ? 'suggested' : 'confirmed',
      confidencePercent: isSuggested ? random(101) : null,
      by: 'test',
    }
    await append(streamId, { type: 'TreatmentRecorded', data: { treatment } })
  }
  /** A publisher's statement, of the text with an ECLI. */
  const state = (number: number): Promise<void> =>
    append(treatmentStream('d', number), {
      type: 'TreatmentStated',
      data: {
        id: TreatmentId.parse(uuid('d', number)),
        type: TreatmentType.options[random(TreatmentType.options.length)] ?? 'cited',
        source: {
          articleId: null,
          names: [],
          label: 'une décision',
          slug: null,
          courtCode: ['fr.ccass', 'fr.cc', null][random(3)] ?? null,
          formation: null,
        },
        target: {
          articleId: null,
          names: namesOfText(wording(random(TEXTS), 1)).map(({ name }) => name),
          label: 'une autre',
          day: null,
        },
        polarity: 'neutral',
        effectiveDate: day('2024-01-01'),
        by: 'publisher',
        statement: 'ANNULATION',
      },
    })
  const defined = new Set<string>()
  const deprecate = (id: string): Promise<void> =>
    append(StreamId.parse(`concept-${id}`), {
      type: 'ConceptDeprecated',
      data: { replacedBy: null },
    })
  const define = async (number: number): Promise<void> => {
    const at = number % CONCEPTS.length
    const id = CONCEPTS[at] ?? conceptIdOf('')
    const concept = {
      id,
      vocabulary: 'custom' as const,
      externalId: `https://vocabulary.test/${at}`,
      prefLabel: { fr: `notion ${number}` },
      altLabel: {},
      definition: {},
      broader: [],
      narrower: [],
      related: [],
      exactMatch: [],
      status: 'current' as const,
      replacedBy: null,
    }
    await append(StreamId.parse(`concept-${id}`), { type: 'ConceptDefined', data: { concept } })
    defined.add(id)
  }
  /**
   * A text ends, or its days are recorded; a publisher states something; a concept is deprecated.
   */
  const other = async (step: number): Promise<void> => {
    const numbers = [...rounds.keys()]
    const number = numbers[random(numbers.length)] ?? 0
    const stream = streamOf(textNamed(number))
    const replacement = Slug.parse(`slug-${textNamed(random(TEXTS))}`)
    const dice = random(6)
    if (dice === 0) await append(stream, unpublished)
    else if (dice === 1)
      await append(stream, { type: 'Withdrawn', data: { cause: 'a test', replacement } })
    else if (dice === 2) await append(stream, deleted)
    else if (dice === 3)
      await append(stream, validity(`${rounds.get(number) ?? 1}.0.0`, '2020-01-01', '2030-01-01'))
    else if (dice === 4) await state(step)
    else if (defined.size > 0) await deprecate([...defined][random(defined.size)] ?? '')
  }
  for (let number = 0; number < TEXTS; number += 1) if (random(4) > 0) await publish(number)
  for (let step = 0; step < STEPS; step += 1) {
    const known = recorded[random(Math.max(1, recorded.length))]
    const dice = random(12)
    if (dice < 4) await treat(step)
    else if (dice === 4 && known !== undefined)
      await append(known, { type: 'TreatmentConfirmed', data: { by: 'test' } })
    else if (dice === 5 && known !== undefined)
      await append(known, { type: 'TreatmentRetracted', data: { reason: 'a test', by: 'editor' } })
    else if (dice < 9) {
      const [from, to] = [point(), point()]
      const fact: NewEvent = { type: 'RelianceRecorded', data: { from, to, by: 'test' } }
      await append(treatmentStream('b', step), fact)
    } else if (dice === 9) {
      const assessedThrough = Position.parse(await world.log.head())
      const data = { point: point(), assessedThrough, by: 'test' }
      await append(treatmentStream('c', step), { type: 'CitatorAssessed', data })
    } else if (dice === 10) await define(step)
    else if (random(3) > 0 || rounds.size === 0) await publish(random(TEXTS))
    else await other(step)
  }
}
