import { describe, test } from 'vitest'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'
import { eventLogContract } from './event-log.contract.ts'
import { eventStoreContract } from './event-store.contract.ts'
import { keptValuesContract } from './kept-values.contract.ts'

const CONTRACTS = [eventStoreContract, eventLogContract, keptValuesContract]

for (const contract of CONTRACTS) contract('the embedded PostgreSQL 18', openTestDatabase)

const missing = await postgres15Missing()
if (missing === null) for (const contract of CONTRACTS) contract('PostgreSQL 15', openPostgres15)
else describe('event store on PostgreSQL 15', () => test.skip(missing))
