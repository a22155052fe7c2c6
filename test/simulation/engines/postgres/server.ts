/**
 * A PostgreSQL server in memory, as its clients see it: transactions, row locks, session locks,
 * notifications, and everything that can go wrong between a client and a server.
 */
import { asHost, type Host, type Simulation } from '../../kernel/simulation.ts'
import { makeTables } from './tables.ts'
import { checkSlugs, installReadModels } from './statements-read-models.ts'
import type { Outcome, ServerSide, StatementRule } from './rule.ts'
import { STATEMENTS } from './statements.ts'

/** How long a statement and its way there take at most, milliseconds. */
const LATENCY_MS = 6
const SLOW_MS = 900
/** After it the server cancels a statement (`statement_timeout`). */
const STATEMENT_MS = 30_000
/** A client hears that its session ended within this time, or finds out by its next statement. */
const NEWS_MS = 3_000

export type Answered = { readonly rows: readonly object[]; readonly rowCount: number }

export type Trouble = {
  /** Probability that a statement is lost before the server has it. */
  lostBefore: number
  /** Probability that a statement was done and its answer is lost. */
  lostAfter: number
  slow: number
  /** Probability that two transactions collide. */
  contended: number
}
const CALM: Trouble = { lostBefore: 0, lostAfter: 0, slow: 0, contended: 0 }

type Transaction = ReturnType<ReturnType<typeof makeTables>['begin']> & {
  readonly announced: [string, string][]
  readonly locks: Set<string>
  /** A statement failed: only a rollback is left. */
  isFailed: boolean
}

export type Session = {
  readonly id: number
  readonly host: Host | null
  /** The server still knows it. */
  isOpen: boolean
  /** The client still believes in it. */
  isTrusted: boolean
  transaction: Transaction | null
  readonly channels: Set<string>
  readonly held: Set<string>
  /** Locks that it was given at any time. */
  readonly granted: Set<string>
  onEnd: () => void
  onNotification: (channel: string, payload: string) => void
}

const stateError = (code: string, message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more })
const connectionLost = (): Error => stateError('ECONNRESET', 'Connection terminated unexpectedly')

const UNLOGGED = new Set(['reservations'])

type Waiting = { readonly transaction: Transaction; readonly go: () => void }

const answerOf = (outcome: Outcome): Answered =>
  typeof outcome === 'number'
    ? { rows: [], rowCount: outcome }
    : { rows: outcome, rowCount: outcome.length }

export type PostgresServer = ReturnType<typeof makePostgresServer>

