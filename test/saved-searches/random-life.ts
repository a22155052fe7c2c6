/** A corpus that lives: texts come, change and go, are treated, erased, and tied to concepts. */
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import type { NewEvent, StoredArticleEvent } from '#contracts/events/event.ts'
import type { Point, Treatment } from '#contracts/events/others.ts'
import { Position, Slug, StreamId, TreatmentId } from '#contracts/ids.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { planErasure } from '#ingest/domain/article/erasure-plan.ts'
import type { World } from '../citator/world.ts'
import {
  contentOf,
  day,
  deleted,
  idOf,
  published,
  streamOf,
  type Texts,
  timeOf,
  unpublished,
  validity,
  version,
  type WordingInput,
} from '../contract/read-models.fixtures.ts'

/** A number from 0 to below. */
export type Random = (below: number) => number
export const oneOf = <T>(random: Random, values: readonly T[]): T =>
  values[random(values.length)] as T
export const someOf = <T>(random: Random, values: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: 1 + random(most) }, () => oneOf(random, values))),
]

export const TEXTS = 60
export const COURTS = ['fr.ccass', 'fr.ca', 'fr.tj']
export const DOMAINS = ['civil.contracts', 'civil.obligations', 'labour.individual', 'digital.ai']
export const CONCEPTS = [0, 1, 2, 3, 4, 5].map((number) =>
  conceptIdOf(`https://vocabulary.test/life/${number}`),
)
/** The first has two below it, of which one has one more. */
export const NARROWER: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2]],
  [2, [3]],
])
export const ecliOf = (number: number): string =>
  `ECLI:FR:CCASS:2020:SO0${String(number).padStart(4, '0')}`
export const ARTICLES = [
  'article 1240 du code civil',
  'article 1103 du code civil',
  'article L. 1234-1 du code du travail',
]
export const SENTENCES = [
  'Le bail rural se renouvelle par tacite reconduction.',
  'Le CDI est la forme normale du travail.',
  'Un contrat à durée indéterminée peut être rompu.',
  'Le préavis de licenciement est de deux mois.',
  'Le licenciement repose sur une cause réelle et sérieuse.',
  'La clause de non-concurrence est limitée dans le temps.',
  'Les données à caractère personnel sont traitées loyalement.',
  'Le salarié doit être entendu avant la sanction.',
  'La caution s’oblige envers le créancier.',
  'Le bailleur délivre la chose louée.',
  'Le comité social et économique est consulté.',
  'Le CSE rend un avis motivé.',
  'La prescription court du jour de la connaissance.',
  'Le dépôt de garantie est restitué au locataire.',
]
const DAYS = ['2018-03-01', '2020-01-15', '2022-06-30', '2024-11-05']

const nameOf = (number: number): string => `life-${number}`
const uuid = (kind: string, number: number): string =>
  `${kind}0000000-0000-5000-8000-${String(number).padStart(12, '0')}`

const treatmentStream = (kind: string, number: number): StreamId =>
  StreamId.parse(`treatment-${uuid(kind, number)}`)

/** A text as the test knows it. */
type Known = { round: number; isPublic: boolean; slug: string; isErased: boolean }

