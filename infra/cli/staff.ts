import { randomUUID } from 'node:crypto'
import type { Command } from '@commander-js/extra-typings'
import type { EmailAddress } from '#contracts/account.ts'
import { Fault, isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { StaffId } from '#contracts/staff.ts'
import { hashPassword, parsePassword } from '#contracts/web/passwords.ts'
import { secretHmacOf } from '#contracts/web/keys.ts'
import { makeSecrets } from '#contracts/web/secrets.ts'
import { signIn } from '#contracts/web/sign-in.ts'
import { invite, INVITATION_DAYS } from '#ingest/editorial/staff/invitations.ts'
import type { StaffMember } from '#ingest/editorial/staff/ports.ts'
import { passSecondFactor, currentCode } from '#ingest/editorial/staff/second-factor.ts'
import { personOfSession } from '#ingest/editorial/staff/signed-person.ts'
import { parseName, parseRoles, parseStaffEmail } from '#ingest/editorial/staff/terms.ts'
import { createToken, TOKEN_TERMS } from '#ingest/editorial/staff/tokens.ts'
import { isDemonstrationPerson } from '../processes/demonstration-staff.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { openStaff, type Staff } from '../processes/wiring/staff.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'
import { commandActor } from './actor.ts'
import { openHiddenInput, readHidden } from './hidden-input.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, type ReadSettings, readText, readTokenDays } from './reading.ts'
import { presentToken, removeToken, signedPersonOf, writeToken } from './staff-token.ts'

export { signedPersonOf }

const PASSWORD = 'password (not shown): '
/** How long a sign-in on the command line lasts. */
const SIGNED_IN_DAYS = 1

/** Does work with the people of the team. */
const withStaff = <T>(
  settings: Settings,
  work: (staff: Staff, database: Database) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, 'staff', async (database) =>
    work(await openStaff(settings, database), database),
  )

const memberNamed = async ({ people }: Staff, written: string): Promise<StaffMember | Refusal> => {
  const everybody = await people.list()
  const parsed = parseStaffEmail(written)
  const found = isRefusal(parsed)
    ? everybody.find(({ id }) => id === written)
    : everybody.find(({ email }) => email === parsed.email)
  if (found !== undefined) return found
  return refusalByCode('staff-unknown')
}

/** Does something to one person, or says why not. */
const change = (
  settings: Settings,
  written: string,
  act: (staff: Staff, member: StaffMember) => Promise<StaffMember | Refusal>,
  done: (member: StaffMember) => string,
): Promise<void> =>
  withStaff(settings, async (staff) => {
    const member = await memberNamed(staff, written)
    const outcome = isRefusal(member) ? member : await act(staff, member)
    if (isRefusal(outcome)) return refuse(outcome)
    say(done(outcome))
  })

const list = (text: string): string[] => text.split(',')

const defineAdd = (command: Command, settings: ReadSettings): void =>
  void command
    .description('add a member of staff; the password is read from standard input')
    .requiredOption('--email <address>', 'address to sign in with', readText)
    .requiredOption('--name <name>', 'as colleagues know it', readText)
    .requiredOption('--roles <list>', 'comma-separated', list)
    .action((options) => {
      const email = parseStaffEmail(options.email)
      if (isRefusal(email)) return refuse(email)
      const name = parseName(options.name)
      if (isRefusal(name)) return refuse(name)
      const roles = parseRoles(options.roles)
      if (isRefusal(roles)) return refuse(roles)
      return withStaff(settings(), async ({ people }) => {
        const password = parsePassword(await readHidden(PASSWORD))
        if (isRefusal(password)) return refuse(password)
        const id = StaffId.parse(randomUUID())
        const passwordHash = await hashPassword(password)
        const member = { id, passwordHash, ...email, ...name, ...roles }
        const added = await people.add(member, commandActor())
        if (isRefusal(added)) return refuse(added)
        print(id)
        say(`${added.name} may sign in at the desk as ${added.email}`)
      })
    })

const lineOf = (member: StaffMember): string =>
  [
    member.id,
    member.email,
    member.name,
    member.roles.join(' '),
    member.hasSecondFactor ? 'second factor' : 'no second factor',
    ...(member.disabledAt === null ? [] : [`disabled ${member.disabledAt}`]),
  ].join('  ')

const defineList = (command: Command, settings: ReadSettings): void =>
  void command
    .description('members of staff with their roles')
    .addOption(jsonOption())
    .action((options) =>
      withStaff(settings(), async ({ people }) => {
        const members = await people.list()
        printResult(options, members, members.map(lineOf))
      }),
    )

const defineRoles = (command: Command, settings: ReadSettings): void =>
  void command
    .description(
      'give a member of staff other roles; one taken away is gone at once, one added counts from the next sign-in',
    )
    .argument('<email>', 'address of the member of staff', readText)
    .requiredOption('--roles <list>', 'comma-separated: all that they have from now on', list)
    .action((email, options) => {
      const roles = parseRoles(options.roles)
      if (isRefusal(roles)) return refuse(roles)
      return change(
        settings(),
        email,
        ({ people }, { id }) => people.setRoles(id, roles.roles, commandActor()),
        (member) => `${member.email} has the roles ${member.roles.join(', ')}`,
      )
    })

const defineDisable = (command: Command, settings: ReadSettings): void =>
  void command
    .description(
      'disable a member of staff: sessions and access tokens end, and signing in is refused',
    )
    .argument('<email>', 'address of the member of staff', readText)
    .action((email) =>
      change(
        settings(),
        email,
        ({ people }, { id }) => people.disable(id, commandActor()),
        (member) => `${member.email} is disabled since ${member.disabledAt}`,
      ),
    )

const defineEnable = (command: Command, settings: ReadSettings): void =>
  void command
    .description('let a disabled member of staff sign in again')
    .argument('<email>', 'address of the member of staff', readText)
    .action((email) =>
      change(
        settings(),
        email,
        ({ people }, { id }) => people.enable(id, commandActor()),
        (member) => `${member.email} may sign in again`,
      ),
    )

const defineInvite = (command: Command, settings: ReadSettings): void =>
  void command
    .description('print a link with which somebody joins the team, once; no mail is sent')
    .requiredOption('--email <address>', 'address of the invited person', readText)
    .requiredOption('--roles <list>', 'comma-separated', list)
    .action((options) => {
      const email = parseStaffEmail(options.email)
      if (isRefusal(email)) return refuse(email)
      const roles = parseRoles(options.roles)
      if (isRefusal(roles)) return refuse(roles)
      const { host, deskPort } = settings()
      return withStaff(settings(), async (staff) => {
        const made = await invite(staff, { ...email, ...roles }, commandActor())
        if (isRefusal(made)) return refuse(made)
        print(`http://${host}:${deskPort}/desk/invitation/${made.token}`)
        say(`this link is shown once, works once, and lasts ${INVITATION_DAYS} days`)
      })
    })

const defineReset = (command: Command, settings: ReadSettings): void =>
  void command
    .description(
      'remove the second factor of a member of staff who lost it, and the access tokens made with it',
    )
    .argument('<email>', 'address of the member of staff', readText)
    .action((email) =>
      withStaff(settings(), async (staff) => {
        const member = await memberNamed(staff, email)
        if (isRefusal(member)) return refuse(member)
        const outcome = await staff.factors.remove(member.id, commandActor())
        if (isRefusal(outcome)) return refuse(outcome)
        say(`${member.email} sets a second factor up at the next sign-in`)
      }),
    )

const WRONG: Refusal = refusalByCode('sign-in-wrong')

/** Somebody who gave the right password and code. */
const signedMember = async (
  staff: Staff,
  email: EmailAddress,
): Promise<
  { readonly member: StaffMember; readonly secondFactor: 'none' | 'passed' } | Refusal
> => {
  const { people, factors, limiter, pepper } = staff
  const input = openHiddenInput()
  try {
    const attempt = { email, password: await input.ask(PASSWORD), device: undefined }
    const deps = { credentials: people, limiter, secrets: makeSecrets(pepper, 'desk') }
    const outcome = await signIn(deps, { ...attempt, address: undefined })
    if (outcome.outcome === 'throttled')
      return { ...refusalByCode('sign-in-throttled'), hint: `wait ${outcome.minutes} minutes` }
    if (outcome.outcome === 'wrong') return WRONG
    const id = StaffId.parse(outcome.userId)
    const member = (await people.byId([id])).get(id)
    if (member === undefined) return WRONG
    if (!member.hasSecondFactor) return { member, secondFactor: 'none' }
    const code = await input.ask('code of the second factor: ')
    const passed = await passSecondFactor({ factors, limiter, pepper }, id, code, Date.now())
    if (isRefusal(passed)) return passed
    return passed.outcome === 'throttled'
      ? { ...refusalByCode('sign-in-throttled'), hint: `wait ${passed.minutes} minutes` }
      : { member, secondFactor: 'passed' }
  } finally {
    input.close()
  }
}

const defineSignIn = (command: Command, settings: ReadSettings): void =>
  void command
    .description('sign in on this command line; password and code are read from standard input')
    .requiredOption('--email <address>', 'your address', readText)
    .action((options) => {
      const email = parseStaffEmail(options.email)
      if (isRefusal(email)) return refuse(email)
      return withStaff(settings(), async (staff) => {
        const signed = await signedMember(staff, email.email)
        if (isRefusal(signed)) return refuse(signed)
        const person = personOfSession(signed)
        if (person === null) return refuse(WRONG)
        const asked = { label: 'command line', scopes: [], days: SIGNED_IN_DAYS }
        const made = await createToken(staff, person, asked, Date.now())
        if (isRefusal(made)) return refuse(made)
        await writeToken(settings(), made.token)
        say(`${person.name} is signed in until ${made.stored.expiresAt}`)
        if (!person.secondFactor)
          say('  note: publishing needs a second factor: set one up at the desk, and sign in again')
      })
    })

const defineSignOut = (command: Command, settings: ReadSettings): void =>
  void command.description('end the sign-in of this command line').action(() =>
    withStaff(settings(), async ({ tokens, pepper }) => {
      const token = await presentToken(settings())
      const found = token === null ? null : await tokens.find(secretHmacOf(pepper, token))
      if (found !== null) await tokens.revoke(found.token.id, found.member.id, commandActor())
      await removeToken(settings())
      say('nobody is signed in on this command line')
    }),
  )

const defineWhoAmI = (command: Command, settings: ReadSettings): void =>
  void command
    .description('who is signed in on this command line, and what they may do')
    .addOption(jsonOption())
    .action((options) =>
      withDatabase(settings(), 'staff', async (database) => {
        const person = await signedPersonOf(settings(), database)
        const { id, name, roles, secondFactor } = person
        const scopes = [...person.scopes]
        printResult(options, { id, name, roles, scopes, secondFactor }, [
          `${name} (${roles.join(', ')})`,
          `may: ${scopes.join(' ')}`,
          secondFactor ? 'with a second factor' : 'without a second factor',
        ])
      }),
    )

const defineToken = (command: Command, settings: ReadSettings): void =>
  void command
    .description('print an access token of whoever is signed in here, once')
    .option('--label <text>', 'a name for the token', '')
    .option('--scopes <list>', 'comma-separated; default: all that your roles have', list, [])
    .option('--days <days>', 'how long it lasts', readTokenDays, TOKEN_TERMS.daysDefault)
    .action((asked) =>
      withStaff(settings(), async (staff, database) => {
        const person = await signedPersonOf(settings(), database)
        const made = await createToken(staff, person, asked, Date.now())
        if (isRefusal(made)) return refuse(made)
        print(made.token)
        say(`this token is shown once: keep it now. It lasts until ${made.stored.expiresAt}`)
      }),
    )

const defineCode = (command: Command, settings: ReadSettings): void =>
  void command
    .description('print the code of this moment of a demonstration person')
    .argument('<email>', 'address of the member of staff', readText)
    .action((email) =>
      withStaff(settings(), async (staff, database) => {
        const member = await memberNamed(staff, email)
        if (isRefusal(member)) return refuse(member)
        if (!isDemonstrationPerson(settings(), database, member))
          throw new Fault('not-a-demonstration')
        const code = await currentCode(staff, member.id, Date.now())
        if (code === null) return refuse(refusalByCode('second-factor-wrong'))
        print(code)
      }),
    )

export const staff = (command: Command, settings: ReadSettings): void => {
  defineAdd(command.command('add'), settings)
  defineList(command.command('list'), settings)
  defineRoles(command.command('roles'), settings)
  defineDisable(command.command('disable'), settings)
  defineEnable(command.command('enable'), settings)
  defineInvite(command.command('invite'), settings)
  defineReset(command.command('reset-second-factor'), settings)
  defineSignIn(command.command('sign-in'), settings)
  defineSignOut(command.command('sign-out'), settings)
  defineWhoAmI(command.command('whoami'), settings)
  defineToken(command.command('token'), settings)
  defineCode(command.command('code'), settings)
}
