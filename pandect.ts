#!/usr/bin/env node
/** The front door: every command of Pandect, in one table of contents. */
import { enableCompileCache } from 'node:module'
import { Command, CommanderError, Option } from 'commander'
import { reportCrashes } from '#infra/crash.ts'
import { EXIT, report } from '#infra/terminal.ts'
import { parseSettings, type Settings } from '#infra/settings.ts'
import packageJson from './package.json' with { type: 'json' }

enableCompileCache()
reportCrashes()
// A write beyond a file size limit then fails with an error that says so, instead of ending the
// process.
process.on('SIGXFSZ', () => undefined)

const settings = () => parseSettings(process.env)
const json = () => new Option('--json', 'print one JSON object on stdout')

const program = new Command('pandect')
  .version(packageJson.version, '--version', 'print the version')
  .description('A legal corpus that people and AI agents can search, cite, verify and prove.')
  .showHelpAfterError('(add --help for the whole usage)')
  .exitOverride()

program.commandsGroup('Processes:')
program
  .command('serve')
  .description(
    'all processes in one, on embedded engines unless settings name real ones (= npm start)',
  )
  .action(async () => (await import('#infra/processes/serve.ts')).serve(settings()))

const PROCESSES = {
  api: 'the read API alone',
  relay: 'the relay alone: the log to KAFKA_BROKERS',
  projector: 'the projector alone: the log, or Kafka, to the read models',
  meter: 'the meter alone: the ledger to STRIPE_API_KEY',
} as const
const PROCESS = {
  api: async (read: Settings) => (await import('#infra/processes/api.ts')).api(read),
  relay: async (read: Settings) => (await import('#infra/processes/relay.ts')).relay(read),
  projector: async (read: Settings) =>
    (await import('#infra/processes/projector.ts')).projector(read),
  meter: async (read: Settings) => (await import('#infra/processes/meter.ts')).meter(read),
}
for (const [name, description] of Object.entries(PROCESSES)) {
  program
    .command(name)
    .description(description)
    .action(async () => PROCESS[name as keyof typeof PROCESSES](settings()))
}
program
  .command('worker')
  .description('the worker alone: workflows and activities of TEMPORAL_ADDRESS')
  .action(async () => {
    const { stopSignal } = await import('#infra/stop-signal.ts')
    await (await import('#infra/processes/worker.ts')).runWorker(settings(), stopSignal())
  })

program.commandsGroup('Texts:')
program
  .command('import')
  .description('import files or folders of texts; a state already recorded is left alone')
  .argument(
    '<path...>',
    "JSON Lines, Markdown, publishers' XML and JSON, DOCX, PDF; folders and archives of them",
  )
  .option('--publish', 'publish texts of official sources under their policy')
  .option('--dry-run', 'read, clean and decide, but record nothing')
  .addOption(
    new Option('--as <format>', 'read every file as this format').choices([
      'jsonl',
      'markdown',
      'dila',
      'judilibre',
      'akoma-ntoso',
      'eur-lex',
      'docx',
      'pdf',
    ]),
  )
  .option(
    '--at <instant>',
    'recorded time of the import, e.g. 2026-01-31T00:00:00.000Z (default: now)',
  )
  .addOption(json())
  .action(async (paths: string[], options) =>
    (await import('#infra/cli/import.ts')).importFiles(settings(), paths, options),
  )

program
  .command('publish')
  .description('publish approved or unpublished texts')
  .argument('<slug...>')
  .addOption(json())
  .action(async (slugs: string[], options) =>
    (await import('#infra/cli/texts.ts')).editorialAct(settings(), 'publish', slugs, options),
  )

program
  .command('unpublish')
  .description('take texts out of public sight; publish brings them back')
  .argument('<slug...>')
  .option('--reason <text>', 'why, for the record', 'unpublished by command')
  .addOption(json())
  .action(async (slugs: string[], options) =>
    (await import('#infra/cli/texts.ts')).editorialAct(settings(), 'unpublish', slugs, options),
  )

program
  .command('delete')
  .description('delete texts; their history stays')
  .argument('<slug...>')
  .option('--reason <text>', 'why, for the record', 'deleted by command')
  .addOption(json())
  .action(async (slugs: string[], options) =>
    (await import('#infra/cli/texts.ts')).editorialAct(settings(), 'delete', slugs, options),
  )

