import { describe, expect, test } from 'vitest'
import { SHORT_FORMS } from '../../vocabulary/short-forms.ts'
import { terms } from './analyse.ts'
import { groupsIn, indexedTerms } from './short-forms.ts'

describe('what words stand for', () => {
  test.each([
    ['un CDI', '=cdi'],
    ['Le contrat à durée indéterminée est la forme normale', '=cdi'],
    ['contrats de travail à durée déterminée', '=cdd'],
    ['le RGPD', '=rgpd'],
    ['Règlement général sur la protection des données', '=rgpd'],
    ['désigner un DPO', '=dpo'],
    ['le délégué à la protection des données', '=dpo'],
    ['membres du CSE', '=cse'],
    ['comités sociaux et économiques', '=cse'],
    ['au SMIC', '=smic'],
    ['jours de RTT', '=rtt'],
    ['ma mise au placard', '=placard'],
    ['un harcèlement moral', '=placard'],
  ])('%s: %s', (text, group) => expect(groupsIn(terms(text))).toContain(group))

  test('words that are not the whole wording stand for nothing', () =>
    expect(groupsIn(terms('un contrat de location à durée'))).toEqual([]))

  test('the words of a text stay as they are, before their groups', () =>
    expect(indexedTerms('Le CSE délibère.')).toEqual([...terms('Le CSE délibère.'), '=cse']))

  test('every wording has words, and no word looks like a group', () => {
    for (const wording of [...SHORT_FORMS.values()].flat()) {
      expect(terms(wording), wording).not.toEqual([])
      for (const word of terms(wording)) expect(word).toMatch(/^[a-z]/u)
    }
  })
})
