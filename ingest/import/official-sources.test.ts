import { describe, expect, test } from 'vitest'
import { importPolicyOf } from './official-sources.ts'

describe('an import publishes without a person', () => {
  test.each([
    { id: 'JURITEXT000048176061', licence: 'Licence Ouverte 2.0' },
    { id: 'x', licence: 'licence ouverte  2.0' },
    { id: 'x', licence: 'etalab-2.0' },
    { id: 'ad:const', licence: 'official text' },
    { id: 'eu-eurlex:32016R0679', licence: 'Decision 2011/833/EU' },
    { id: 'lu-legilux:loi#art_1', licence: 'CC BY 4.0' },
    { id: 'x', licence: 'CC-BY-4.0', url: 'https://data.legilux.public.lu/eli/etat/leg/1' },
  ])('%j, as an official source', (source) => {
    expect(importPolicyOf(source)).toBe('official-import')
  })

  test('the project’s own demonstration texts, as what they are', () => {
    expect(importPolicyOf({ id: 'demo:fr/texte', licence: 'CC-BY-4.0' })).toBe('demonstration')
  })
})

describe('a reviewer is needed for', () => {
  test.each([
    { id: 'cabinet:note-1' },
    { id: 'cabinet:note-1', licence: null, url: 'https://www.legifrance.gouv.fr/x' },
    { id: 'cabinet:note-1', licence: 'CC BY 4.0' },
    { id: 'cabinet:note-1', licence: 'CC BY 4.0', url: 'https://legilux.public.lu.evil.test/' },
    { id: 'cabinet:note-1', licence: 'All rights reserved' },
    { id: 'demo:fr/texte', licence: 'Licence Ouverte 2.0' },
    { id: 'x', licence: '', url: 'no address' },
  ])('%j', (source) => expect(importPolicyOf(source)).toBeNull())
})
