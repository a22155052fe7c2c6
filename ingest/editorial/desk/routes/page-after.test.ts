import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { pageAfter } from './page-after.ts'

const list = (after: string | null): Promise<string> =>
  after === null || after === 'given'
    ? Promise.resolve(`after ${after}`)
    : Promise.reject(new Fault('cursor-unknown'))

const broken = () => Promise.reject(new Fault('store-unavailable'))

test('a cursor of the list leads on, a foreign one to the first page', async () => {
  expect(await pageAfter(list, 'given')).toBe('after given')
  expect(await pageAfter(list, 'foreign')).toBe('after null')
})

test('other faults pass', async () => {
  await expect(pageAfter(broken, 'given')).rejects.toMatchObject({ code: 'store-unavailable' })
})
