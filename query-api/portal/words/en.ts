/** The account area in English. Every text of its pages is here or in `fr.ts`. */
import type { Scope } from '#contracts/api-key.ts'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import type { Operation } from '#contracts/tariff.ts'

const scopes: Partial<Record<Scope, string>> = {
  'search:read': 'search',
  'articles:read': 'read whole texts',
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
  article: 'Whole text',
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
  'cap-mode-unknown': 'Choose what the cap does.',
  'expiry-invalid': `The last day must be between today and ${ACCOUNT_LIMITS.expiryYearsMax} years from now.`,
  'overlap-invalid': 'Choose how long the old secret stays valid.',
  'key-unknown': 'There is no such key.',
  'key-revoked': 'This key is revoked. That can not be undone: create another one.',
  'key-rotated':
    'This key has got a new secret already. It was shown then; rotate once more if it is lost.',
  'account-unpaid': 'Only a paid account has keys.',
  'keys-too-many': `An account has at most ${ACCOUNT_LIMITS.liveKeysMax} keys in force. Revoke those that are no longer used.`,
}

export const en = {
  lang: 'en',
  product: 'Pandect',
  area: 'Account',
  skip: 'Skip to the content',
  mainNavigation: 'Account',
  languageNavigation: 'Language',
  keys: 'Keys',
  usage: 'Usage',
  signOut: 'Sign out',
  error: 'Error',
  errorSummary: 'Please correct this',
  cancel: 'Cancel',
  back: 'All keys',
  plans: { practitioner: 'practitioner', firm: 'firm' },
  scopes,
  operations,
  refusals,
  closest: (value: string) => `The closest possible value is ${value}.`,

  signIn: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The e-mail address or the password is not right.',
    help: 'No password, or a forgotten one? Whoever runs this service gives out a new one.',
    again: (minutes: number) =>
      `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  },
  list: {
    title: 'API keys',
    holder: (name: string, plan: string) => `${name}, ${plan} plan`,
    unpaid:
      'This account is not paid at the moment. Only holders of a paid account create keys, and its keys are not valid until it is paid again. Nothing is lost: they work again as soon as the payment has arrived.',
    create: 'Create a key',
    none: 'There is no key yet.',
    caption: 'The keys of this account',
    name: 'Name',
    unnamed: 'Unnamed key',
    key: 'Key',
    state: 'State',
    cap: 'Monthly cap',
    lastUse: 'Last used',
    never: 'never',
    ended: 'Ends',
    manage: 'Manage',
    manageOne: (name: string) => `Manage ${name}`,
    live: 'in force',
    liveUntil: (date: string) => `in force until ${date}`,
    revoked: (date: string) => `revoked on ${date}`,
    expired: (date: string) => `expired (ended ${date})`,
    paused: 'paused: account not paid',
    noCap: 'none',
  },
  create: {
    title: 'Create a key',
    name: 'Name (optional)',
    nameHint: 'To tell your keys apart, such as the program that will use it.',
    scopes: 'What the key may do',
    cap: 'Monthly cap in USD (optional)',
    capHint: 'Without an amount there is no cap. The month is that of UTC.',
    mode: 'When the cap is reached',
    soft: 'warn: calls are answered, with a warning',
    hard: 'stop: calls are refused until the next month',
    expires: 'Last day (optional)',
    expiresHint: 'The key is valid through this day (UTC). Without it, until it is revoked.',
    submit: 'Create the key',
  },
  secret: {
    created: 'Your new key',
    rotated: 'The new secret of your key',
    once: 'Copy it now and keep it in a safe place: it is shown this once, and nobody can show it again.',
    label: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    use: 'It goes with each request, in this header:',
    overlap: (date: string) => `The old secret stays valid until ${date}.`,
    shown:
      'This key was made already, and shown then. If you have not kept it, rotate or revoke it.',
    again: 'Key made already',
  },
  key: {
    details: 'Details',
    created: 'Created',
    scopes: 'May do',
    previous: 'Old secret',
    previousUntil: (last: string, date: string) => `…${last}, valid until ${date}`,
    capTitle: 'Monthly cap',
    capSubmit: 'Set the cap',
    capSet: 'The cap is set.',
    rotateTitle: 'Rotate',
    rotateText:
      'A new secret is made. The old one stays valid for a while, so that your programs can change over without a break.',
    rotateAgain: (date: string) =>
      `An older secret is still valid until ${date}. Rotating now ends it at once.`,
    overlap: 'The old secret stays valid for',
    hours: (hours: number) =>
      hours === 0
        ? 'no time: it ends now'
        : hours < 48
          ? `${hours} ${hours === 1 ? 'hour' : 'hours'}`
          : `${hours / 24} days`,
    rotateSubmit: 'Make a new secret',
    revokeTitle: 'Revoke',
    revokeText: 'Programs that use this key are refused within one second, for ever.',
    revokeLink: 'Revoke this key',
    revoked: 'The key is revoked.',
  },
  revoke: {
    title: 'Revoke this key?',
    text: (name: string, last: string) =>
      `${name}, ending in ${last}. Programs that use it are refused within one second. This can not be undone.`,
    submit: 'Revoke it for ever',
  },
  use: {
    title: 'Usage',
    month: (month: string) => `Usage: ${month}`,
    before: 'Month before',
    next: 'Month after',
    months: 'Months',
    total: (usd: string, calls: string) => `${usd} for ${calls} calls`,
    none: 'No call was charged in this month.',
    plot: 'Cost by day and operation',
    plotText: (usd: string, day: string) =>
      `The highest day is ${day} with ${usd}. The table below has all numbers.`,
    axis: 'USD a day',
    caption: 'Cost and calls by day and operation',
    day: 'Day',
    all: 'All',
    calls: (count: string, value: number) => `${count} ${value === 1 ? 'call' : 'calls'}`,
    download: 'Download the ledger of this month (CSV)',
  },
  problems: {
    home: 'To the account area',
    forbidden: 'This form is too old or comes from elsewhere',
    forbiddenText: 'Nothing was done. Please open the page again and send the form once more.',
    notFound: 'There is nothing here',
    notFoundText: 'The page does not exist, or it belongs to another account.',
    limited: 'Too many requests',
    limitedText: (seconds: number) => `Please try again in ${seconds} s.`,
    failed: 'Something failed on our side',
    failedText: 'Nothing is known to be wrong with what you did. Please try again in 30 seconds.',
    invalid: 'This request can not be read',
    invalidText: 'Please open the page again and send the form once more.',
    insecure: 'This page needs a secure connection',
    insecureText:
      'Passwords and keys travel over HTTPS only. Open this page with https://. Behind a proxy, whoever runs the service must set TRUST_PROXY.',
  },
}

/** The same members in every language. */
export type Words = typeof en