program
  .command('history')
  .description('versions of a text: hashes, bumps and their reasons, validity')
  .argument('<slug>')
  .addOption(json())
  .action(async (slug: string, options) =>
    (await import('#infra/cli/texts.ts')).history(settings(), slug, options),
  )

program
  .command('diff')
  .description('what changed between two versions of a text')
  .argument('<slug>')
  .argument('<v1>')
  .argument('<v2>')
  .action(async (slug: string, v1: string, v2: string) =>
    (await import('#infra/cli/texts.ts')).diff(settings(), slug, v1, v2),
  )

program.commandsGroup('Read models:')
program
  .command('digest')
  .description('Merkle root, counts and position of the live read models')
  .addOption(json())
  .action(async (options) => (await import('#infra/cli/digest.ts')).digest(settings(), options))

program
  .command('reembed')
  .description('embed all texts with the model of the settings, after it was changed')
  .addOption(json())
  .action(async (options) => (await import('#infra/cli/reembed.ts')).reembed(settings(), options))

program
  .command('replay')
  .description('rebuild the read models beside the live ones, prove them equal, swap')
  .option('--generation <number>', 'the generation to build', Number)
  .option('--accept', 'swap although the builds differ')
  .option('--rollback', 'serve the generation before again')
  .option('--embedding-model <model>', 'whose passages the search documents carry')
  .addOption(json())
  .action(async (options) =>
    (await import('#infra/cli/replay.ts')).replayCommand(settings(), options),
  )

const deadLetters = program
  .command('dead-letters')
  .description('streams whose next event could not be read')
deadLetters
  .command('list')
  .description('all of them, with the reason')
  .addOption(json())
  .action(async (options) =>
    (await import('#infra/cli/dead-letters.ts')).deadLettersList(settings(), options),
  )
deadLetters
  .command('show')
  .description('one of them, with what waits behind it')
  .argument('<stream>')
  .addOption(json())
  .action(async (stream: string, options) =>
    (await import('#infra/cli/dead-letters.ts')).deadLettersShow(settings(), stream, options),
  )
deadLetters
  .command('retry')
  .description('fold them again, after what stopped them was repaired')
  .argument('[stream...]', 'default: all')
  .addOption(json())
  .action(async (streams: string[], options) =>
    (await import('#infra/cli/dead-letters.ts')).deadLettersRetry(settings(), streams, options),
  )

program.commandsGroup('Knowledge about texts:')
const vocab = program.command('vocab').description('controlled vocabularies of concepts')
vocab
  .command('import')
  .description('import a vocabulary; what is recorded already is left alone')
  .argument(
    '<path...>',
    'RDF/XML (SKOS, OWL) or JSON Lines files, or folders of them: one vocabulary',
  )
  .addOption(
    new Option('--vocabulary <name>', 'which one it is')
      .choices(['eurovoc', 'lkif', 'custom'])
      .makeOptionMandatory(),
  )
  .addOption(json())
  .action(async (paths: string[], options) =>
    (await import('#infra/cli/vocab.ts')).importVocabularies(settings(), paths, options),
  )

const concept = program.command('concept').description('concepts of texts')
const asPerson = () => new Option('--as <person>', 'who does it; default: the user of this machine')
const approvedBy = () =>
  new Option('--approved-by <person>', 'another person, who approves it: it is published at once')
concept
  .command('assign')
  .description('give a text a concept: a draft of its next version')
  .argument('<slug>')
  .argument('<concept>', 'UUID, URI, or a label that only one concept has')
  .option('--relevance <number>', 'from 0 to 1')
  .addOption(asPerson())
  .addOption(approvedBy())
  .addOption(json())
  .action(async (slug: string, one: string, options) =>
    (await import('#infra/cli/concept.ts')).assignConcept(settings(), slug, one, options),
  )
concept
  .command('unassign')
  .description('take a concept away; a machine does not bring it back')
  .argument('<slug>')
  .argument('<concept>', 'UUID, URI, or a label that only one concept has')
  .addOption(asPerson())
  .addOption(approvedBy())
  .addOption(json())
  .action(async (slug: string, one: string, options) =>
    (await import('#infra/cli/concept.ts')).unassignConcept(settings(), slug, one, options),
  )
