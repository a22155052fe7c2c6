/** Every command of Pandect. The code of a command is loaded when it is the one that runs. */
import { Command, CommanderError } from '@commander-js/extra-typings'
import { Fault } from '#contracts/fault.ts'
import { parseSettings } from '../settings.ts'
import { EXIT, report, sayRefusal } from '../terminal.ts'
import type { ReadSettings } from './reading.ts'

/** Gives a command its arguments, options, subcommands and action. */
type Definition = (command: Command, settings: ReadSettings) => void
type Entry = readonly [name: string, description: string, load: () => Promise<Definition>]

const GROUPS: Readonly<Record<string, readonly Entry[]>> = {
  'Processes:': [
    [
      'serve',
      'all processes in one, on embedded engines unless settings name real ones (= npm start)',
      async () => (await import('./processes.ts')).serve,
    ],
    ['api', 'the read API alone', async () => (await import('./processes.ts')).api],
    [
      'desk',
      'the editors’ desk alone: its pages and the editorial API',
      async () => (await import('./processes.ts')).desk,
    ],
    [
      'relay',
      'the relay alone: the log to KAFKA_BROKERS',
      async () => (await import('./processes.ts')).relay,
    ],
    [
      'projector',
      'the projector alone: the log, or Kafka, to the read models',
      async () => (await import('./processes.ts')).projector,
    ],
    [
      'meter',
      'the meter alone: the ledger to STRIPE_API_KEY',
      async () => (await import('./processes.ts')).meter,
    ],
    [
      'notifier',
      'the notifier alone: changes to the webhooks of accounts',
      async () => (await import('./processes.ts')).notifier,
    ],
    [
      'worker',
      'the worker alone: workflows and activities of TEMPORAL_ADDRESS',
      async () => (await import('./processes.ts')).worker,
    ],
  ],
  'Texts:': [
    [
      'import',
      'import files or folders of texts; a state already recorded is left alone',
      async () => (await import('./import.ts')).importTexts,
    ],
    ['submit', 'submit drafts for review', async () => (await import('./acts.ts')).submit],
    [
      'request-changes',
      'send texts in review back to their authors, with reasons',
      async () => (await import('./acts.ts')).requestChanges,
    ],
    [
      'approve',
      'approve the wording that was read; somebody else than its authors',
      async () => (await import('./acts.ts')).approve,
    ],
    [
      'new',
      'write the Markdown file of a new text, with what each member is for',
      async () => (await import('./new.ts')).newText,
    ],
    [
      'sources',
      'folders of publishers, whose texts import --publish publishes',
      async () => (await import('./sources.ts')).sources,
    ],
    [
      'publish',
      'publish approved or unpublished texts',
      async () => (await import('./acts.ts')).publish,
    ],
    [
      'schedule',
      'publish approved texts at a time',
      async () => (await import('./acts.ts')).schedule,
    ],
    [
      'cancel-schedule',
      'cancel a scheduled publication; the approval stays',
      async () => (await import('./acts.ts')).cancelSchedule,
    ],
    [
      'discard-draft',
      'give up the draft of texts that have a version',
      async () => (await import('./acts.ts')).discardDraft,
    ],
    [
      'unpublish',
      'take texts out of public sight; publish brings them back',
      async () => (await import('./acts.ts')).unpublish,
    ],
    [
      'withdraw',
      'withdraw texts for a cause; takes two people',
      async () => (await import('./acts.ts')).withdraw,
    ],
    [
      'delete',
      'delete texts; takes two people; restore brings them back',
      async () => (await import('./acts.ts')).deleteTexts,
    ],
    [
      'cancel-request',
      'take back a request to withdraw or delete',
      async () => (await import('./acts.ts')).cancelRequest,
    ],
    [
      'assign',
      'make a member of the team responsible for a text',
      async () => (await import('./acts.ts')).assign,
    ],
    [
      'comment',
      'comment on a text or on words of it, answer, settle',
      async () => (await import('./acts.ts')).comment,
    ],
    ['comments', 'comments on a text', async () => (await import('./show.ts')).comments],
    [
      'list',
      'texts that people work on: state, authors, doubts',
      async () => (await import('./list.ts')).list,
    ],
    [
      'erase',
      'erase words of a text, a comment or a person for good; takes two people',
      async () => (await import('./erase.ts')).eraseSubjects,
    ],
    [
      'erasure',
      'erasures: proposals, take a request back, finish, certificate, prove',
      async () => (await import('./erasure.ts')).erasure,
    ],
    [
      'show',
      'one text: state, next step, doubts with their sentences, comments, history',
      async () => (await import('./show.ts')).show,
    ],
    [
      'history',
      'versions of a text and who did what when: hashes, bumps and their reasons',
      async () => (await import('./texts.ts')).history,
    ],
    [
      'diff',
      'what changed between two versions of a text',
      async () => (await import('./texts.ts')).diff,
    ],
  ],
  'Read models:': [
    [
      'export',
      'write the whole texts of the corpus to one file; check such a file',
      async () => (await import('./export.ts')).exportTexts,
    ],
    [
      'digest',
      'Merkle root, counts and position of the live read models',
      async () => (await import('./digest.ts')).digest,
    ],
    [
      'reembed',
      'embed all texts with the model of the settings, after it was changed',
      async () => (await import('./reembed.ts')).reembed,
    ],
    [
      'replay',
      'rebuild the read models beside the live ones, prove them equal, swap',
      async () => (await import('./replay.ts')).replay,
    ],
    [
      'dead-letters',
      'streams whose next event could not be read',
      async () => (await import('./dead-letters.ts')).deadLetters,
    ],
  ],
  'Knowledge about texts:': [
    [
      'vocab',
      'controlled vocabularies of concepts',
      async () => (await import('./vocab.ts')).vocab,
    ],
    ['concept', 'concepts of texts', async () => (await import('./concept.ts')).concept],
    [
      'headnote',
      'headnotes that a machine proposes; people decide on them',
      async () => (await import('./headnote.ts')).headnote,
    ],
    [
      'treatment',
      "what other texts do to a point of law: the citator's facts",
      async () => (await import('./treatment.ts')).treatment,
    ],
    [
      'citator',
      'colours of points of law, and why',
      async () => (await import('./citator.ts')).citator,
    ],
    [
      'groundedness',
      'whether texts say what their sources say',
      async () => (await import('./groundedness.ts')).groundedness,
    ],
  ],
  'Editorial team:': [
    [
      'staff',
      'people of the editorial team, and who acts on this command line',
      async () => (await import('./staff.ts')).staff,
    ],
  ],
  'Accounts, keys and bills:': [
    [
      'accounts',
      'accounts, and the people who manage them',
      async () => (await import('./accounts.ts')).accounts,
    ],
    [
      'webhooks',
      'endpoints that accounts registered',
      async () => (await import('./webhooks.ts')).webhooks,
    ],
    ['keys', 'API keys', async () => (await import('./keys.ts')).keys],
    [
      'billing',
      'the ledger and the external meter',
      async () => (await import('./billing.ts')).billing,
    ],
    [
      'privacy',
      'what is held about a person, in one file',
      async () => (await import('./privacy.ts')).privacy,
    ],
    ['audit', 'who did what to which record', async () => (await import('./audit.ts')).audit],
    [
      'usage',
      'what an account was charged in a month (UTC), by day and operation',
      async () => (await import('./usage.ts')).usage,
    ],
  ],
  'Backups:': [
    [
      'backup',
      'write everything that is recorded to two files, while the service runs',
      async () => (await import('./backup.ts')).backup,
    ],
    [
      'restore',
      'put a backup into an empty database; with --reason, bring texts back',
      async () => (await import('./restore.ts')).restore,
    ],
    [
      'log',
      'the log of facts: seal what was recorded in clear',
      async () => (await import('./log.ts')).log,
    ],
  ],
  'Checks:': [
    [
      'verify',
      'recompute the hash of an article as the API returned it',
      async () => (await import('./verify.ts')).verify,
    ],
    [
      'doctor',
      'which engines are configured and reachable, at which version, and what is missing',
      async () => (await import('./doctor.ts')).doctor,
    ],
  ],
}

