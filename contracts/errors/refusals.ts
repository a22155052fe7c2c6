import type { ErrorEntry } from './entry.ts'

/** Refused commands on texts, treatments, concepts and proposals. */
export const DOMAIN_REFUSALS = {
  'already-erased': ['these words were erased before', 'there is nothing to do'],
  'already-published': ['the text is published and has no draft', 'revise it first'],
  'already-unpublished': ['the text is not public', 'there is nothing to do'],
  'another-source': ['the wording names another source id', 'keep source.id: it is the identity'],
  'another-vocabulary': [
    'the concept belongs to another vocabulary',
    'import it under the vocabulary that it has',
  ],
  'another-wording': [
    'the draft is no longer the wording that was read',
    'read the draft again and decide on its present hash',
  ],
  'assessed-beyond-log': [
    'the log does not reach that far yet',
    'give a position up to the head of the log, or leave it out',
  ],
  'author-dismisses': [
    'the doubt is about this person’s own draft',
    'let another person look at it',
  ],
  'concept-ambiguous': ['several concepts have this label', 'give the UUID or the URI of one'],
  'concept-assigned': ['the text has this concept already', 'there is nothing to do'],
  'concept-not-assigned': ['the text does not have this concept', 'there is nothing to do'],
  'concept-of-publisher': [
    'the publisher of the text assigned this concept',
    'a new state of the source removes it',
  ],
  'concept-retired': [
    'the concept is deprecated and nothing took its place',
    'choose one that is current',
  ],
  'concept-unknown': [
    'no vocabulary that was imported has this concept',
    'give its UUID, its URI, or a label that only one concept has; import the vocabulary first',
  ],
  'confidence-missing': [
    'a suggestion needs to say how likely it is',
    'give a confidence from 0 to 100 percent',
  ],
  'confidence-of-fact': ['a confirmed treatment has no confidence', 'leave the confidence out'],
  'court-unknown': ['there is no such court', 'take a code from the list of courts'],
  'doubt-not-dismissible': [
    'this doubt rests on no sentence, citation or source that a person could look at',
    'correct what it names',
  ],
  'doubt-unknown': ['the text has no such doubt', 'see which ones it has with `pandect show SLUG`'],
  'draft-in-other-hands': [
    'an editor works on a draft of this text',
    'publish that draft first, or have changes requested of it',
  ],
  'headnote-sequence-repeated': ['two headnotes have one number', 'number them 1, 2, 3 …'],
  'integrity-critical': [
    'the text has a critical doubt',
    'correct the text; if the doubt is unfounded, someone other than the author can dismiss it with a reason: `pandect groundedness dismiss SLUG CODE --reason …`',
  ],
  'never-published': ['the text was never published', 'publish it first'],
  'not-approved': [
    'the draft is not approved',
    'submit it and have it approved; texts of a configured folder (`pandect sources`) are published by `pandect import --publish`',
  ],
  'erasure-empty': ['no version is named', 'name the versions to erase, or all'],
  'erasure-not-deleted': [
    'a whole text is erased only once it is deleted',
    'delete it first, or name the versions to erase',
  ],
  'erasure-of-both': [
    'a comment is erased by a request that names no versions',
    'erase the versions in a request of their own',
  ],
  'erasure-reference-invalid': [
    'the reference of the request has no visible character, or more than 200',
    'give the reference of your register; it must name nobody',
  ],
  'erasure-too-large': ['more than 1,000 versions are named', 'erase them in several requests'],
  'facts-unsealed': [
    'facts of this text were recorded before facts were sealed',
    'run `pandect log reseal` first',
  ],
  'not-canonical': ['the wording holds half of a surrogate pair', 'clean the text first'],
  'not-in-review': ['the text has no draft in review', 'submit it first'],
  'nothing-changed': [
    'the draft has the hash of the published version',
    'change the wording, or leave the published version as it is',
  ],
  'nothing-to-submit': ['the text has no draft that waits to be submitted', 'revise it first'],
  'person-erased': [
    'this person was erased, so the file does not record them again',
    'nothing has to be done: the text itself was taken',
  ],
  'person-unknown': [
    'there is no such person',
    'take the id that `service_magistrate_lookup` or `pandect privacy export` gives',
  ],
  'point-unknown': [
    'the text has no headnote of this number',
    'name a headnote that the article shows, or leave the number out for the whole text',
  ],
  'proposal-outdated': [
    'the words of the proposal are no longer in the text',
    'reject it, and propose again',
  ],
  'proposal-settled': ['the proposal was decided on before', 'propose again for a new wording'],
  'proposal-unknown': [
    'there is no such proposal for this text',
    'take an id of `pandect headnote list SLUG`',
  ],
  'quote-not-in-source': [
    'the quotation is not in the text that treats',
    'copy it from contentClean of that text, letter by letter',
  ],
  'reasons-missing': ['no reason is given', 'give the reason in one sentence'],
  'reliance-on-itself': ['a point cannot rely on itself', 'name the point that supports it'],
  'reviewer-is-author': [
    'the reviewer wrote or submitted this draft',
    'let another person review it',
  ],
  'slug-taken': ['the slug belongs to another text', 'choose another slug, or leave it out'],
  'source-unnamed': [
    'nothing says who treats the text',
    'name a text, an ECLI or a court; only what a legislature does needs none of them',
  ],
  'subtype-without-doctrine': [
    'doctrineSubtype is given for a text that is not doctrine',
    'leave doctrineSubtype out, or set contentType to doctrine',
  ],
  'text-deleted': ['the text was deleted', 'import it under another source id'],
  'text-erased': ['the words of the text were erased', 'import the text anew from its publisher'],
  'text-exists': ['the text exists already', 'revise it instead'],
  'text-too-large': ['the text is above 4 MiB of UTF-8', 'split it at a section'],
  'text-unknown': ['there is no such text', 'draft or import it first'],
  'text-unpublished': [
    'an editor unpublished this text, and an import does not bring it back',
    'publish it again by hand, then import',
  ],
  'text-withdrawn': ['the text was withdrawn', 'let an editor revise it and publish it again'],
  'treatment-of-itself': [
    'a text cannot treat itself',
    'name the text that treats it; to correct a text, publish a new version',
  ],
  'treatment-retracted': [
    'the treatment was retracted, and a retraction is final',
    'record it again with what is known now, such as another pinpoint',
  ],
  'treatment-unknown': [
    'there is no such treatment',
    'take the id that `pandect treatment record` printed, or see `pandect citator explain SLUG`',
  ],
  'validity-of-published': [
    'the text is published with other days of validity, which only its publisher’s file changes',
    'import the file with --publish from the folder of its publisher (pandect sources add FOLDER --publisher NAME)',
  ],
  // The life cycle (contracts/conventions/life-cycle.md).
  'reviewer-not-staff': [
    'the reviewer is no member of staff',
    'approve it on the desk, by the editorial API or by the command, signed in',
  ],
  'already-approved': ['the draft is approved already', 'publish it, or set the hour'],
  'cited-turned-red': [
    'a cited text turned red after the approval',
    'have the draft reviewed again, or publish it with a reason',
  ],
  'comment-exists': ['another comment has this id', 'send the comment under an id of its own'],
  'comment-invalid': [
    'the comment has no visible character, or more than 4,000 characters',
    'write between 1 and 4,000 characters, and several comments if need be',
  ],
  'comment-unanchored': [
    'the words that the comment is about are not in the text',
    'mark them again in the present wording, or comment on the whole text',
  ],
  'comment-unknown': [
    'the text has no such comment',
    'see `pandect comments SLUG`, or the page of the text',
  ],
  'comments-too-many': [
    'the text has 5,000 comments, which is as many as it may',
    'answer by a revision',
  ],
  'not-scheduled': ['no publication of this text is scheduled', 'there is nothing to cancel'],
  'nothing-pending': [
    'nobody asked to withdraw or delete this text',
    'there is no request to take back',
  ],
  'nothing-to-discard': [
    'the text has no draft beside a version',
    'a draft that was never published is deleted, not discarded',
  ],
  'nothing-to-restore': [
    'the text is neither deleted nor withdrawn, or its draft is open already',
    'submit the draft, or publish an unpublished text again',
  ],
  'reason-too-long': ['a reason is longer than 2,000 characters', 'say it more briefly'],
  'replacement-is-itself': ['a text cannot replace itself', 'name another text, or none'],
  'replacement-unknown': ['there is no text of the slug that is to replace it', 'check the slug'],
  'version-live': [
    'this version is the one that is published',
    'publish a version without these words first, or delete the text',
  ],
  'version-erased': [
    'the words of this version were erased',
    'name versions that still have their words: `pandect history SLUG` shows which have',
  ],
  'version-unknown': ['the text has no such version', 'see `pandect history SLUG`'],
  'wording-erased': [
    'this file has words that were erased',
    'take the present file of the publisher',
  ],
  'request-pending': [
    'another request about this text waits for a second person',
    'confirm that request as it is, or take it back first',
  ],
  'same-person': [
    'the person who asked for this cannot confirm it',
    'let a second person confirm it',
  ],
  'schedule-not-due': ['the hour of this publication has not come', 'wait, or publish at once'],
  'schedule-past': ['this hour is past', 'choose a later one, or publish at once'],
  'scope-missing': [
    'this person’s roles do not include this act',
    'ask somebody with the role, or an administrator; a role given since counts from the next sign-in or access token',
  ],
  'second-factor-missing': [
    'this act needs a second factor, and the person signed in without one',
    'set up an authenticator app for one-time codes, and sign in with a code',
  ],
  'text-invisible': [
    'a member has no visible character',
    'write words in it; blanks, combining marks and hidden controls cannot be read',
  ],
  'ungrounded-needs-reason': [
    'no sentence of the text is supported by a source',
    'cite sources, or publish it with a reason',
  ],
} as const satisfies Record<string, ErrorEntry>

