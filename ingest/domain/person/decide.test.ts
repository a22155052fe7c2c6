import { test } from 'vitest'
import type { PersonEvent } from '#contracts/events/event.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Day, Instant } from '#contracts/ids.ts'
import { given as givenDecider } from '../../../test/decider-spec.ts'
import type { Fact } from '../decider.ts'
import { personDecider } from './decide.ts'

const given = (...events: readonly (PersonEvent | Fact<PersonEvent>)[]) =>
  givenDecider(personDecider, events)

const judge = {
  name: 'Mme Martin',
  office: 'president',
  courtCode: 'fr.ccass',
  from: null,
  to: null,
  recordedAt: Instant.parse('2026-01-01T00:00:00.000Z'),
}
const record = (over: Partial<typeof judge> = {}) =>
  ({ type: 'RecordPerson', person: { ...judge, ...over } }) as const
const recorded: PersonEvent = { type: 'PersonRecorded', data: judge }

test('a person is recorded once in each office', () => {
  given().when(record()).thenEvents(recorded)
  given(recorded).when(record()).thenNothing()
  given(recorded)
    .when(record({ office: 'rapporteur' }))
    .thenEventTypes('PersonRecorded')
})
test('the spelling that came first stays', () => {
  given(recorded)
    .when(record({ name: 'Mme MARTIN', office: 'rapporteur' }))
    .thenEvents({ type: 'PersonRecorded', data: { ...judge, office: 'rapporteur' } })
})
test('a decision names a person in an office once', () => {
  const naming = {
    personId: '0a1b2c3d-0000-5000-8000-000000000000',
    articleId: articleIdOf('test:ruling'),
    office: 'president',
    day: Day.parse('2026-01-31'),
  }
  const named: PersonEvent = { type: 'PersonNamed', data: naming }
  given().when({ type: 'NamePerson', naming }).thenEvents(named)
  given(named).when({ type: 'NamePerson', naming }).thenNothing()
})

const KEY = '0195512c-7d80-4000-8000-0000000000f1'
const WANTED = { ground: 'gdpr-17', request: 'RGPD 2026-3' } as const
const erase = (over: object = {}) =>
  ({
    type: 'ErasePerson',
    ...WANTED,
    actor: 'staff:first',
    keys: [KEY],
    unsealed: 0,
    ...over,
  }) as const
const asked = {
  type: 'ErasureRequested',
  data: { ...WANTED, versions: [], whole: true, thread: null },
  actor: 'staff:first',
  time: judge.recordedAt,
} as const satisfies Fact<PersonEvent>
const SECOND = { actor: 'staff:second' }
const erased: PersonEvent = {
  type: 'SubjectErased',
  data: { ...WANTED, requestedBy: 'staff:first', keys: [KEY] },
}

test('two persons erase a person, and an old file does not bring them back', () => {
  given(recorded).when(erase()).thenEvents({ type: asked.type, data: asked.data })
  given(recorded, asked).when(erase(SECOND)).thenEvents(erased)
  given(recorded, asked, erased).when(record()).thenRefused('person-erased')
  given(recorded, asked, erased)
    .when(record({ office: 'rapporteur' }))
    .thenRefused('person-erased')
})

test.each([
  ['nobody', [], erase(), 'person-unknown'],
  ['somebody twice', [recorded, asked, erased], erase(), 'already-erased'],
  ['somebody by one person', [recorded, asked], erase(), 'same-person'],
  [
    'somebody for another reason',
    [recorded, asked],
    erase({ ...SECOND, ground: 'order' }),
    'request-pending',
  ],
  ['somebody from before sealing', [recorded], erase({ unsealed: 1 }), 'facts-unsealed'],
  [
    'somebody without a reference',
    [recorded],
    erase({ request: ' \u200b' }),
    'erasure-reference-invalid',
  ],
] as const)('refuses to erase %s', (_, facts, command, refused) => {
  given(...facts)
    .when(command)
    .thenRefused(refused)
})

test('the fact that a decision names somebody is no person to erase', () => {
  const data = { personId: KEY, articleId: articleIdOf('test:a'), office: 'judge', day: null }
  given({ type: 'PersonNamed', data }).when(erase()).thenRefused('person-unknown')
})

const cancel = (reason: string) => ({ type: 'CancelPersonErasure', reason }) as const

test('a request is taken back with a reason, and then nothing waits', () => {
  const cancelled = { type: 'ErasureCancelled', data: { reason: 'Doublon.' } } as const
  given(recorded, asked).when(cancel(' Doublon. ')).thenEvents(cancelled)
  given(recorded, asked).when(cancel(' ')).thenRefused('reasons-missing')
  given(recorded, asked, cancelled).when(cancel('Doublon.')).thenRefused('nothing-pending')
  given(recorded, asked, cancelled).when(erase(SECOND)).thenEventTypes('ErasureRequested')
})