/** One refusal format for commander's own errors, too: `error: unknown option …` is one. */
const quietly = { outputError: () => undefined }

/** The whole tree: every command with a description, defined in full when it is the one to run. */
export const makeProgram = (settings: ReadSettings, version: string): Command => {
  const program = new Command('pandect')
    .version(version, '--version', 'print the version')
    .description('A legal corpus that people and AI agents can search, cite, verify and prove.')
    .exitOverride()
    // A command with a subcommand leaves it the options that follow its name.
    .enablePositionalOptions()
    .configureOutput(quietly)
  const definitions = new Map<string, () => Promise<Definition>>()
  for (const [group, entries] of Object.entries(GROUPS)) {
    program.commandsGroup(group)
    for (const [name, description, load] of entries) {
      program.command(name).description(description)
      definitions.set(name, load)
    }
  }
  return program.hook('preSubcommand', async (_program, command) => {
    const define = await definitions.get(command.name())?.()
    definitions.delete(command.name())
    define?.(command as Command, settings)
  })
}

/** The names of all commands and their subcommands, such as `dead-letters retry`. */
export const commandNames = async (): Promise<readonly string[]> => {
  const names: string[] = []
  for (const [name, , load] of Object.values(GROUPS).flat()) {
    const command = new Command(name)
    const define = await load()
    define(command, () => parseSettings({}))
    names.push(name, ...command.commands.map((one) => `${name} ${one.name()}`))
  }
  return names
}

const sayUsage = ({ code, message }: CommanderError): void => {
  if (code === 'commander.help') return // the help itself is printed
  const reason = message.replace(/^error: /, '').replaceAll('\n', ' ')
  sayRefusal('pandect', 'usage-invalid', reason, 'add --help for the whole usage')
}

/** `help COMMAND` as `COMMAND --help`: only a command that is to run is defined in full. */
const withHelpOption = (words: readonly string[]): readonly string[] =>
  words[0] === 'help' && words.length > 1 ? [...words.slice(1), '--help'] : words

/** Runs the command that the words name. Answers the exit code of what went wrong. */
export const runProgram = async (
  words: readonly string[],
  environment: Record<string, string | undefined>,
  version: string,
): Promise<void> => {
  const program = makeProgram(() => parseSettings(environment), version)
  try {
    await program.parseAsync(withHelpOption(words), { from: 'user' })
  } catch (error) {
    // Work that a signal cut short may still run, and would keep the process alive.
    if (error instanceof Fault && error.code === 'aborted') process.exit(report(error))
    if (!(error instanceof CommanderError)) process.exitCode = report(error)
    else if (error.exitCode === 0) process.exitCode = EXIT.done
    else {
      sayUsage(error)
      process.exitCode = EXIT.usage
    }
  }
}
