/** The account area in English. Every text of its pages is here or in `fr.ts`. */
import type { Scope } from '#contracts/api-key.ts'
import {
  type AttemptFault,
  type DisabledCause,
  type MessageType,
  WEBHOOK_LIMITS,
} from '#contracts/http/webhooks.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { RECALL_LIMITS } from '#contracts/http/recall.ts'
import { SAVED_SEARCH_LIMITS } from '#contracts/http/saved-searches.ts'
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
const typeNames: Record<MessageType, string> = {
  'article.published': 'a text was published',
  'article.updated': 'a new version of a text',
  'article.unpublished': 'a text was unpublished',
  'article.withdrawn': 'a text was withdrawn',
  'article.deleted': 'a text was deleted',
  'article.erased': 'a text was erased',
  'headnote.flag_changed': 'the colour of a text or headnote changed',
  'concept.deprecated': 'a concept was deprecated',
  'search.matched': 'a text began to match a saved search',
  'search.unmatched': 'a text ceased to match a saved search',
  'receipt.recalled': 'something that you relied on changed',
  'usage.cap_reached': 'a key reached its monthly cap',
  'key.expiring': 'a key expires within seven days',
  test: 'test',
}
const jurisdictionNames: Record<Jurisdiction, string> = {
  FR: 'France',
  EU: 'European Union',
  LU: 'Luxembourg',
  MC: 'Monaco',
  AD: 'Andorra',
}
const causes: Record<DisabledCause, string> = {
  owner: 'this account disabled it',
  gone: 'it answered that it is gone for good (HTTP 410)',
  failing: 'it took nothing for five days',
  operator: 'the operators of the service disabled it',
}
const faults: Record<AttemptFault, string> = {
  address_not_public: 'its address is not on the public internet',
  address_unknown: 'its name has no address',
  connect_failed: 'no connection',
  connect_timeout: 'no connection in time',
  answer_timeout: 'no answer in time',
  answer_unreadable: 'the answer was cut off or is not HTTP',
  tls_failed: 'its certificate is not valid, or TLS failed',
  secret_unreadable: 'the service cannot read the secret; make a new one',
}

