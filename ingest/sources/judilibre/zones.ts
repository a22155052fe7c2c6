/** Zones of a decision, in UTF-16 units of its text, as the API gives them. */
import type { JudicialDecisionInput } from '#contracts/decision.ts'
import { type DocumentContext, noteHere } from '../document.ts'
import { zoneNamed } from './codes.ts'
import { isObject, type Members, objects } from './members.ts'

type Zone = NonNullable<JudicialDecisionInput['zones']>[number]

const note = (context: DocumentContext, reason: string): void =>
  noteHere(context, 1, {
    refused: 'zone-repaired',
    reason: `Judilibre: ${reason}`,
    hint: 'nothing to do: the zones are a help for reading',
  })

const fitting = (
  name: Zone['name'],
  span: Members,
  length: number,
  context: DocumentContext,
): Zone[] => {
  const start = Number(span['start'])
  const end = Number(span['end'])
  const isSpan = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end
  if (!isSpan || start > length) {
    note(context, 'a zone lies outside of the text and is left out')
    return []
  }
  if (end > length) note(context, 'a zone ends beyond the text and is cut there')
  return [{ name, start, end: Math.min(end, length) }]
}

/**
 * In the order of the text. A zone that ends one past the text (the API does that) is cut, and
 * told.
 */
export const zonesOf = (decision: Members, context: DocumentContext): Zone[] => {
  const zones = decision['zones']
  const body = decision['text']
  if (!isObject(zones) || typeof body !== 'string') return []
  const found = Object.entries(zones).flatMap(([given, spans]) => {
    const name = zoneNamed(given)
    if (name === null && objects(spans).length > 0) note(context, `the zone ${given} is not known`)
    return name === null
      ? []
      : objects(spans).flatMap((span) => fitting(name, span, body.length, context))
  })
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}
