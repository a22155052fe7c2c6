import { describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { recordToContent } from '../../enrich/record-to-content.ts'
import { readAll } from '../registry/testing.ts'
import { templateOf, TEMPLATES } from './template.ts'

const TIME = Instant.parse('2026-01-31T00:00:00.000Z')
const MEMBERS = { title: 'Une « note » : l’essentiel', language: 'fr', sourceId: 'manuscript:1' }

describe.each(TEMPLATES)('the template of a %s', (name) => {
  test('imports without a fault once it has a title and a text', async () => {
    const { records, refusals } = await readAll(`${templateOf(name, MEMBERS)}Le texte.\n`, 'a.md')
    expect(refusals).toEqual([])
    const [record] = records
    if (record === undefined) throw new Error('no record')
    const made = recordToContent(record, TIME)
    expect(isRefusal(made)).toBe(false)
    expect(record).toMatchObject({ title: MEMBERS.title, text: 'Le texte.', language: 'fr' })
  })

  test('imports also with every optional member', async () => {
    const optional = /^( *)# (?=\s*(?:- )?\w+:)/gmu
    const all = templateOf(name, MEMBERS).replaceAll(optional, '$1')
    const { refusals } = await readAll(`${all}Le texte.\n`, 'a.md')
    expect(refusals).toEqual([])
  })

  test('names what is missing as long as it is empty', async () => {
    const { records } = await readAll(templateOf(name, { ...MEMBERS, title: '' }), 'a.md')
    const [record] = records
    const made = record === undefined ? null : recordToContent(record, TIME)
    expect(made).toMatchObject({ path: 'title', also: [{ path: 'text' }] })
  })
})