concept
  .command('match')
  .description('find concepts of imported vocabularies in texts by their labels')
  .argument('[slug...]', 'which texts')
  .option('--all', 'every text')
  .option('--dry-run', 'find and count, but record nothing')
  .addOption(json())
  .action(async (slugs: string[], options) =>
    (await import('#infra/cli/concept.ts')).matchConcepts(settings(), slugs, options),
  )

const headnote = program
  .command('headnote')
  .description('headnotes that a machine proposes; people decide on them')
headnote
  .command('propose')
  .description('find points of law in decisions that nobody summed up; none of it is public')
  .argument('[slug...]', 'which texts')
  .option('--all', 'every text')
  .option('--dry-run', 'find and show, but record nothing')
  .addOption(json())
  .action(async (slugs: string[], options) =>
    (await import('#infra/cli/headnote.ts')).proposeHeadnotes(settings(), slugs, options),
  )
headnote
  .command('list')
  .description('what was proposed for a text, and what became of it')
  .argument('<slug>')
  .addOption(json())
  .action(async (slug: string, options) =>
    (await import('#infra/cli/headnote.ts')).listProposals(settings(), slug, options),
  )
headnote
  .command('accept')
  .description('make a proposal a headnote: a draft of the next version')
  .argument('<slug>')
  .argument('<id>')
  .option('--summary <text>', 'in other words than the proposal')
  .option('--rule <type>', 'ratio, obiter or distinction')
  .addOption(asPerson())
  .addOption(approvedBy())
  .addOption(json())
  .action(async (slug: string, id: string, options) =>
    (await import('#infra/cli/headnote.ts')).acceptProposal(settings(), slug, id, options),
  )
headnote
  .command('reject')
  .description('decide against a proposal; it is not made again')
  .argument('<slug>')
  .argument('<id>')
  .option('--reason <text>', 'why, for the record')
  .addOption(asPerson())
  .addOption(json())
  .action(async (slug: string, id: string, options) =>
    (await import('#infra/cli/headnote.ts')).rejectProposal(settings(), slug, id, options),
  )

const treatment = program
  .command('treatment')
  .description("what other texts do to a point of law: the citator's facts")
treatment
  .command('record')
  .description('record that a text treats another, or a point of it')
  .argument('<target>', 'SLUG for the whole text, SLUG#2 for its second headnote')
  .requiredOption('--type <type>', 'such as overruled, quashed_in_part, criticised, followed')
  .requiredOption('--effective <day>', 'from which day on, e.g. 2026-01-31')
  .option('--source <slug>', 'the text that treats it')
  .option('--ecli <ecli>', 'the decision that treats it, where the corpus lacks it')
  .option('--court <code>', 'its court, e.g. fr.ccass; default: that of --source')
  .option('--formation <name>', 'its formation, e.g. pl, fs; default: that of --source')
  .option('--pinpoint <text>', 'where in that text')
  .option('--quote <text>', 'its words, letter by letter')
  .option('--suggested <percent>', 'not a fact but a suggestion, this likely')
  .addOption(json())
  .action(async (target: string, options) =>
    (await import('#infra/cli/treatment.ts')).recordTreatment(settings(), target, options),
  )
treatment
  .command('confirm')
  .description('stand for a suggestion')
  .argument('<id>')
  .addOption(json())
  .action(async (id: string, options) =>
    (await import('#infra/cli/treatment.ts')).confirmTreatment(settings(), id, options),
  )
treatment
  .command('retract')
  .description('take a treatment back, for good')
  .argument('<id>')
  .requiredOption('--reason <text>', 'why, for the record')
  .addOption(json())
  .action(async (id: string, options) =>
    (await import('#infra/cli/treatment.ts')).retractTreatment(settings(), id, options),
  )
treatment
  .command('rely')
  .description('record that one point needs another as support')
  .argument('<from>', 'SLUG or SLUG#2: the one that relies')
  .argument('<to>', 'SLUG or SLUG#1: its support')
  .addOption(json())
  .action(async (from: string, to: string, options) =>
    (await import('#infra/cli/treatment.ts')).recordReliance(settings(), from, to, options),
  )
