import { describe } from 'vitest'
import { staffStoreContract } from '../../../test/contract/staff.contract.ts'
import { memoryStaff } from './memory.testing.ts'

describe('the people of the team in memory', () =>
  staffStoreContract(async () => {
    const { store, acts } = memoryStaff()
    return { store, acts: () => Promise.resolve(acts) }
  }))
