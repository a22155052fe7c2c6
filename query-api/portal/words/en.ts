/** The account area in English. Every text of its pages is here or in `fr.ts`. */
import type { Scope } from '#contracts/api-key.ts'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import type { Operation } from '#contracts/tariff.ts'
import { WEB_WORDS } from '#contracts/web/words.ts'

const scopes: Partial<Record<Scope, string>> = {
  'search:read': 'search',
  'articles:read': 'read full texts',
  'rag:invoke': 'answers with sources',
  'verify:invoke': 'check a statement',
  mcp: 'tools for AI agents (MCP)',
  'taxonomy:read': 'vocabularies',
  'changes:read': 'what changed',
  'usage:read': 'its own usage',
  'magistrates:read': 'magistrates (every look-up is recorded)',
  'webhooks:manage': 'notifications',
}
const operations: Record<Operation, string> = {
  search: 'Search',
  article: 'Full text',
  rag: 'Answer',
  verify: 'Check',
  mcp: 'MCP',
}
const refusals: Record<string, string> = {
  'label-invalid': `A name has at most ${ACCOUNT_LIMITS.labelCharactersMax} characters.`,
  'scope-unknown': 'There is no such permission.',
  'scopes-empty': 'Choose at least one permission.',
  'cap-invalid':
    'A cap is an amount from 0 to 1,000,000,000 USD with at most six decimals, such as 250 or 12.50.',
  'origin-invalid': `A key has at most ${ACCOUNT_LIMITS.originsMax} origins, each of https with nothing after the host, such as https://cabinet.example.`,
  'cap-mode-unknown': 'Choose what the cap does.',
  'expiry-invalid': `The last day must be between today and ${ACCOUNT_LIMITS.expiryYearsMax} years from now.`,
  'overlap-invalid': 'Choose how long the old secret stays valid.',
  'key-unknown': 'There is no such key.',
  'key-revoked': 'This key is revoked. This cannot be undone; create a new key.',
  'key-rotated':
    'The secret of this key was already rotated and shown. If you lost it, rotate again.',
  'sandbox-absent': 'This service has no sandbox.',
  'sandbox-scope': 'A sandbox key reads and does nothing else: leave out notifications.',
  'account-unpaid': 'Only a paid account can have keys.',
  'applications-too-many': `An account has at most ${ACCOUNT_LIMITS.applicationsMax} connected applications. Disconnect those that you no longer use.`,
  'keys-too-many': `An account has at most ${ACCOUNT_LIMITS.liveKeysMax} active keys. Revoke keys that you no longer use.`,
}

const web = WEB_WORDS.en

