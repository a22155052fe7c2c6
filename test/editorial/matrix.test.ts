/** Every act in every state by every role over HTTP, as the table of the life cycle says. */
import { describe, expect, test } from 'vitest'
import { StaffRole } from '#contracts/staff.ts'
import { SLUG } from '#ingest/editorial/desk.testing.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import { inputOf } from '#ingest/editorial/api/text-input.ts'
import {
  ACTS,
  actOf,
  ALL,
  EXPECTED,
  settingUp,
  viewed,
} from '#ingest/editorial/life-cycle.testing.ts'
import { openActs } from '#ingest/editorial/table.ts'
import { type Desk, makeDesk, personNamed, type Sent } from './harness.ts'

/** An act as a client sends it. */
const sent = async ({ send, desk }: Desk, who: string, act: EditorialAct): Promise<Sent> => {
  const text = `/texts/${SLUG}`
  if (act.act === 'revise') {
    const { draft, published } = await viewed(desk)
    const headers = { 'if-match': `"${draft?.tag ?? published?.sha256Hash ?? ''}"` }
    return send(who, 'PUT', `${text}/draft`, { body: inputOf(act.content), headers })
  }
  const { act: name, ...body } = act
  if (act.act === 'comment') {
    const { body: words, inReplyTo, target } = act
    return send(who, 'POST', `${text}/comments`, { body: { body: words, inReplyTo, target } })
  }
  if (act.act === 'resolve-comment') return send(who, 'POST', `${text}/comments/${act.id}/resolve`)
  return send(who, 'POST', `${text}/acts/${name}`, { body })
}

const STATUSES = [403, 404, 409, 412, 422]

describe.each(ACTS)('%s', (name) => {
  const { from, roles } = EXPECTED[name]
  test.each(ALL)('of a text that is %s', async (setting) => {
    let desk = await settingUp(setting)
    let over = makeDesk({}, desk)
    for (const role of StaffRole.options) {
      const isAllowed = from.includes(setting) && roles.includes(role)
      const view = await viewed(desk)
      const facts = desk.log.length
      const { status, body } = await sent(over, role, actOf(name, view))
      if (isAllowed) {
        expect(status, `${role}: ${JSON.stringify(body)}`).toBe(200)
        expect(body['position'], role).toBe(desk.log.length)
        desk = await settingUp(setting)
        over = makeDesk({}, desk)
        continue
      }
      expect(STATUSES, `${role}: ${status} ${JSON.stringify(body)}`).toContain(status)
      expect(desk.log, 'a refused act records nothing').toHaveLength(facts)
      const shown = openActs(view, personNamed(role)).find((one) => one.act === name)
      // Without any scope of the act the token is refused before the act.
      if (body['error'] === 'insufficient_scope')
        expect(shown).toMatchObject({ refused: 'scope-missing' })
      else if (status !== 412)
        expect(body['reason'], role).toBe(shown?.allowed === false && shown.refused)
      expect(body['hint'], role).toBeTypeOf('string')
    }
  })
})
