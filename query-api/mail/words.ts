/** The words of mails, in both languages. */
import { PRODUCT } from '#contracts/service.ts'
import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import type { Language } from '#contracts/web/language.ts'

const en = {
  subject: (texts: number): string =>
    `${PRODUCT}: ${texts} ${texts === 1 ? 'text' : 'texts'} in your saved searches`,
  intro: 'Texts began or ceased to match searches that you saved.',
  matched: 'Now match',
  unmatched: 'No longer match',
  more: (count: number): string => `and ${count} more`,
  toSearch: 'The saved search',
  why: 'You are sent this mail because you asked for it in your account.',
  settings: 'Each saved search says how often you are sent mail.',
  unsubscribe: 'Stop all mail of saved searches',
  confirmSubject: `${PRODUCT}: confirm your address`,
  confirmText:
    'Somebody who is signed in with this address asked for mail about saved searches. If it was you, confirm the address within seven days:',
  confirm: 'Confirm the address',
  confirmIgnore: 'If it was not you, do nothing: no other mail is sent.',
}
type MailWords = typeof en

const fr: MailWords = {
  subject: (texts) =>
    `${PRODUCT} : ${texts} ${texts < 2 ? 'texte' : 'textes'} dans vos recherches enregistrées`,
  intro: 'Des textes répondent désormais, ou ne répondent plus, à vos recherches enregistrées.',
  matched: 'Répondent désormais à la recherche',
  unmatched: 'N’y répondent plus',
  more: (count) => (count < 2 ? 'et un autre' : `et ${count} autres`),
  toSearch: 'La recherche enregistrée',
  why: 'Vous recevez ce message parce que vous l’avez demandé dans votre espace client.',
  settings: 'La fréquence des messages se règle sur la page de chaque recherche enregistrée.',
  unsubscribe: 'Ne plus recevoir aucun message sur les recherches enregistrées',
  confirmSubject: `${PRODUCT} : confirmez votre adresse`,
  confirmText:
    'Une personne connectée avec cette adresse a demandé à recevoir des messages sur ses recherches enregistrées. S’il s’agit de vous, confirmez l’adresse dans les sept jours :',
  confirm: 'Confirmer l’adresse',
  confirmIgnore:
    'S’il ne s’agit pas de vous, ne faites rien : aucun autre message ne vous sera envoyé.',
}

const WORDS: Readonly<Record<Language, MailWords>> = { en, fr: withFrenchSpaces(fr) }
export const mailWordsOf = (language: Language): MailWords => WORDS[language]