const refusals: Record<string, string> = {
  'webhook-target-invalid':
    'Nothing can be sent to this address. It must begin with https://, be on the public internet, and have no user, password, fragment or unusual port.',
  'webhook-disabled': 'The endpoint is disabled. Enable it first.',
  'webhook-disabled-by-operator':
    'The operators of the service disabled this endpoint. Only they can enable it: ask them.',
  'webhook-message-unknown': 'There is no such message, or it is no longer kept.',
  'webhook-rotated':
    'The secret of this endpoint was already rotated and shown. If you lost it, rotate again: that ends the older secret at once.',
  'webhook-unknown': 'There is no such endpoint.',
  'webhooks-too-many': `An account has at most ${WEBHOOK_LIMITS.endpointsMax} endpoints. Delete those that you no longer use.`,
  'saved-search-citation-unknown':
    'This names no text that others could cite. Give a citation such as “article 1240 du code civil”.',
  'saved-search-matches-everything':
    'This search lets every text through. Give words, a text that others cite, or a filter.',
  'saved-search-too-broad':
    'Too many texts match this search. Add words or filters, or ask for all of the words.',
  'saved-search-unknown': 'There is no such saved search.',
  'saved-search-without-words':
    'These words are in nearly every text. Give words that say what you look for.',
  'saved-searches-too-many': `An account has at most ${SAVED_SEARCH_LIMITS.searchesMax} saved searches. Delete those that you no longer use.`,
  'watch-text-unknown': 'No public text stands at this address.',
  'watches-too-many': `An account has at most ${RECALL_LIMITS.watchesMax} watches. Delete those that you no longer use.`,
  'label-invalid': `A name has at most ${ACCOUNT_LIMITS.labelCharactersMax} characters.`,
  'scope-unknown': 'There is no such permission.',
  'scopes-empty': 'Choose at least one permission.',
  'cap-invalid':
    'A cap is an amount from 0 to 1,000,000,000 USD, written without a separator of thousands and with at most six decimals, such as 2500 or 12.50.',
  'origin-invalid': `A key has at most ${ACCOUNT_LIMITS.originsMax} origins, each of https with nothing after the host, such as https://cabinet.example.`,
  'cap-mode-unknown': 'Choose what the cap does.',
  'expiry-invalid': `The last day must be between today and ${ACCOUNT_LIMITS.expiryYearsMax} years from now.`,
  'overlap-invalid': 'Choose how long the old secret stays valid.',
  'key-unknown': 'There is no such key.',
  'key-revoked': 'This key is revoked. This cannot be undone; create a new key.',
  'key-expired':
    'The last day of this key is over, so a new secret would not work. Create a new key.',
  'key-rotated':
    'The secret of this key was already rotated and shown. If you lost it, rotate again.',
  'sandbox-absent': 'This service has no sandbox.',
  'sandbox-scope': 'A sandbox key reads and does nothing else: leave out notifications.',
  'account-unpaid': 'Only a paid account can have keys and webhooks.',
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
  webhooks: {
    place: 'Webhooks',
    title: 'Webhooks',
    intro:
      'Your programs are told of each change: a message that is signed by Standard Webhooks is posted to their address. Messages name texts, versions and hashes, and hold no words of a text.',
    caption: 'The endpoints of this account',
    create: 'Register an endpoint',
    submit: 'Register',
    none: 'There are no endpoints yet.',
    noneNext:
      'Register the address of a program of yours, give the program the secret that is shown, and send it a test.',
    one: 'Endpoint',
    back: 'All endpoints',
    url: 'Address',
    urlHint:
      'On the public internet, beginning with https://, without user and password. No redirect is followed.',
    description: 'Note (optional)',
    toldOf: 'Told of',
    state: 'State',
    stateIs: (state: string) => `State: ${state}`,
    pending: 'Waiting',
    manageOne: (url: string) => `Manage ${url}`,
    types: 'What it is told of',
    typesHint: 'Without a choice: everything, also what is added later.',
    allTypes: 'everything',
    jurisdictions: 'Texts of',
    jurisdictionsHint: 'Without a choice: all.',
    typeNames,
    jurisdictionNames,
    works: 'enabled',
    fails: (time: string) => `enabled, but it has taken nothing since ${time}`,
    disabled: (time: string, cause: string) => `disabled since ${time}: ${cause}`,
    causes,
    registered: 'The endpoint is registered',
    rotated: 'The new secret',
    secretOnce: 'Copy this secret now: it is not shown again.',
    secretUse:
      'Give it to a library of Standard Webhooks as it is. The library checks that a message comes from this service.',
    overlap: (time: string) => `Until ${time} messages are signed with the previous secret, too.`,
    toEndpoint: 'To the endpoint',
    startsAfter: (position: string) =>
      `It is sent the changes after position ${position}; earlier ones are in GET\u00a0/changes.`,
    test: 'Send a test',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Delete',
    messages: 'Messages',
    messagesCaption: 'The messages of this endpoint',
    noMessages: 'No message yet. Send a test.',
    older: 'Older messages',
    type: 'Message',
    queued: 'Queued',
    attempts: 'Attempts',
    noAttempt: 'none yet',
    again: (time: string) => `waits; next attempt ${time}`,
    states: { pending: 'waits', delivered: 'delivered', given_up: 'given up' },
    redeliver: 'Send again',
    settings: 'What it asks for',
    save: 'Save',
    secretTitle: 'Secret',
    secretText:
      'A new secret does not interrupt anything: in the overlap each message carries both signatures.',
    overlapHours: 'How long the old secret is used',
    overlapNone: 'no longer at all',
    overlapDay: 'for 24 hours',
    overlapWeek: 'for 7 days',
    rotate: 'Make a new secret',
    faults,
    done: {
      changed: 'The endpoint is changed.',
      tested: 'A test is on its way; it appears among the messages.',
      redelivered: 'The message is sent again.',
      disabled: 'The endpoint is disabled: nothing is sent or queued.',
      enabled: 'The endpoint is enabled. It is sent the changes from now on, and what had waited.',
      deleted: 'The endpoint is deleted.',
    },
    deleteTitle: 'Delete this endpoint?',
    deleteText: (url: string) =>
      `Nothing more is sent to ${url}. Its messages and its secret are deleted.`,
    deleteSubmit: 'Delete',
  },
  receipts: {
    place: 'Receipts',
    title: 'Receipts',
    intro: (years: string) =>
      `Each charged answer carries a receipt that says which texts it cites. If you wish, the service keeps your receipts for ${years} years, encrypted, and tells you when a text that you relied on is overruled, withdrawn, replaced or erased. The questions are not kept.`,
    off: 'Receipts are not kept.',
    keptSince: (time: string) => `Receipts are kept since ${time}.`,
    keep: 'Keep receipts from now on',
    keepNoMore: 'Keep no more',
    recallsTitle: 'What changed since',
    noRecalls: 'Nothing that you relied on has changed.',
    listTitle: 'Kept receipts',
    none: 'No receipt is kept.',
    when: 'Time',
    ofReceipt: 'Receipt',
    seeReceipt: 'See the receipt',
    text: 'Text',
    became: 'What happened',
    operation: 'Operation',
    citations: 'Texts cited',
    recalls: 'Changes',
    older: 'Older receipts',
    one: 'Receipt',
    back: 'All receipts',
    usage: 'Usage id:',
    version: 'Version',
    hash: 'SHA-256',
    erased: 'erased',
    citesNothing: 'It cites no text.',
    replacedBy: 'Replaced by:',
    turned: (before: string, after: string) => `from ${before} to ${after}`,
    states: {
      erased: 'wording erased',
      deleted: 'deleted',
      withdrawn: 'withdrawn',
      unpublished: 'unpublished',
      superseded: 'another wording',
      flag_changed: 'another colour',
      validity_changed: 'other days in force',
    },
    colours: { red: 'red', orange: 'orange', yellow: 'yellow', gray: 'gray', green: 'green' },
    deleteOne: 'Delete this receipt',
    deleteAll: 'Delete all receipts',
    deleteTitle: 'Delete all receipts?',
    deleteText:
      'The key that they are sealed with is destroyed, so nobody can read them any more, and nothing more is told of them. This can’t be undone.',
    done: {
      kept: 'Receipts are kept from now on.',
      keptNoMore: 'No more receipts are kept. Those that are kept stay until you delete them.',
      deleted: 'The receipt is deleted.',
      allDeleted: 'All receipts are deleted.',
    },
  },
  watches: {
    handlePrefix: 'watch',
    place: 'Watches',
    title: 'Watched texts',
    intro:
      'You are told when a text that you watch is overruled, withdrawn, replaced or erased: here, and by your webhooks. You give each watch a name of your own. Which text it stands for is kept in a form that nobody can read, not even you: write it down in your file.',
    list: 'Your watches',
    caption: 'The watches of this account',
    create: 'Watch a text',
    none: 'Nothing is watched yet.',
    noneNext:
      'Take the address of a text that you rely on, and choose a name for the watch, such as the number of your file.',
    text: 'Text',
    textHint: 'The address of its page on this site, or the last part of that address.',
    point: 'Point (optional)',
    pointHint:
      'The number of a headnote. You are then told of its colour alone, and of what becomes of the whole text. Without a number, of each point.',
    handle: 'Name of the watch',
    handleHint:
      'Letters without accents, digits, and - _ . ~. The name is kept in clear, so let it say nothing of the text.',
    submit: 'Watch',
    since: 'Since',
    recalls: 'Changes',
    noRecalls: 'Nothing that you watch has changed since.',
    more: 'More watches',
    back: 'All watches',
    remove: 'Delete',
    removeOne: (handle: string) => `Delete the watch ${handle}`,
    removeAll: 'Delete all watches',
    deleteTitle: 'Delete this watch?',
    deleteText: (handle: string) =>
      `${handle}: what you were told of it is deleted, too. To watch the text again, you need to know which one it was.`,
    deleteAllTitle: 'Delete all watches?',
    deleteAllText:
      'The key that they are kept under is destroyed, and what you were told of them is deleted. This can’t be undone.',
    wrong: {
      text: 'Give the address of the page of a text, such as https://…/t/….',
      handle: `A name has 1 to ${RECALL_LIMITS.handleCharactersMax} letters without accents, digits, and - _ . ~, without spaces.`,
      taken: 'There is a watch of this name already. Choose another name.',
      point: 'This text has no headnote of this number.',
    },
    done: {
      added: 'The text is watched from now on.',
      deleted: 'The watch is deleted.',
      allDeleted: 'All watches are deleted.',
    },
  },
  searches: {
    place: 'Saved searches',
    title: 'Saved searches',
    intro:
      'You are told when a text begins or ceases to match a search: here, in its Atom feed, and by your webhooks.',
    caption: 'The saved searches of this account',
    create: 'Save a search',
    toSearch: 'Search the corpus',
    none: 'There are no saved searches yet.',
    noneNext:
      'Search the corpus and choose “Save this search” above the results. Or name a text, and be told of each new text that cites it.',
    name: 'Name',
    nameHint: 'To tell your searches apart. Name and search are stored encrypted.',
    asks: 'What it asks',
    matches: 'Matching texts',
    state: 'State',
    manageOne: (name: string) => `Manage ${name}`,
    active: 'active',
    paused: (time: string, cause: string) => `paused since ${time}: ${cause}`,
    causes: {
      owner: 'this account paused it',
      too_broad: 'more texts came to match it than a saved search may have',
    },
    quoted: (words: string) => `“${words}”`,
    anyWord: 'one of the words is enough',
    headnotesLeftOut: 'without headnotes',
    text: 'Words',
    textHint:
      'As in a search. Spelling is not corrected, and a text that is merely close in meaning does not count.',
    words: 'A text matches if it holds',
    all: 'all of the words',
    any: 'at least one of the words',
    cites: 'Or texts that cite',
    citesHint:
      'A citation, such as “article 1240 du code civil” or “Cass. com., 26 juin 1990, n° 88-16.893”. Leave the words empty.',
    filters: 'Filters',
    filtersHint: 'To change them, change the search.',
    changeFilters: 'Back to the search',
    inForceLeftOut:
      'The filter “in force only” is left out, because its outcome changes with each day. To keep it, name a day in the search.',
    fromResults: 'To add filters, search first and choose “Save this search” above the results.',
    submit: 'Save',
    back: 'All saved searches',
    stateIs: (state: string) => `State: ${state}`,
    matchesNow: (count: string, value: number) =>
      value === 0
        ? 'No text matches now.'
        : `${count} ${value === 1 ? 'text matches' : 'texts match'} now.`,
    followedAfter: (position: string) =>
      `Followed from position ${position} of the corpus: you are told what changed after it.`,
    run: 'See the results',
    runNote:
      'The page of results also shows texts that are near in meaning or spelling: they are neither counted nor told.',
    pause: 'Pause',
    resume: 'Resume',
    remove: 'Delete',
    news: 'What you were told',
    newsOfAll: 'Recent news',
    newsCaption: 'Texts that began or ceased to match',
    noNews: 'Nothing yet. Texts that matched already when the search was saved are not told.',
    noNewsOfAll: 'No text has begun or ceased to match since.',
    textTold: 'Text',
    happened: 'What happened',
    search: 'Search',
    when: 'When',
    told: { matched: 'began to match', unmatched: 'ceased to match' },
    notServed: 'no longer public',
    older: 'Older news',
    feed: 'Atom feed',
    feedText:
      'For a feed reader. The address needs no key, so whoever knows it can read the name of this search and which texts came and went.',
    feedRenew: 'Make a new address',
    feedRenewText: 'If the address came into the wrong hands: a new one ends it at once.',
    rename: 'Rename',
    renameSubmit: 'Save the name',
    wrong: {
      name: 'Give the search a name, of at most 200 characters.',
      search_or_cites: 'Give words, or a text that others cite: one of the two.',
      filters: 'A filter of this search cannot be read. Start again from the search.',
      day_missing:
        'What is in force changes with each day. Name a day in the search, or leave the filter “in force only” out.',
    },
    done: {
      saved: 'The search is saved. You are told from now on.',
      renamed: 'The search is renamed.',
      paused: 'The search is paused: nothing is told.',
      resumed: 'The search is active again, from the texts that match now.',
      renewed: 'The feed has a new address; the old one has ended.',
      mailed: 'Your choice of mail is saved.',
      reminded: 'The link is on its way. It may take a minute.',
      deleted: 'The search is deleted.',
    },
    deleteTitle: 'Delete this saved search?',
    deleteText: (name: string) =>
      `${name}: what you were told and the feed are deleted with it. This cannot be undone.`,
    deleteSubmit: 'Delete',
  },
  mail: {
    title: 'By e-mail',
    text: (email: string) =>
      `You can be told at ${email}. A mail names texts by a link, without their titles or words.`,
    rhythm: 'How often',
    rhythms: {
      none: 'no mail',
      soon: 'as it happens, gathered over a few minutes',
      daily: 'once a day, in the morning',
    },
    language: 'Language of the mail',
    submit: 'Save',
    resume: 'Send mail again',
    sentTo: (email: string) => `Mail is sent to ${email}.`,
    unconfirmed: (email: string) =>
      `Confirm your address first: a link was sent to ${email}. Nothing else is sent until then.`,
    remind: 'Send the link again',
    stopped: (email: string, time: string, cause: string) =>
      `Nothing has been sent to ${email} since ${time}: ${cause}.`,
    causes: {
      owner: 'you stopped all mail of saved searches',
      gone: 'its server refuses mail to this address',
      failing: 'nothing could be delivered for five days',
      operator: 'the operators of the service stopped it',
    },
    toSearches: 'To your saved searches',
    pages: {
      confirm: {
        title: 'Confirm your address',
        text: 'Mail about the saved searches that you chose will be sent to this address.',
        submit: 'Confirm',
      },
      unsubscribe: {
        title: 'Stop all mail?',
        text: 'No more mail about saved searches will be sent to this address. The searches stay as they are.',
        submit: 'Stop all mail',
      },
    },
    outcomes: {
      confirmed: {
        title: 'Your address is confirmed',
        text: 'You are sent mail from now on, as often as you chose.',
      },
      unsubscribed: {
        title: 'No more mail is sent',
        text: 'You can ask for mail again on the page of a saved search.',
      },
      expired: {
        title: 'This link can no longer be used',
        text: 'It was used already, is older than seven days, or a newer one was sent. The page of a saved search sends you another one.',
      },
    },
  },
  use: {
    title: 'Usage',
    month: (month: string) => `Usage: ${month}`,
    before: 'Previous month',
    next: 'Next month',
    months: 'Months',
    total: (usd: string, calls: string) => `${usd} for ${calls}`,
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
