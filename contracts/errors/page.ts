/** `contracts/ERRORS.md`, printed from the catalogue. */
import type { ErrorEntry } from './entry.ts'
import { FAULTS } from './faults.ts'
import {
  ANSWER_WARNINGS,
  CITATION_ERRORS,
  EDITORIAL_ERRORS,
  HTTP_DETAILS,
  HTTP_ERRORS,
  HTTP_REASONS,
  INTEGRITY_FLAGS,
  LOG_CODES,
  RPC_ERRORS,
  WEBHOOK_ERRORS,
} from './http.ts'
import { IMPORT_NOTES, IMPORT_REFUSALS } from './import-refusals.ts'
import { DOMAIN_REFUSALS, REFUSALS, STAFF_REFUSALS } from './refusals.ts'

type Section = {
  readonly title: string
  readonly kind: 'fault' | 'refusal' | 'note' | 'http' | 'flag'
  readonly about: string
  readonly entries: Readonly<Record<string, ErrorEntry>>
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Faults',
    kind: 'fault',
    about: 'Machinery failed, or an argument of a command cannot be taken.',
    entries: FAULTS,
  },
  {
    title: 'Refusals of the domain',
    kind: 'refusal',
    about: 'A command on a text, a treatment, a concept or a proposal is not allowed.',
    entries: DOMAIN_REFUSALS,
  },
  {
    title: 'Refusals of other commands',
    kind: 'refusal',
    about: 'Accounts, keys, verification and replay.',
    entries: REFUSALS,
  },
  {
    title: 'Refusals about people of the editorial team',
    kind: 'refusal',
    about: 'Members of staff, their invitations, second factors and access tokens.',
    entries: STAFF_REFUSALS,
  },
  {
    title: 'Refusals of an import',
    kind: 'refusal',
    about: 'Printed as `FILE:LINE: code: reason; hint`; the rest of the import goes on.',
    entries: IMPORT_REFUSALS,
  },
  {
    title: 'Notes of an import',
    kind: 'note',
    about: 'The import left something out or repaired it, and the record was taken.',
    entries: IMPORT_NOTES,
  },
  {
    title: 'Errors of the API',
    kind: 'http',
    about: 'The member `error` of the body.',
    entries: HTTP_ERRORS,
  },
  {
    title: 'Errors of the editorial API',
    kind: 'http',
    about: 'The member `error` of the body, beside those of the API.',
    entries: EDITORIAL_ERRORS,
  },
  {
    title: 'Reasons',
    kind: 'http',
    about: 'The member `reason` of the body, or `error` of an MCP tool.',
    entries: HTTP_REASONS,
  },
  {
    title: 'Details of validation_failed',
    kind: 'http',
    about: 'The member `code` of an entry of `details`.',
    entries: HTTP_DETAILS,
  },
  {
    title: 'JSON-RPC',
    kind: 'http',
    about: 'The number is `error.code` of the answer; the request log adds `rpc_`.',
    entries: RPC_ERRORS,
  },
  {
    title: 'Citations that cannot be right',
    kind: 'http',
    about: 'The member `code` of a citation that was resolved.',
    entries: CITATION_ERRORS,
  },
  {
    title: 'Warnings of an answer',
    kind: 'http',
    about: 'The member `code` of an entry of `warnings`; integrity flags appear there, too.',
    entries: ANSWER_WARNINGS,
  },
  {
    title: 'Webhooks of the billing provider',
    kind: 'http',
    about: 'Why the service does not take one.',
    entries: WEBHOOK_ERRORS,
  },
  {
    title: 'Request log',
    kind: 'http',
    about: 'Codes that only the log names.',
    entries: LOG_CODES,
  },
  {
    title: 'Integrity flags',
    kind: 'flag',
    about: 'See `contracts/conventions/integrity-flags.md`.',
    entries: INTEGRITY_FLAGS,
  },
]

const cell = (text: string): string => text.replaceAll('|', '\\|')

const rowOf = (code: string, kind: Section['kind'], [message, hint, reach]: ErrorEntry): string =>
  `| \`${code}\` | ${reach ?? kind} | ${cell(message)} | ${hint === null ? '' : cell(hint)} |`

const sectionOf = ({ title, kind, about, entries }: Section): string =>
  [
    `## ${title}`,
    '',
    about,
    '',
    '| code | kind | what happened | what to do |',
    '|---|---|---|---|',
    ...Object.entries(entries)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, entry]) => rowOf(code, kind, entry)),
  ].join('\n')

const HEAD = `# Error codes

\`npm run docs:errors\` writes this page from \`contracts/errors/\`. A code is stable: programs may compare it. The
sentences are general; where an error is printed, its message names the case. Kind \`internal\`: only a bug,
damage from outside or a size beyond tests brings it about, so no test has to reach it.`

export const errorsPage = (): string => `${[HEAD, ...SECTIONS.map(sectionOf)].join('\n\n')}\n`
