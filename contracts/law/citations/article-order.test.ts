import { expect, test } from 'vitest'
import { articleOrderKey } from './article-order.ts'

const ORDERS = [
  ['Code du travail', 'L1234-5', 'L1234-5-1', 'L1234-10', 'L1235-1', 'R1234-1', 'D1234-2'],
  ['Code civil', 'Article préliminaire', '1er', '2', '9', '9-1', '16', '16-1', '515-8', '1240'],
  ['CGI', '39', '39-1', '39 A', '39 AA', '39 B', '39 bis', '39 bis A', '39 quinquies', '40'],
  ['Règlement', 'Article premier', 'Article 2', 'Article 10', 'Article 99', 'Annexe 1'],
  ['Code électoral', 'L. 126', 'LO 127', 'L.O. 128', 'L. 129', 'R*. 130', 'A131'],
  ['Constitució', "Preàmbul de la Constitució d'Andorra", 'Article 1', 'Article 2', 'Disposició'],
  ['Loi', 'Art. 1er.', 'Art. 1bis.', 'Art. 2-1.', 'Art. 3 ter', 'Art. 4'],
].map(([name = '', ...numbers]) => [name, numbers] as const)

test.each(ORDERS)('the articles of a work come in legal order: %s', (_, numbers) => {
  const sorted = numbers
    .toReversed()
    .map((number) => [articleOrderKey(number), number] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, number]) => number)
  expect(sorted).toEqual(numbers)
})

test('a text without a number comes first', () => {
  expect(articleOrderKey(null) < articleOrderKey('1')).toBe(true)
})
