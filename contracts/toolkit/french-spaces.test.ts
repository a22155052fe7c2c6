import { expect, test } from 'vitest'
import { withFrenchSpaces } from './french-spaces.ts'

const NO_BREAK = '\u00A0'
const NARROW = '\u202F'

test.each([
  ['Publier ?', `Publier${NARROW}?`],
  ['Attention ! Lisez ; puis décidez.', `Attention${NARROW}! Lisez${NARROW}; puis décidez.`],
  [' : ', `${NO_BREAK}: `],
  ['Dans « Mon compte » : rien', `Dans «${NO_BREAK}Mon compte${NO_BREAK}»${NO_BREAK}: rien`],
  ['de 1 à 4 000 caractères', `de 1 à 4${NARROW}000 caractères`],
  ['0 % des affirmations', `0${NARROW}% des affirmations`],
  ['le 3 mars 2026 à https://exemple.fr', 'le 3 mars 2026 à https://exemple.fr'],
])('no mark begins a line: %s', (written, set) => {
  expect(withFrenchSpaces(written)).toBe(set)
})

test('a sentence is set around the words that it is given, which stay as they were written', () => {
  const words = withFrenchSpaces({
    about: (title: string, name: string) => `Le texte « ${title} » : par ${name} ?`,
    count: (count: number) => `${count} textes ; lesquels ?`,
  })
  expect(words.about('Qui ? Moi !', 'Zoé : « la » 1 000')).toBe(
    `Le texte «${NO_BREAK}Qui ? Moi !${NO_BREAK}»${NO_BREAK}: par Zoé : « la » 1 000${NARROW}?`,
  )
  expect(words.about('', '')).toBe(`Le texte «${NO_BREAK}${NO_BREAK}»${NO_BREAK}: par ${NARROW}?`)
  expect(words.count(3)).toBe(`3 textes${NARROW}; lesquels${NARROW}?`)
})

test('words keep their shape', () => {
  const when = new Date(0)
  const words = withFrenchSpaces({
    list: [['?', 'cette liste']],
    none: null,
    when,
    more: { count: 3, of: (name: string) => ({ name }) },
  })
  expect(words).toMatchObject({ list: [['?', 'cette liste']], none: null, more: { count: 3 } })
  expect(words.when).toBe(when)
  expect(words.more.of('a ?')).toEqual({ name: 'a ?' })
})