/** Refusals of other commands: accounts, keys, verification, replay. */
export const REFUSALS = {
  'account-exists': ['there is an account of this name', 'use it, or choose another name'],
  'account-invalid': ['this cannot be the name of an account', 'choose a shorter, printable name'],
  'account-person-unknown': [
    'nobody of this account has this address',
    'see the account and the address; `pandect accounts list` has the accounts',
  ],
  'account-unknown': ['there is no such account', 'see `pandect accounts list`'],
  'account-unpaid': [
    'this account is not paid, and only a paid one has keys',
    'pay, or `pandect accounts set-paid`',
  ],
  'applications-too-many': [
    'the account has as many connected applications as it may',
    'disconnect those that are no longer used',
  ],
  'approval-expired': [
    'nobody approved the draft within 30 days',
    'have it approved, then publish it again',
  ],
  'cap-invalid': [
    'this cannot be a spending cap',
    'give an amount from 0 to 1,000,000,000 USD with at most six decimals',
  ],
  'cap-missing': ['no cap is named', 'give --cap-usd AMOUNT, or --no-cap'],
  'cap-mode-unknown': ['there is no such mode of a cap', 'choose soft or hard'],
  'certificate-altered': [
    'this certificate was altered: its signature does not fit',
    'print it again with `pandect erasure certificate SLUG --output FILE`',
  ],
  'certificate-malformed': [
    'this is no certificate of an erasure',
    'give a file that `pandect erasure certificate SLUG --output FILE` wrote',
  ],
  'certificate-other-key': [
    'another service signed this certificate',
    'prove it where it was made, with the KEY_PEPPER of that service',
  ],
  'certificate-unknown': [
    'there is no certificate of such an erasure',
    'name versions that were erased; if an erasure was interrupted, run `pandect erasure finish`',
  ],
  'email-invalid': ['this is not an e-mail address', 'write it like name@example.org'],
  'email-taken': ['this address belongs to another account', 'use another address'],
  'erasure-incomplete': [
    'words are left in a copy',
    'run `pandect erasure finish` again; if it stays, look into the copies that are named',
  ],
  'expiry-invalid': ['a key cannot end on this day', 'write it like 2027-01-31, or leave it out'],
  'hash-invalid': ['this is no SHA-256 hash', 'give the hash of the draft that was read'],
  'key-expired': [
    'the last day of this key is over, so a new secret would not work',
    'create another one',
  ],
  'key-revoked': ['this key is revoked, for ever', 'create another one'],
  'key-rotated': ['this key has a new secret already', 'use that one, or rotate once more'],
  'key-unknown': ['there is no key with this id', 'see `pandect keys list`'],
  'keys-too-many': [
    'the account has as many keys in force as it may',
    'revoke those that are no longer used',
  ],
  'label-invalid': ['this cannot be the label of a key', 'shorten it'],
  'not-an-article': [
    'this is not an article as the API returns it',
    'give the whole body of GET /articles/{slug}, unchanged',
  ],
  'origin-invalid': [
    'this cannot be the origin of a web page',
    'write it like https://cabinet.example',
  ],
  'overlap-invalid': [
    'the old secret cannot stay valid that long',
    'give a whole number of hours in the range named',
  ],
  'password-invalid': [
    'the password is too short or too long',
    'a sentence is easier to remember than a riddle',
  ],
  'plan-conflict': [
    'the account has another plan',
    'give the plan that it has, or use another account',
  ],
  'plan-unknown': ['there is no such plan', 'choose practitioner or firm'],
  'reviewer-missing': ['no reviewer is named', 'name the person who approves the draft'],
  'receipt-unknown': ['there is no such receipt', 'see the receipts that the account keeps'],
  'sandbox-absent': ['this service has no sandbox', 'set SANDBOX=on'],
  'sandbox-scope': [
    'a sandbox key reads, and does nothing else',
    'leave out webhooks:manage and the scopes of operators and editors',
  ],
  'saved-search-citation-unknown': [
    'this names no text that others could cite',
    'give a citation such as article 1240 du code civil, or its name: article:code-civil:1240',
  ],
  'saved-search-matches-everything': [
    'this search lets every text through',
    'give words, a citation or a filter',
  ],
  'saved-search-too-broad': [
    'too many texts match this search for it to be followed',
    'add filters, or ask for all words',
  ],
  'saved-search-unknown': [
    'there is no such saved search',
    'see the saved searches of the account',
  ],
  'saved-search-without-words': [
    'the text has no word that is searched',
    'give words that say what is looked for, or leave the text out',
  ],
  'saved-searches-too-many': [
    'the account has as many saved searches as it may',
    'delete those that are no longer used',
  ],
  'scope-unknown': ['there is no such scope', 'take a scope of the list'],
  'scopes-empty': ['a key without a scope can do nothing', 'name at least one scope'],
  'status-unknown': ['there is no such status of an account', 'take a status of the list'],
  'stream-not-parked': [
    'this stream is not parked in the live generation',
    'list the parked streams: `pandect dead-letters list`',
  ],
  'unknown-hash-profile': [
    'the article is hashed under a profile that this version does not know',
    'take a newer version of Pandect',
  ],
  'watch-citation-unknown': [
    'no public text ever had this slug with this version and hash',
    'send the citation as the answer gave it',
  ],
  'watch-text-unknown': [
    'no text is served under this slug',
    'take the address of a page of this service',
  ],
  'watch-unknown': ['nothing is watched under this handle', 'see the watches of the account'],
  'watches-too-many': [
    'the account watches as much as it may',
    'delete watches that are no longer of use',
  ],
  'webhook-disabled': ['this endpoint is disabled, and nothing is sent to it', 'enable it first'],
  'webhook-disabled-by-operator': [
    'the operators of the service disabled this endpoint',
    'ask them to enable it',
  ],
  'webhook-message-unknown': [
    'this endpoint has no such message, or it is no longer kept',
    'see its messages; what is older is in `GET /changes`',
  ],
  'webhook-rotated': [
    'this endpoint has a new secret already',
    'use that one, or rotate once more: that ends the older secret at once',
  ],
  'webhook-target-invalid': [
    'nothing is sent to this address',
    'give an https address of the public internet, without user, password and fragment',
  ],
  'webhook-unknown': ['there is no such endpoint', 'see `pandect webhooks list`'],
  'webhooks-too-many': [
    'the account has as many endpoints as it may',
    'delete those that are no longer used',
  ],
  'words-invalid': [
    'these words cannot be looked for',
    'write one a line, each of 3 to 200 characters, and 100 at most',
  ],
  // Comments on the command line.
  'quote-ambiguous': ['these words are in the text more than once', 'quote more words around them'],
  // Times that people write.
  'time-ambiguous': [
    'the clocks go back at this hour, so this time comes twice',
    'write which one is meant, with its offset',
  ],
  'time-skipped': [
    'the clocks go forward at this hour, so this time does not exist',
    'write another one, with its offset',
  ],
  'time-unreadable': [
    'this is not a time of a day',
    'write it like 2026-12-01T08:00, with a zone, or like 2026-12-01T08:00:00+01:00',
  ],
  'zone-missing': ['nothing says in which zone this time is', 'name one, such as Europe/Paris'],
  'zone-unknown': ['there is no such zone', 'name one of the IANA list, such as Europe/Paris'],
  // The editor of the desk.
  'draft-incomplete': ['the text has no title or no words yet', 'write both, then save it'],
  'paragraphs-conflict': [
    'two people changed the same paragraphs',
    'choose between the two wordings on the page that shows them side by side',
  ],
  'scratch-mismatch': [
    'the change does not fit what is stored of this text',
    'send the whole text',
  ],
  'scratch-moved-on': [
    'this text was changed in another window',
    'take what is stored, or send the whole text to replace it',
  ],
  'scratches-full': [
    'a person has at most 200 texts with unsaved words',
    'save or discard one of them first',
  ],
} as const satisfies Record<string, ErrorEntry>