treatment
  .command('assess')
  .description('record that every citation of a point was read')
  .argument('<point>', 'SLUG or SLUG#2')
  .option('--through <position>', 'up to this position of the log; default: its head')
  .addOption(json())
  .action(async (point: string, options) =>
    (await import('#infra/cli/treatment.ts')).assessPoint(settings(), point, options),
  )

const citator = program.command('citator').description('colours of points of law, and why')
citator
  .command('explain')
  .description('colour, rule, treatments and supports of every point of a text')
  .argument('<slug>')
  .argument('[sequence]', 'one headnote')
  .option('--at <day>', 'with what had effect then; default: today')
  .option('--known <instant>', 'with what was recorded until then; default: everything')
  .addOption(json())
  .action(async (slug: string, sequence: string | undefined, options) =>
    (await import('#infra/cli/citator.ts')).explainCommand(settings(), slug, sequence, options),
  )
citator
  .command('what-if')
  .description('colours before and after a treatment that nobody recorded')
  .argument('<target>', 'SLUG for the whole text, SLUG#2 for its second headnote')
  .requiredOption('--type <type>', 'such as overruled, quashed_in_part, criticised')
  .requiredOption('--effective <day>', 'from which day on, e.g. 2026-01-31')
  .option('--court <code>', 'the court that treats it, e.g. fr.ccass')
  .option('--formation <name>', 'its formation, e.g. pl, fs')
  .option('--at <day>', 'on which day; default: today, or the day of effect if that is later')
  .addOption(json())
  .action(async (target: string, options) =>
    (await import('#infra/cli/citator.ts')).whatIfCommand(settings(), target, options),
  )

const groundedness = program
  .command('groundedness')
  .description('whether texts say what their sources say')
groundedness
  .command('assess')
  .description('hold texts against what they cite; records score and doubts where they changed')
  .argument('[slug...]', 'which texts')
  .option('--all', 'every public text')
  .option('--dry-run', 'assess and show, but record nothing')
  .option('--at <instant>', 'recorded time, e.g. 2026-01-31T00:00:00.000Z (default: now)')
  .addOption(json())
  .action(async (slugs: string[], options) =>
    (await import('#infra/cli/groundedness.ts')).assessCommand(settings(), slugs, options),
  )
groundedness
  .command('impact')
  .description(
    'which articles, and which of their sentences, cite a text: what a change of it touches',
  )
  .argument('<slug>')
  .addOption(json())
  .action(async (slug: string, options) =>
    (await import('#infra/cli/groundedness.ts')).impactCommand(settings(), slug, options),
  )
groundedness
  .command('dismiss')
  .description('say, as a person who did not write the text, that a doubt is none')
  .argument('<slug>')
  .argument('<code>', 'such as claim_contradicted')
  .requiredOption('--reason <text>', 'why, for the record')
  .option('--as <person>', 'who looked at it; default: the user of this machine')
  .option('--item <id...>', 'only these sentences or sources, by their ids in the evidence')
  .addOption(json())
  .action(async (slug: string, code: string, options) =>
    (await import('#infra/cli/groundedness.ts')).dismissCommand(settings(), slug, code, options),
  )

program.commandsGroup('Accounts, keys and bills:')
const accounts = program.command('accounts').description('accounts, and the people who manage them')
const account = () => new Option('--account <name>', 'who pays').makeOptionMandatory()
accounts
  .command('create')
  .description('create an account and print its id')
  .addOption(account())
  .addOption(
    new Option('--plan <plan>', 'plan of the account')
      .choices(['practitioner', 'firm'])
      .makeOptionMandatory(),
  )
  .addOption(
    new Option('--status <status>', 'whether it pays').choices(['paid', 'unpaid']).default('paid'),
  )
  .action(async (options) =>
    (await import('#infra/cli/accounts.ts')).createAccount(settings(), options),
  )
accounts
  .command('list')
  .description('accounts with their plan, status, keys in force and people')
  .addOption(json())
  .action(async (options) =>
    (await import('#infra/cli/accounts.ts')).listAccounts(settings(), options),
  )
accounts
  .command('set-paid')
  .description('say whether an account pays; its keys are valid only while it does')
  .addOption(account())
  .addOption(
    new Option('--status <status>', 'whether it pays').choices(['paid', 'unpaid']).default('paid'),
  )
  .action(async (options) => (await import('#infra/cli/accounts.ts')).setPaid(settings(), options))
