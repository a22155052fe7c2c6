/** Words of documents that people take along, in both languages. */
import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import type { Language } from '#contracts/web/language.ts'

type FormatWords = {
  readonly check: string
  readonly checkText: string
  readonly checkOpen: string
  readonly checkKey: string
  readonly address: string
  readonly hash: string
  readonly status: (day: string | null) => string
  readonly headnote: (sequence: number) => string
  readonly inWords: string
  readonly notes: string
  readonly page: string
  readonly of: string
  readonly other: string
  readonly names: { readonly html: string; readonly pdf: string; readonly akn: string }
}

const en: FormatWords = {
  check: 'Check it yourself',
  checkText:
    'The SHA-256 hash identifies this version word for word: any change of the text changes it.',
  checkOpen: 'Compute it from the canonical form of this version; the answer begins with the hash:',
  checkKey: 'Compute it from the answer of the API, with a key:',
  address: 'Permanent address',
  hash: 'SHA-256 hash',
  status: (day) => (day === null ? 'Treatment' : `Treatment on ${day}`),
  headnote: (sequence) => `Headnote ${sequence}`,
  inWords: 'In the words of the text:',
  notes: 'Notes',
  page: 'page',
  of: 'of',
  other: 'Other formats',
  names: { html: 'Web page', pdf: 'PDF', akn: 'Akoma Ntoso' },
}

const fr: FormatWords = withFrenchSpaces({
  check: 'Vérifier ce document',
  checkText:
    'L’empreinte SHA-256 identifie cette version, mot pour mot : toute modification du texte la change.',
  checkOpen:
    'Elle se recalcule à partir de la forme canonique de cette version ; la réponse commence par l’empreinte :',
  checkKey: 'Elle se recalcule à partir de la réponse de l’API, avec une clé :',
  address: 'Adresse permanente',
  hash: 'Empreinte SHA-256',
  status: (day: string | null) => (day === null ? 'Valeur' : `Valeur au ${day}`),
  headnote: (sequence: number) => `Sommaire ${sequence}`,
  inWords: 'Dans les termes du texte :',
  notes: 'Notes',
  page: 'page',
  of: 'sur',
  other: 'Autres formats',
  names: { html: 'Page web', pdf: 'PDF', akn: 'Akoma Ntoso' },
})

export const FORMAT_WORDS: Readonly<Record<Language, FormatWords>> = { en, fr }
