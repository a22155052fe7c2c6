/**
 * Erases a person once two persons asked for it: identity and office, and which decisions name them
 * (contracts/conventions/erasure.md).
 */
import type { PersonEvent } from '#contracts/events/event.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { personStream, type Position } from '#contracts/ids.ts'
import { hasSealedMembers } from '#contracts/sealing/sealed-event.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import {
  type DecidedStream,
  handle,
  handleBatch,
  loadStreams,
} from '../../command-handler/command-handler.ts'
import { decideNext } from '../../domain/decider.ts'
import { personDecider, type PersonState } from '../../domain/person/decide.ts'
import { type DomainRefusal, refuse } from '../../domain/refusals.ts'
import type { ErasureReason } from '../../domain/two-persons.ts'
import { writeLine } from '../audit-line.ts'
import type { ActStamp } from '../carry-out.ts'
import {
  actRefusal,
  contextOf,
  type ErasureAct,
  type ErasureDeps,
  type ErasureOutcome,
  erasureRefusal,
} from './erase.ts'

export type PersonErasureDeps = Pick<ErasureDeps, 'store' | 'digestOf' | 'audit'>

/** What the erasure of a person does, or would do. */
export type PersonErasureOutcome = Pick<ErasureOutcome, 'state' | 'keys' | 'position'> & {
  readonly personId: string
}

type LoadedPerson = DecidedStream<PersonState, PersonEvent>
type KeysOfPerson = { readonly keys: readonly string[]; readonly unsealed: number }

const keysOf = async (
  { store }: Pick<PersonErasureDeps, 'store'>,
  { streamId }: LoadedPerson,
): Promise<KeysOfPerson> => {
  const [streams, keys] = await Promise.all([
    store.readStreams([streamId]),
    store.sealKeysOf(streamId),
  ])
  const facts = streams.get(streamId) ?? []
  return {
    keys: [...new Set([...keys.values()].flatMap((key) => key ?? []))],
    unsealed: facts.filter((fact) => !keys.has(fact.streamVersion) && hasSealedMembers(fact))
      .length,
  }
}

const KINDS = {
  requested: 'person.erasure-requested',
  erased: 'person.erased',
} as const

/** A person whom the log knows; a naming has a stream of the same kind, and is none. */
const isKnown = ({ state }: LoadedPerson): boolean => state.name !== null

/**
 * Asks for the erasure of a person, or carries out what another person asked for: then the keys are
 * destroyed in the transaction that records it. `dryRun` decides and records nothing. Throws Fault
 * `streams-busy`.
 */
export const erasePerson = async (
  deps: PersonErasureDeps,
  by: SignedPerson,
  personId: string,
  wanted: ErasureReason,
  {
    dryRun = false,
    act,
    ...at
  }: ActStamp & { readonly dryRun?: boolean; readonly act?: ErasureAct },
): Promise<PersonErasureOutcome | Refusal> => {
  const refused = erasureRefusal(by)
  if (refused !== null) return refused
  const streamId = personStream(personId)
  const context = contextOf(by, at)
  type Decided = Pick<PersonErasureOutcome, 'state' | 'keys'>
  const { answer, position } = await handleBatch<
    PersonState,
    never,
    PersonEvent,
    Decided | DomainRefusal
  >(deps.store, { ...personDecider, decide: () => [] }, [streamId], context, async (streams) => {
    const loaded = streams.get(streamId)
    if (loaded === undefined || !isKnown(loaded))
      return { streams: [], answer: refuse('person-unknown') }
    const notNow = actRefusal(act, loaded.state.requested)
    if (notNow !== null) return { streams: [], answer: notNow }
    const found = await keysOf(deps, loaded)
    const { actor } = context
    const command = { type: 'ErasePerson', ...wanted, ...found, actor } as const
    const decided = decideNext(personDecider, loaded, command, context)
    if (isRefusal(decided)) return { streams: [], answer: decided }
    const isErased = decided.state.isErased
    const state = isErased ? 'erased' : 'requested'
    const outcome = { state, keys: found.keys.length } as const
    if (dryRun) return { streams: [], answer: outcome }
    const destroys = isErased
      ? {
          keys: found.keys,
          slugs: [],
          passages: [],
          digest: await deps.digestOf(streamId),
        }
      : undefined
    const append = destroys === undefined ? decided : { ...decided, destroys }
    return { streams: [append], answer: outcome }
  })
  if (isRefusal(answer)) return answer
  if (dryRun) return { ...answer, personId, state: 'planned', position: null }
  await writeLine(deps.audit, {
    kind: KINDS[answer.state === 'erased' ? 'erased' : 'requested'],
    actor: staffActor(by.id),
    subject: personId,
    data: { ground: wanted.ground },
  })
  return { ...answer, personId, position }
}

/** Takes back a request that nobody confirmed. */
export const cancelPersonErasure = async (
  { store }: Pick<PersonErasureDeps, 'store'>,
  by: SignedPerson,
  personId: string,
  reason: string,
  at: ActStamp,
): Promise<{ readonly personId: string; readonly position: Position | null } | Refusal> => {
  const refused = erasureRefusal(by)
  if (refused !== null) return refused
  const streamId = personStream(personId)
  const loaded = (await loadStreams(store, personDecider, [streamId])).get(streamId)
  if (loaded === undefined || !isKnown(loaded)) return refuse('person-unknown')
  const command = { type: 'CancelPersonErasure', reason } as const
  const handled = await handle(store, personDecider, streamId, command, contextOf(by, at))
  return isRefusal(handled) ? handled : { personId, position: handled.position }
}
