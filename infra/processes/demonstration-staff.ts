/** People of the editorial team for a first look: `npm start` prints how to sign in as them. */
import { createHmac, randomUUID } from 'node:crypto'
import { EmailAddress } from '#contracts/account.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { StaffId, type StaffRole } from '#contracts/staff.ts'
import { hashPassword, isPassword } from '#contracts/web/passwords.ts'
import type { StaffMember } from '#ingest/editorial/staff/ports.ts'
import { currentCode, setSecondFactor } from '#ingest/editorial/staff/second-factor.ts'
import type { Settings } from '../settings.ts'
import type { Database } from './wiring/database.ts'
import { openStaff, type Staff } from './wiring/staff.ts'

const DOMAIN = 'demo.pandect.example'

type Person = {
  readonly email: EmailAddress
  readonly name: string
  readonly roles: readonly StaffRole[]
}
const person = (name: string, local: string, ...roles: StaffRole[]): Person => ({
  name,
  email: EmailAddress.parse(`${local}@${DOMAIN}`),
  roles,
})
const PEOPLE: readonly Person[] = [
  person('Claire Moreau', 'claire.auteur', 'author'),
  person('Karim Benali', 'karim.relecteur', 'reviewer'),
  person('Hélène Roussel', 'helene.editrice', 'publisher', 'administrator'),
]

/** Without letters that look like digits. */
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789'
const GROUPS = /.{4}(?=.)/g
const PASSWORD_CHARACTERS = 16
const SECRET_BYTES = 20

const derived = (pepper: string, purpose: string, email: string): Buffer =>
  createHmac('sha512', pepper).update(`demonstration staff, ${purpose}\n${email}`).digest()

/** The same at each start, and stored nowhere but as a hash. */
const passwordOf = (pepper: string, { email }: Pick<Person, 'email'>): string =>
  [...derived(pepper, 'password', email).subarray(0, PASSWORD_CHARACTERS)]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replaceAll(GROUPS, '$&-')

/** Who is a demonstration person; nobody is outside the demonstration on embedded engines. */
export const isDemonstrationPerson = (
  { demonstration }: Settings,
  { embedded }: Pick<Database, 'embedded'>,
  { email }: Pick<StaffMember, 'email'>,
): boolean => demonstration && embedded && PEOPLE.some((one) => one.email === email)

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * The code of the second factor of a demonstration person, for the page that asks for it; null for
 * everybody else, and wherever the desk can be reached from another machine.
 */
export const demonstrationCodes =
  (settings: Settings, database: Pick<Database, 'embedded'>, staff: Staff) =>
  async (member: StaffMember): Promise<string | null> =>
    isDemonstrationPerson(settings, database, member) &&
    LOOPBACK.has(settings.host) &&
    settings.trustProxy === null
      ? currentCode(staff, member.id, Date.now())
      : null

const addPerson = async (staff: Staff, { email, name, roles }: Person): Promise<StaffId> => {
  const { pepper, people } = staff
  const id = StaffId.parse(randomUUID())
  const passwordHash = await hashPassword(passwordOf(pepper, { email }))
  const added = await people.add({ id, email, name, roles, passwordHash }, 'system')
  if (isRefusal(added)) throw new Fault(added.refused, added.reason, { hint: added.hint })
  const secret = derived(pepper, 'second factor', email).subarray(0, SECRET_BYTES)
  await setSecondFactor(staff, id, secret, 0)
  return id
}

/** A line of what `npm start` prints. `password` null: the person chose another one. */
export type DemonstrationPerson = Person & { readonly password: string | null }

/**
 * The demonstration people, made on the first start on embedded engines; somebody who was disabled
 * is left out. Empty where there is no demonstration.
 */
export const demonstrationStaff = async (
  settings: Settings,
  database: Database,
): Promise<readonly DemonstrationPerson[]> => {
  if (!settings.demonstration || !database.embedded) return []
  const staff = await openStaff(settings, database)
  const known = new Map((await staff.people.list()).map((one) => [one.email, one]))
  const shown: DemonstrationPerson[] = []
  for (const one of PEOPLE) {
    const before = known.get(one.email)
    if (before === undefined) await addPerson(staff, one)
    const credentials = await staff.people.byEmail(one.email)
    if (credentials === null) continue
    const password = passwordOf(staff.pepper, one)
    const isOurs = before === undefined || (await isPassword(password, credentials.passwordHash))
    shown.push({ ...one, roles: before?.roles ?? one.roles, password: isOurs ? password : null })
  }
  return shown
}