/** Refused acts on people of the editorial team, their sessions and tokens. */
export const STAFF_REFUSALS = {
  'invitation-unknown': [
    'this invitation does not exist, was used, or has ended',
    'ask an administrator for a new one',
  ],
  'last-administrator': [
    'nobody else is an administrator',
    'make somebody else an administrator first',
  ],
  'roles-empty': ['a member of staff has at least one role', 'name a role of the list'],
  'second-factor-wrong': [
    'the code is not right, or was used before',
    'wait for the next code and check the time of the device',
  ],
  'sign-in-throttled': ['there were too many attempts', 'wait a quarter of an hour'],
  'sign-in-wrong': [
    'the e-mail address or password is incorrect',
    'see `pandect staff list` for the addresses',
  ],
  'staff-email-taken': ['a member of staff has this address', 'see `pandect staff list`'],
  'staff-name-invalid': [
    'a name has 1 to 200 printable characters',
    'write the name as colleagues know it',
  ],
  'staff-role-unknown': ['there is no such role', 'take a role of the list'],
  'staff-token-unknown': ['there is no such access token', 'see the list of your tokens'],
  'staff-unknown': ['there is no such member of staff', 'see `pandect staff list`'],
  'token-days-invalid': [
    'an access token lasts from 1 to 366 days',
    'give a whole number in this range',
  ],
  'token-scope-excess': [
    'an access token may do at most what its owner may',
    'leave the scopes out, or take some of those that your roles have',
  ],
} as const satisfies Record<string, ErrorEntry>
