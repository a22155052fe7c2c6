import { describe, expect, test } from 'vitest'
import { EMPTY_FORM, type EditorForm } from './form.ts'
import { mergeDrafts, NO_CHOICES, settledDraft } from './merge-forms.ts'

const headnote = (sequence: number, summary: string) => ({
  sequence,
  summary,
  sourceText: '',
  legalRuleType: '',
})
const BASE: EditorForm = {
  ...EMPTY_FORM,
  title: 'La garantie',
  abstract: 'Un résumé.',
  jurisdiction: ['FR'],
  headnotes: [headnote(1, 'Un.'), headnote(2, 'Deux.')],
}
const draft = (form: Partial<EditorForm>) => ({ form: { ...BASE, ...form }, text: 'Le texte.' })
const merged = (mine: Partial<EditorForm>, theirs: Partial<EditorForm>) =>
  mergeDrafts({ base: draft({}), mine: draft(mine), theirs: draft(theirs) })
const clean = (mine: Partial<EditorForm>, theirs: Partial<EditorForm>): EditorForm | undefined =>
  settledDraft(merged(mine, theirs), NO_CHOICES)?.form

describe('members', () => {
  test('changes of different members are both taken', () => {
    expect(clean({ title: 'Le titre' }, { abstract: 'Autre.' })).toMatchObject({
      title: 'Le titre',
      abstract: 'Autre.',
    })
  })

  test('two titles are a conflict, settled by a choice', () => {
    const both = merged({ title: 'Le mien' }, { title: 'Le sien' })
    expect(both.members).toMatchObject([{ kind: 'field', field: 'title' }])
    expect(settledDraft(both, NO_CHOICES)).toBeNull()
    const settled = (choice: 'mine' | 'theirs') =>
      settledDraft(both, { members: [choice], text: [] })?.form.title
    expect(settled('mine')).toBe('Le mien')
    expect(settled('theirs')).toBe('Le sien')
  })

  test('what each added to a list is there, and what one removed is not', () => {
    const form = clean({ jurisdiction: ['FR', 'LU'] }, { jurisdiction: ['EU'] })
    expect(form?.jurisdiction).toEqual(['EU', 'LU'])
  })
})

describe('headnotes', () => {
  test('changes of different headnotes are both taken', () => {
    const form = clean(
      { headnotes: [headnote(1, 'Un, corrigé.'), headnote(2, 'Deux.')] },
      { headnotes: [headnote(1, 'Un.'), headnote(2, 'Deux, complété.')] },
    )
    expect(form?.headnotes.map(({ summary }) => summary)).toEqual([
      'Un, corrigé.',
      'Deux, complété.',
    ])
  })

  test('two new ones with the same number are both kept', () => {
    const form = clean(
      { headnotes: [...BASE.headnotes, headnote(3, 'De moi.')] },
      { headnotes: [...BASE.headnotes, headnote(3, 'D’elle.')] },
    )
    expect(form?.headnotes.slice(2)).toEqual([headnote(3, 'D’elle.'), headnote(4, 'De moi.')])
  })

  test('one removed and changed is a conflict', () => {
    const both = merged(
      { headnotes: [headnote(1, 'Un.')] },
      { headnotes: [headnote(1, 'Un.'), headnote(2, 'Deux, complété.')] },
    )
    expect(both.members).toMatchObject([{ kind: 'headnote', sequence: 2, mine: null }])
    const count = (choice: 'mine' | 'theirs' | 'both') =>
      settledDraft(both, { members: [choice], text: [] })?.form.headnotes.length
    expect([count('mine'), count('theirs'), count('both')]).toEqual([1, 2, 2])
  })

  test('two wordings of one are kept both if so chosen', () => {
    const both = merged(
      { headnotes: [headnote(1, 'De moi.'), headnote(2, 'Deux.')] },
      { headnotes: [headnote(1, 'D’elle.'), headnote(2, 'Deux.')] },
    )
    const form = settledDraft(both, { members: ['both'], text: [] })?.form
    expect(form?.headnotes).toEqual([
      headnote(1, 'D’elle.'),
      headnote(2, 'Deux.'),
      headnote(3, 'De moi.'),
    ])
  })
})