accounts
  .command('set-password')
  .description(
    'give a person of an account a password for the account area, read from standard input',
  )
  .addOption(account())
  .requiredOption('--email <address>', 'whom it is for')
  .action(async (options) =>
    (await import('#infra/cli/accounts.ts')).setPassword(settings(), options),
  )

const keys = program.command('keys').description('API keys')
keys
  .command('create')
  .description('print a new key, once; a new account name makes a paid account')
  .requiredOption('--account <name>', 'who pays')
  .addOption(
    new Option('--plan <plan>', 'plan of the account')
      .choices(['practitioner', 'firm'])
      .makeOptionMandatory(),
  )
  .option('--label <text>', 'what you call the key')
  .option('--scopes <list>', 'comma-separated; default: all the reading ones and mcp')
  .option('--cap-usd <amount>', 'monthly spending cap in USD')
  .option('--expires <day>', 'last day (UTC), e.g. 2027-01-31, or an instant')
  .addOption(
    new Option('--cap-mode <mode>', 'what the cap does').choices(['soft', 'hard']).default('soft'),
  )
  .action(async (options) => (await import('#infra/cli/keys.ts')).createKey(settings(), options))
keys
  .command('list')
  .description('keys with their account, plan, scopes and last four characters')
  .addOption(json())
  .action(async (options) => (await import('#infra/cli/keys.ts')).listKeys(settings(), options))
keys
  .command('rotate')
  .description('print a new secret of a key, once; the old one stays valid for a while')
  .argument('<id>')
  .option('--overlap-hours <hours>', 'how long the old secret stays valid', '24')
  .action(async (id: string, options) =>
    (await import('#infra/cli/keys.ts')).rotateKey(settings(), id, options),
  )
keys
  .command('set-cap')
  .description('set or remove the monthly spending cap of a key')
  .argument('<id>')
  .option('--cap-usd <amount>', 'monthly spending cap in USD')
  .option('--no-cap', 'without a cap')
  .addOption(new Option('--cap-mode <mode>', 'what the cap does').choices(['soft', 'hard']))
  .action(async (id: string, options) =>
    (await import('#infra/cli/keys.ts')).setCap(settings(), id, options),
  )
keys
  .command('revoke')
  .description('revoke a key; effective within one second')
  .argument('<id>')
  .action(async (id: string) => (await import('#infra/cli/keys.ts')).revokeKey(settings(), id))

const billing = program.command('billing').description('the ledger and the external meter')
billing
  .command('reconcile')
  .description(
    'compare the ledger with the meter for each account and month, repair what can be repaired and report the rest',
  )
  .option('--month <month>', 'YYYY-MM, UTC (default: this one and the one before)')
  .addOption(json())
  .action(async (options) =>
    (await import('#infra/cli/billing.ts')).reconcileCommand(settings(), options),
  )

const audit = program.command('audit').description('who did what to which record')
audit
  .command('list')
  .description('the audit table, oldest first')
  .option('--since <instant>', 'from then on, e.g. 2026-01-31 or 2026-01-31T12:00:00.000Z')
  .option('--kind <kind>', 'one kind of act, e.g. key.revoked')
  .addOption(json())
  .action(async (options) => (await import('#infra/cli/audit.ts')).listAudit(settings(), options))

program
  .command('usage')
  .description('what an account was charged in a month (UTC), by day and operation')
  .requiredOption('--account <name>', 'who pays')
  .option('--month <month>', 'YYYY-MM; default: the current one')
  .addOption(json())
  .action(async (options) => (await import('#infra/cli/usage.ts')).usage(settings(), options))

program.commandsGroup('Checks:')
program
  .command('verify')
  .description('recompute the hash of an article as the API returned it')
  .argument('<file>', 'a JSON file, or - for standard input')
  .addOption(json())
  .action(async (file: string, options) =>
    (await import('#infra/cli/verify.ts')).verify(file, options),
  )

program
  .command('doctor')
  .description('which engines are configured and reachable, at which version, and what is missing')
  .addOption(json())
  .action(async (options) => (await import('#infra/cli/doctor.ts')).doctor(settings(), options))

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
  } else {
    process.exitCode = report(error)
  }
}