export const openLife = async (world: World, random: Random) => {
  const texts: Texts = new Map()
  const known = new Map<number, Known>()
  const versions = new Map<StreamId, number>()
  const recorded: StreamId[] = []
  let time = 0
  let made = 0
  const now = () => timeOf((time += 40_000))
  const append = async (
    streamId: StreamId,
    events: readonly NewEvent[],
    destroys?: Parameters<World['events']['append']>[0][number]['destroys'],
  ): Promise<void> => {
    const expectedVersion = versions.get(streamId) ?? 0
    const context = { actor: 'test', time: now(), correlationId: 'test', causationId: null }
    const write = { streamId, expectedVersion, events: [...events] }
    const answer = await world.events.append(
      [destroys === undefined ? write : { ...write, destroys }],
      context,
    )
    if ('conflict' in answer) throw new Error('another writer appended')
    versions.set(streamId, expectedVersion + events.length)
  }
  const conceptsOf = () =>
    random(2) === 0
      ? []
      : someOf(random, CONCEPTS, 3).map((id) => ({
          id,
          assignedBy: 'editor' as const,
          relevancePercent: null,
        }))
  const wording = (number: number, slug: string): WordingInput => {
    const cited = [
      ...(random(2) === 0 ? [`Vu l’${oneOf(random, ARTICLES)}.`] : []),
      ...(random(3) === 0 ? [`Voir ${ecliOf(random(TEXTS))}.`] : []),
    ]
    const jurisdictions = ['FR', 'LU', 'EU'] as const
    const common: WordingInput = {
      slug,
      title: `${oneOf(random, ['Note', 'Arrêt', 'Étude'])} ${number} ${oneOf(random, ['bail', 'travail', 'contrat'])}`,
      contentClean: [...someOf(random, SENTENCES, 4), ...cited].join(' '),
      jurisdiction: someOf(random, jurisdictions, 2),
      legalDomain: random(3) === 0 ? [] : [oneOf(random, DOMAINS)],
      language: random(6) === 0 ? 'fr-LU' : 'fr',
      concepts: conceptsOf(),
    }
    if (number % 3 === 0)
      return {
        ...common,
        contentType: 'jurisprudence',
        headnotes: Array.from({ length: random(3) }, (_, at) => ({
          sequence: at + 1,
          summary: oneOf(random, SENTENCES),
          legalRuleType: oneOf(random, ['ratio', 'obiter', 'distinction', null]),
        })),
        judicialDecision: {
          courtCode: oneOf(random, COURTS),
          decisionDate: oneOf(random, DAYS),
          ecli: ecliOf(number),
          chamber: oneOf(random, ['soc', 'civ1', null]),
          solution: oneOf(random, ['rejet', 'cassation', null]),
        },
      }
    if (number % 3 === 1)
      return {
        ...common,
        contentType: 'legislation',
        provision: { work: 'code civil', number: `${1100 + number}`, section: null, anchor: null },
      }
    return {
      ...common,
      contentType: 'doctrine',
      doctrineSubtype: oneOf(random, ['practice_note', 'case_note', null]),
      publishedAt: timeOf(random(4) * 86_400 * 200),
    }
  }
  const publish = async (number: number): Promise<void> => {
    const before = known.get(number)
    if (before?.isErased === true) return
    const round = (before?.round ?? 0) + 1
    // Some texts get another slug with their wording.
    const slug = before === undefined || random(8) === 0 ? `life-${number}-${round}` : before.slug
    const content = contentOf(nameOf(number), wording(number, slug))
    const event = published(content, texts, `${round}.0.0`)
    await makeBlobs(world.pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
    texts.clear()
    await append(streamOf(nameOf(number)), [event])
    known.set(number, { round, isPublic: true, slug, isErased: false })
  }
  const publicTexts = (): number[] =>
    [...known].flatMap(([number, { isPublic }]) => (isPublic ? [number] : []))
  const take = async (event: (number: number) => NewEvent): Promise<void> => {
    const all = publicTexts()
    if (all.length === 0) return
    const number = oneOf(random, all)
    await append(streamOf(nameOf(number)), [event(number)])
    const one = known.get(number)
    if (one !== undefined) one.isPublic = false
  }
  /** Erases the oldest wordings of a text, or all of them. */
  const erase = async (): Promise<void> => {
    const all = [...known].filter(([, { isErased }]) => !isErased)
    if (all.length === 0) return
    const [number, one] = oneOf(random, all)
    const streamId = streamOf(nameOf(number))
    const count = random(3) === 0 ? one.round : Math.max(1, one.round - 1)
    const erased = Array.from({ length: count }, (_, at) => version(`${at + 1}.0.0`))
    const facts = (await world.events.readStreams([streamId])).get(streamId) ?? []
    const keys = await world.events.sealKeysOf(streamId)
    const scope = { versions: new Set(erased), whole: false }
    const plan = planErasure(facts as StoredArticleEvent[], keys, scope, (name) =>
      world.events.fingerprint(name),
    )
    const data = {
      versions: erased,
      whole: false,
      thread: null,
      ground: 'gdpr-17' as const,
      request: 'test',
      requestedBy: 'staff:first',
      keys: [...plan.keys],
      fingerprints: [...plan.fingerprints],
    }
    const { slugs, passages } = plan
    await append(streamId, [{ type: 'WordingErased', data }], { keys: plan.keys, slugs, passages })
    if (count === one.round) {
      one.isPublic = false
      one.isErased = true
    }
  }
  const point = (): Point => ({
    articleId: idOf(nameOf(random(TEXTS))),
    headnoteSequence: oneOf(random, [null, 1, 2]),
  })
  const treat = async (): Promise<void> => {
    made += 1
    const streamId = treatmentStream('a', made)
    recorded.push(streamId)
    const isSuggested = random(4) === 0
    const treatment: Treatment = {
      id: TreatmentId.parse(uuid('a', made)),
      type: oneOf(random, TreatmentType.options),
      source: {
        slug: null,
        ecli: null,
        courtCode: oneOf(random, [...COURTS, null]),
        formation: random(2) === 0 ? 'pl' : null,
        pinpoint: null,
        quote: null,
      },
      target: point(),
      polarity: 'neutral',
      effectiveDate: day('2024-01-01'),
      status: isSuggested ? 'suggested' : 'confirmed',
      confidencePercent: isSuggested ? random(101) : null,
      by: 'test',
    }
    await append(streamId, [{ type: 'TreatmentRecorded', data: { treatment } }])
  }
  const settle = async (): Promise<void> => {
    if (recorded.length === 0) return treat()
    const streamId = oneOf(random, recorded)
    await append(streamId, [
      random(2) === 0
        ? { type: 'TreatmentConfirmed', data: { by: 'test' } }
        : { type: 'TreatmentRetracted', data: { reason: 'a test', by: 'editor' } },
    ])
  }
  const rely = async (): Promise<void> => {
    made += 1
    const data = { from: point(), to: point(), by: 'test' }
    await append(treatmentStream('b', made), [{ type: 'RelianceRecorded', data }])
  }
  const assess = async (): Promise<void> => {
    made += 1
    const assessedThrough = Position.parse(await world.log.head())
    const data = { point: point(), assessedThrough, by: 'test' }
    await append(treatmentStream('c', made), [{ type: 'CitatorAssessed', data }])
  }
  /** A publisher's statement about a text by its names. */
  const state = async (): Promise<void> => {
    made += 1
    const number = random(TEXTS / 3) * 3
    await append(treatmentStream('d', made), [
      {
        type: 'TreatmentStated',
        data: {
          id: TreatmentId.parse(uuid('d', made)),
          type: oneOf(random, TreatmentType.options),
          source: {
            articleId: null,
            names: [],
            label: 'une décision',
            slug: null,
            courtCode: oneOf(random, [...COURTS, null]),
            formation: null,
          },
          target: {
            articleId: null,
            names: namesOfText(
              contentOf(nameOf(number), {
                contentType: 'jurisprudence',
                judicialDecision: { courtCode: 'fr.ccass', ecli: ecliOf(number) },
              }),
            ).map(({ name }) => name),
            label: 'une autre',
            day: null,
          },
          polarity: 'neutral',
          effectiveDate: day('2024-01-01'),
          by: 'publisher',
          statement: 'ANNULATION',
        },
      },
    ])
  }
  const define = async (number: number, label: string): Promise<void> => {
    const id = CONCEPTS[number] ?? conceptIdOf('')
    const concept = {
      id,
      vocabulary: 'custom' as const,
      externalId: `https://vocabulary.test/life/${number}`,
      prefLabel: { fr: label },
      altLabel: {},
      definition: {},
      broader: [],
      narrower: (NARROWER.get(number) ?? []).flatMap((at) => CONCEPTS[at] ?? []),
      related: [],
      exactMatch: [],
      status: 'current' as const,
      replacedBy: null,
    }
    await append(StreamId.parse(`concept-${id}`), [{ type: 'ConceptDefined', data: { concept } }])
  }
  const deprecate = async (): Promise<void> => {
    const id = oneOf(random, CONCEPTS)
    const replacedBy = random(2) === 0 ? null : oneOf(random, CONCEPTS)
    await append(StreamId.parse(`concept-${id}`), [
      { type: 'ConceptDeprecated', data: { replacedBy } },
    ])
  }
  const days = async (): Promise<void> => {
    const all = publicTexts()
    if (all.length === 0) return
    const number = oneOf(random, all)
    const round = 1 + random(known.get(number)?.round ?? 1)
    const [from, to] = oneOf(random, [
      ['2019-01-01', '2021-12-31'],
      ['2022-01-01', null],
      ['2015-01-01', '2030-01-01'],
      [null, '2023-01-01'],
    ] as const)
    await append(streamOf(nameOf(number)), [validity(`${round}.0.0`, from, to)])
  }
  for (const [number] of CONCEPTS.entries()) await define(number, `notion ${number}`)
  for (let number = 0; number < TEXTS / 2; number += 1) await publish(random(TEXTS))
  return {
    /** One act; what it was, for the report. */
    act: async (): Promise<string> => {
      const dice = random(40)
      const [name, act]: [string, () => Promise<void>] =
        dice < 14
          ? ['published or revised', () => publish(random(TEXTS))]
          : dice < 16
            ? ['unpublished', () => take(() => unpublished)]
            : dice < 18
              ? [
                  'withdrawn',
                  () =>
                    take(() => ({
                      type: 'Withdrawn',
                      data: { cause: 'a test', replacement: Slug.parse('life-1-1') },
                    })),
                ]
              : dice < 19
                ? ['deleted', () => take(() => deleted)]
                : dice < 20
                  ? ['erased', erase]
                  : dice < 28
                    ? ['treated', treat]
                    : dice < 31
                      ? ['confirmed or retracted', settle]
                      : dice < 32
                        ? ['relied on', rely]
                        : dice < 33
                          ? ['assessed', assess]
                          : dice < 34
                            ? ['stated', state]
                            : dice < 36
                              ? ['concept deprecated', deprecate]
                              : dice < 37
                                ? [
                                    'concept defined again',
                                    () => define(random(CONCEPTS.length), `notion ${random(99)}`),
                                  ]
                                : ['days recorded', days]
      await act()
      return name
    },
  }
}
export type Life = Awaited<ReturnType<typeof openLife>>
