import { expect, test } from 'vitest'
import { Actor } from '#contracts/audit.ts'
import { actorOfUser, commandActor } from './actor.ts'

test('a user keeps the name that fits', () => {
  expect(actorOfUser('j.martin')).toBe('cli:j.martin')
})

test.each([
  ['j@corp', 'cli:j-corp'],
  ['CORP\\j martin', 'cli:CORP-j-martin'],
  ['rené', 'cli:ren-'],
  ['', 'cli:unnamed'],
  ['x'.repeat(80), `cli:${'x'.repeat(64)}`],
])('the user %j is one name, which log and audit both take: %j', (name, actor) => {
  expect(actorOfUser(name)).toBe(actor)
  expect(Actor.safeParse(actor).success).toBe(true)
})

test('the user of this machine is an actor', () => {
  expect(Actor.safeParse(commandActor()).success).toBe(true)
})

const noEntry = () => {
  throw new Error('ENOENT: no such user')
}

test('a user without an entry in the list of users goes by the number', () => {
  expect(commandActor(noEntry)).toBe(`cli:uid-${process.getuid?.() ?? 'unknown'}`)
})
