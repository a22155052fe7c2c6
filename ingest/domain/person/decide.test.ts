import { test } from 'vitest'
import type { PersonEvent } from '#contracts/events/event.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Day, Instant } from '#contracts/ids.ts'
import { given as givenDecider } from '../../../test/decider-spec.ts'
import { personDecider } from './decide.ts'

const given = (...events: readonly PersonEvent[]) => givenDecider(personDecider, events)

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