export const en = {
  ...web,
  area: 'Account',
  mainNavigation: 'Account',
  keys: 'Keys',
  usage: 'Usage',
  back: 'All keys',
  plans: { practitioner: 'practitioner', firm: 'firm' },
  scopes,
  operations,
  refusals,
  closest: (value: string) => `The closest valid value is ${value}.`,

  signIn: {
    ...web.signIn,
    help: 'No password, or forgot it? Ask the operator of this service for a new one.',
    operator: 'If you run it yourself, set one with this command:',
    forApplication:
      'An application asks for access to your account. Sign in first; then you decide.',
  },
  list: {
    title: 'API keys',
    holder: (name: string, plan: string) => `${name}, ${plan} plan`,
    unpaid:
      'This account is currently unpaid. Only paid accounts can create keys, and existing keys are suspended until payment arrives. Nothing is lost: they will then work again.',
    create: 'Create a key',
    none: 'There are no keys yet.',
    noneNext:
      'A key lets a program search and read on this account’s bill. Create one, copy it, and send it with each request: the documentation shows how.',
    noneUnpaid: 'Keys can be created once this account is paid.',
    documentation: 'Read the documentation',
    caption: 'The keys of this account',
    name: 'Name',
    unnamed: 'Unnamed key',
    key: 'Key',
    state: 'Status',
    cap: 'Monthly cap',
    lastUse: 'Last used',
    never: 'never',
    ended: 'Expires',
    manage: 'Manage',
    manageOne: (name: string) => `Manage ${name}`,
    live: 'active',
    liveUntil: (date: string) => `active until ${date}`,
    revoked: (date: string) => `revoked on ${date}`,
    expired: (date: string) => `expired (ended ${date})`,
    paused: 'suspended: account unpaid',
    noCap: 'none',
  },
  create: {
    title: 'Create a key',
    name: 'Name (optional)',
    nameHint: 'To tell your keys apart, for example the program that will use this key.',
    scopes: 'Permissions of the key',
    cap: 'Monthly cap in USD (optional)',
    capHint: 'Without an amount there is no cap. Months are counted in UTC.',
    mode: 'When the cap is reached',
    soft: 'warn: calls are answered, with a warning',
    hard: 'stop: calls are refused until the next month',
    expires: 'Last day (optional)',
    expiresHint: 'The key is valid through this day (UTC), or until revoked if no day is given.',
    sandbox: 'Sandbox',
    sandboxLabel: 'A sandbox key, to build and test with',
    sandboxHint:
      'It sees the demonstration texts alone. Each answer prints its price, and nothing is ever charged.',
    submit: 'Create the key',
  },
  password: {
    ...web.password,
    sessions: 'Your other sessions end; your keys stay as they are.',
  },
  secret: {
    created: 'Your new key',
    rotated: 'The new secret of your key',
    once: 'Copy it now and keep it in a safe place: it is shown only once and cannot be shown again.',
    label: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    use: 'Send it with each request in this header:',
    overlap: (date: string) => `The old secret stays valid until ${date}.`,
    shown: 'This key was already created and shown. If you did not keep it, rotate or revoke it.',
    again: 'Key already created',
  },
  key: {
    details: 'Details',
    created: 'Created',
    scopes: 'Permissions',
    previous: 'Old secret',
    previousUntil: (last: string, date: string) => `…${last}, valid until ${date}`,
    capTitle: 'Monthly cap',
    capSubmit: 'Set the cap',
    capSet: 'The cap is set.',
    originsTitle: 'Web pages',
    originsText:
      'Everyone who opens a web page can read a key in it. Name the origins of the pages that may use this key: all others are refused. Give such a key a cap.',
    origins: 'Allowed origins',
    originsHint: 'One a line, such as https://cabinet.example. Leave it empty to allow none.',
    originsSubmit: 'Save the origins',
    originsSet: 'The origins are saved.',
    rotateTitle: 'Rotate',
    rotateText:
      'A new secret is created. The old one stays valid for a while, so that your programs can switch without interruption.',
    rotateAgain: (date: string) =>
      `An older secret is still valid until ${date}. Rotating now ends it immediately.`,
    overlap: 'The old secret stays valid for',
    hours: (hours: number) =>
      hours === 0
        ? 'no time: it expires now'
        : hours < 48
          ? `${hours} ${hours === 1 ? 'hour' : 'hours'}`
          : `${hours / 24} days`,
    rotateSubmit: 'Create a new secret',
    revokeTitle: 'Revoke',
    revokeText: 'Programs that use this key will be refused within one second, permanently.',
    revokeLink: 'Revoke this key',
    revoked: 'The key is revoked.',
  },
  revoke: {
    title: 'Revoke this key?',
    text: (name: string, last: string) =>
      `${name}, ending in ${last}. Programs that use it will be refused within one second. This cannot be undone.`,
    submit: 'Revoke permanently',
  },
  consent: {
    title: (name: string) => `Connect ${name}?`,
    intro: (account: string, email: string) =>
      `An application asks to use this service on the bill of ${account}. You are signed in as ${email}.`,
    name: 'Name',
    unchecked: '(as the application calls itself; nobody has checked it)',
    host: 'You go on to',
    thisComputer: '(a program on this computer)',
    scopes: 'Permissions',
    price: 'Price',
    priceText: 'Each call is charged to your account as a call with a key is:',
    priceOf: (operation: string, usd: string) => `${operation} ${usd}`,
    trust: (host: string) =>
      `Connect it only if you have just asked for this yourself and you know ${host}. You can disconnect it at any time under Applications.`,
    allow: 'Connect',
    deny: 'Refuse',
    refused: 'The application cannot be connected',
    refusedText: (name: string) =>
      `${name} asked for something that this service does not give. Nothing was connected. For its developer:`,
    goBack: (host: string) => `Go back to ${host}`,
    unsafe: 'This request cannot be trusted',
    unsafeTexts: {
      client: 'The application is not registered here. Start again in the application itself.',
      redirect:
        'The application asks to be answered at an address that it did not register. Somebody may be trying to deceive you. Nothing was connected.',
      malformed: 'The request is incomplete. Start again in the application itself.',
    },
  },
  applications: {
    place: 'Applications',
    title: 'Connected applications',
    intro:
      'Applications that use this service on the bill of this account, by the MCP endpoint. They hold no key and do not know your password.',
    caption: 'The connected applications of this account',
    name: 'Name',
    host: 'Host',
    scopes: 'Permissions',
    connected: 'Connected',
    connectedBy: (date: string, email: string) => `${date}, by ${email}`,
    disconnect: 'Disconnect',
    disconnectOne: (name: string) => `Disconnect ${name}`,
    disconnected: 'The application is disconnected.',
    none: 'No application is connected.',
    noneNext:
      'Give the address of the MCP endpoint to an application such as an AI assistant: it leads you here and asks.',
    connect: 'How to connect an application',
    disconnectTitle: 'Disconnect this application?',
    disconnectText: (name: string) =>
      `${name} will be refused within one second. To use it again, connect it again.`,
    disconnectSubmit: 'Disconnect',
  },
  use: {
    title: 'Usage',
    month: (month: string) => `Usage: ${month}`,
    before: 'Previous month',
    next: 'Next month',
    months: 'Months',
    total: (usd: string, calls: string) => `${usd} for ${calls} calls`,
    none: 'No calls were charged this month.',
    noneNext:
      'Calls appear here as soon as a key of this account is used. Coverage, errors and unchanged texts cost nothing.',
    noneKeys: 'See the keys',
    noneDocumentation: 'Make a first call',
    plot: 'Cost by day and operation',
    plotText: (usd: string, day: string) =>
      `The highest cost was on ${day}, at ${usd}. The table below shows all amounts.`,
    axis: 'USD per day',
    caption: 'Cost and calls by day and operation',
    day: 'Day',
    all: 'Total',
    calls: (count: string, value: number) => `${count} ${value === 1 ? 'call' : 'calls'}`,
    download: 'Download this month’s ledger (CSV)',
  },
  problems: {
    ...web.problems,
    home: 'Back to your account',
    notFoundText: 'This page does not exist or belongs to another account.',
  },
}

/** The same members in every language. */
export type Words = typeof en