export const makePostgresServer = (simulation: Simulation) => {
  const { random } = simulation
  const tables = makeTables({ unlogged: UNLOGGED })
  const sessions = new Set<Session>()
  const rowLocks = new Map<string, { owner: Transaction; readonly waiting: Waiting[] }>()
  /** Session locks by key, with their holders. */
  const sessionLocks = new Map<string, Session>()
  const trouble: Trouble = { ...CALM }
  let isUp = true
  let isFull = false
  let skewMs = 0
  /** Locks that a process believes to hold, by host: granted, and no news of a loss yet. */
  const believed = new Map<Host, Set<string>>()
  const onGrant: ((host: Host | null, key: string) => void)[] = []
  let ids = 0
  /** Told of each statement just before it runs. */
  const watchers: ((host: Host | null, name: string, values: readonly unknown[]) => void)[] = []

  const begin = (): Transaction =>
    Object.assign(tables.begin(), {
      announced: [],
      locks: new Set<string>(),
      isFailed: false,
    })
  const unlock = (transaction: Transaction): void => {
    for (const key of transaction.locks) {
      const lock = rowLocks.get(key)
      const next = lock?.waiting.shift()
      if (lock === undefined || next === undefined) rowLocks.delete(key)
      else {
        lock.owner = next.transaction
        next.transaction.locks.add(key)
        next.go()
      }
    }
    transaction.locks.clear()
  }
  const lockRow = async (transaction: Transaction, key: string): Promise<void> => {
    const lock = rowLocks.get(key)
    if (lock === undefined) {
      rowLocks.set(key, { owner: transaction, waiting: [] })
      transaction.locks.add(key)
      return
    }
    if (lock.owner === transaction) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { transaction, go: resolve }
    lock.waiting.push(entry)
    const timer = simulation.after(
      STATEMENT_MS,
      `postgres cancels a statement that waits for ${key}`,
      () => {
        lock.waiting.splice(lock.waiting.indexOf(entry), 1)
        reject(stateError('57014', 'canceling statement due to statement timeout'))
      },
      null,
    )
    await promise.finally(() => timer.cancel())
  }
  const announce = (announced: readonly (readonly [string, string])[]): void => {
    for (const [channel, payload] of announced)
      for (const session of sessions)
        if (session.channels.has(channel) && session.isOpen && session.isTrusted)
          simulation.after(
            random.next() * LATENCY_MS,
            `hears ${channel}`,
            () => session.isTrusted && session.onNotification(channel, payload),
            session.host,
          )
  }
  const commit = (transaction: Transaction): void => {
    try {
      if (transaction.isDirty()) checkSlugs(transaction.view)
      transaction.commit()
      announce(transaction.announced)
    } finally {
      unlock(transaction)
    }
  }
  /** The server forgets a session: its transaction is undone and its locks are free. */
  const dropSession = (session: Session): void => {
    if (!session.isOpen) return
    session.isOpen = false
    sessions.delete(session)
    for (const key of session.held) if (sessionLocks.get(key) === session) sessionLocks.delete(key)
    session.held.clear()
    if (session.transaction !== null) unlock(session.transaction)
    session.transaction = null
  }
  /** The client learns that its session is gone. */
  const tellClient = (session: Session): void => {
    if (!session.isTrusted) return
    session.isTrusted = false
    if (session.host !== null)
      for (const key of session.granted) believed.get(session.host)?.delete(key)
    session.onEnd()
  }
  /** A connection breaks: the server notices at once, the client now or a while later. */
  const breakSession = (session: Session, newsMs: number): void => {
    dropSession(session)
    simulation.after(
      newsMs,
      'hears that its session ended',
      () => tellClient(session),
      session.host,
    )
  }

  const serverSide = (transaction: Transaction): ServerSide => ({
    clock: () => simulation.now() + skewMs,
    notify: (channel, payload) => void transaction.announced.push([channel, payload]),
    dontWaitForDisk: () => void (transaction.waitsForDisk = false),
    anyOrder: (rows) => random.shuffled(rows),
  })
  const runRule = async (
    transaction: Transaction,
    rule: StatementRule,
    values: readonly unknown[],
  ): Promise<Answered> => {
    for (const key of rule.locks?.(values as never) ?? []) await lockRow(transaction, key)
    const wasDirty = transaction.isDirty()
    const outcome = rule.run(transaction.view, values as never, serverSide(transaction))
    if (isFull && !wasDirty && transaction.isDirty())
      throw stateError('53100', 'could not extend file: No space left on device')
    return answerOf(outcome)
  }

  const ruleOf = (name: string): StatementRule => {
    const rule = STATEMENTS[name]
    if (rule !== undefined) return rule
    const error = new Error(`the simulated PostgreSQL does not know the statement: ${name}`)
    simulation.fail('simulated-engine', error.message)
    throw error
  }

  const sessionStatement = (
    session: Session,
    name: string,
    values: readonly unknown[],
  ): Answered | null => {
    const done = { rows: [], rowCount: 0 }
    if (name.startsWith('begin')) {
      session.transaction = begin()
      return done
    }
    if (name === 'commit' || name === 'rollback') {
      const { transaction } = session
      session.transaction = null
      if (transaction === null) return done
      if (name === 'rollback' || transaction.isFailed) unlock(transaction)
      else commit(transaction)
      return done
    }
    const channel = /^listen "?(?<channel>[a-z_]+)"?$/.exec(name)?.groups?.['channel']
    if (channel !== undefined) {
      session.channels.add(channel)
      return done
    }
    if (name.startsWith('select pg_try_advisory_lock(')) {
      const key = String(values[1])
      const holder = sessionLocks.get(key)
      const held = holder === undefined || holder === session
      if (held) {
        sessionLocks.set(key, session)
        session.held.add(key)
        session.granted.add(key)
        for (const hear of onGrant) hear(session.host, key)
        if (session.host !== null) {
          const own = believed.get(session.host) ?? new Set()
          believed.set(session.host, own.add(key))
        }
        simulation.note(`${session.host?.name ?? ''} holds ${key}`)
      }
      return { rows: [{ held }], rowCount: 1 }
    }
    return null
  }

  const execute = async (
    session: Session,
    name: string,
    values: readonly unknown[],
  ): Promise<Answered> => {
    const own = sessionStatement(session, name, values)
    if (own !== null) return own
    const { transaction } = session
    if (transaction?.isFailed === true) throw stateError('25P02', 'current transaction is aborted')
    const rule = ruleOf(name)
    for (const watch of watchers) watch(session.host, name, values)
    const running = transaction ?? begin()
    try {
      const answer = await runRule(running, rule, values)
      if (!session.isOpen) throw connectionLost()
      if (transaction === null) commit(running)
      return answer
    } catch (error) {
      if (transaction === null) unlock(running)
      else {
        transaction.isFailed = true
        // The session was dropped while its statement waited for a lock.
        if (!session.isOpen) unlock(transaction)
      }
      throw error
    }
  }

  return {
    trouble,
    tables: { committed: tables.committed },
    watch: (watcher: (typeof watchers)[number]): void => void watchers.push(watcher),
    isUp: () => isUp,
    setFull: (full: boolean): void => void (isFull = full),
    setSkew: (ms: number): void => void (skewMs = ms),
    clock: () => simulation.now() + skewMs,
    calm: (): void => {
      Object.assign(trouble, CALM)
      isFull = false
    },
    install: (): void => {
      const first = begin()
      installReadModels(first.view)
      commit(first)
    },
    /** Puts a row where no program would, to plant a cause. */
    plant: (work: (db: Transaction['view']) => void): void => {
      const own = begin()
      work(own.view)
      commit(own)
    },
    connect: async (host: Host | null): Promise<Session> => {
      await simulation.step('connects', LATENCY_MS, host)
      if (!isUp || random.chance(trouble.lostBefore)) throw stateError('ECONNREFUSED', 'refused')
      ids += 1
      const session: Session = {
        id: ids,
        host,
        isOpen: true,
        isTrusted: true,
        transaction: null,
        channels: new Set(),
        held: new Set(),
        granted: new Set(),
        onEnd: () => undefined,
        onNotification: () => undefined,
      }
      sessions.add(session)
      return session
    },
    query: async (
      session: Session,
      name: string,
      values: readonly unknown[],
    ): Promise<Answered> => {
      const { host } = session
      const latency = random.chance(trouble.slow) ? SLOW_MS : LATENCY_MS
      await simulation.step(name.length > 40 ? name.slice(0, 40) : name, latency, host)
      if (!session.isTrusted) throw connectionLost()
      if (!session.isOpen || random.chance(trouble.lostBefore)) {
        dropSession(session)
        tellClient(session)
        throw connectionLost()
      }
      if (random.chance(trouble.contended)) {
        if (session.transaction !== null) session.transaction.isFailed = true
        throw stateError('40P01', 'deadlock detected')
      }
      const answer = await execute(session, name, values)
      if (random.chance(trouble.lostAfter)) {
        dropSession(session)
        tellClient(session)
        throw connectionLost()
      }
      return answer
    },
    /** The client closes its session. */
    end: (session: Session): void => {
      dropSession(session)
      tellClient(session)
    },
    /** The server restarts: every session is lost, and what was not on the disk. */
    crash: (downMs: number): void => {
      simulation.note('postgres crashes')
      isUp = false
      for (const session of sessions) breakSession(session, random.next() * LATENCY_MS)
      tables.crash()
      simulation.after(downMs, 'postgres is back', () => (isUp = true), null)
    },
    /** The connection that holds a lock breaks. Its client may go on for a while. */
    loseLock: (): void => {
      const holders = [...sessionLocks.values()]
      if (holders.length === 0) return
      const session = random.pick(holders)
      simulation.note(`the session of ${[...session.held].join()} breaks`)
      breakSession(session, random.next() * NEWS_MS)
    },
    watchGrants: (hear: (typeof onGrant)[number]): void => void onGrant.push(hear),
    /** Whether a process was given a session lock and has not heard yet that it is lost. */
    believesToHold: (host: Host, key: string): boolean => believed.get(host)?.has(key) === true,
    /** The sockets of a killed process close. */
    dropHost: (host: Host, afterMs: number): void => {
      for (const session of sessions)
        if (session.host === host)
          asHost(null, () =>
            simulation.after(
              afterMs,
              'postgres closes a session',
              () => dropSession(session),
              null,
            ),
          )
    },
  }
}
