import type { ErrorEntry } from './entry.ts'

const READ_BODY = 'correct the member that `path` names'

/** `error` of an error body. */
export const HTTP_ERRORS = {
  ambiguous: ['the question fits several texts', 'name one of the candidates'],
  idempotency_conflict: [
    'the Idempotency-Key was used for another request, or too often',
    'use a new key for a new request',
  ],
  insufficient_scope: ['the key lacks a scope', 'use a key with the scope that `reason` names'],
  internal_error: ['something failed on our side', 'retry after the seconds of Retry-After'],
  method_not_allowed: [
    'the path does not take this method',
    'use a method that the header Allow names',
  ],
  not_acceptable: [
    'no form of the answer is one that the header Accept takes',
    'take one of the forms that `details` lists, by Accept or by the parameter format',
  ],
  not_found: [
    'there is nothing published under this name',
    'search for the text, or check its slug',
  ],
  origin_not_allowed: [
    'the key may not be used by web pages of this origin',
    'name the origin of the page for the key, in the account area or by `pandect keys set-origins`',
  ],
  overloaded: [
    'the service works on as many calls as it can',
    'retry after the seconds of Retry-After; nothing was charged',
  ],
  precondition_failed: [
    'the text has changed since it was read',
    'read it again, and send the tag of that answer in If-Match',
  ],
  rate_limit: [
    'too many requests, or the spending cap of the key is reached',
    'retry after the seconds of Retry-After',
  ],
  request_in_progress: [
    'the first request with this Idempotency-Key is not answered yet',
    'ask again after the seconds of Retry-After',
  ],
  search_unavailable: [
    'the search engine is away, or its index is being built anew',
    'retry after the seconds of Retry-After; nothing was charged',
  ],
  unauthorized: [
    'the API key is missing or not valid',
    'send the header Authorization: Bearer with a key that is in force',
  ],
  validation_failed: ['the request is not valid', 'correct what `details` names'],
} as const satisfies Record<string, ErrorEntry>

/** `error` of an error body of the editorial API, beside those of the read API. */
export const EDITORIAL_ERRORS = {
  conflict: ['the state of the text does not allow this', 'do what `hint` says'],
  forbidden: ['this person may not do this', 'do what `hint` says'],
  precondition_required: [
    'the header If-Match is missing',
    'read the text, and send the ETag of that answer in If-Match',
  ],
  refused: ['what was sent cannot be taken', 'do what `hint` says'],
} as const satisfies Record<string, ErrorEntry>

/** `reason` of an error body, or `error` of an MCP tool, where the general code is not enough. */
export const HTTP_REASONS = {
  customers_key: [
    'the key of a customer never acts on texts',
    'send the access token of a member of the editorial team',
  ],
  model_answer_too_large: [
    'the model behind the service answered with more than is read',
    'retry later, or ask with mode extractive, which needs no model',
  ],
  model_answer_unreadable: [
    'the model behind the service sent no completion',
    'retry later, or ask with mode extractive, which needs no model',
  ],
  model_busy: [
    'the model behind the service has too many questions at this moment',
    'retry later, or ask with mode extractive, which needs no model',
  ],
  model_refused: [
    'the model behind the service refuses the request',
    'retry later, or ask with mode extractive, which needs no model',
  ],
  model_timeout: [
    'the model behind the service took too long',
    'retry later, or ask with mode extractive, which needs no model',
  ],
  model_unreachable: [
    'the model behind the service does not answer',
    'retry later, or ask with mode extractive, which needs no model',
  ],
  no_wording_on_day: [
    'the text had no wording in force on the day',
    'take one of the days that `held` lists',
  ],
  spend_cap_exceeded: [
    'the call would exceed the monthly spending cap of the key',
    'raise the cap, or wait for the next month',
  ],
  too_many_repeats: [
    'the request was repeated too often under one Idempotency-Key',
    'use a new key',
  ],
  too_many_streams: [
    'too many streams of messages are open',
    'close one, or watch more on one stream',
  ],
  version_erased: ['the words of this version were erased', 'read the current version'],
} as const satisfies Record<string, ErrorEntry>

/** `code` of one entry of `details`. */
export const HTTP_DETAILS = {
  body_incomplete: ['the request ended before its body did', 'send it again', 'internal'],
  body_missing: ['the request has no body', 'send a JSON object, {} at least'],
  body_too_large: ['the body is larger than is read', 'shorten it, or split the request'],
  contradiction: ['two members contradict each other', 'leave one of them out'],
  cursor_beyond_head: [
    'no change is known at this position yet',
    'pass next of the last page unchanged',
  ],
  cursor_other_generation: ['the corpus was built anew since the cursor', 'begin a new scan'],
  cursor_other_query: [
    'the cursor came with other filters',
    'repeat the filters of the first page, or begin a new scan',
  ],
  day_missing: [
    'what is in force changes with the day, and a saved search names none',
    'name the day in asOf, or leave inForce out',
  ],
  search_or_cites: ['a saved search is either a search or a citation', 'give one of them'],
  dates_reversed: ['the first day is after the last one', 'swap them'],
  docket_missing: ['a court is named without a docket number', 'add docket, or leave court out'],
  duplicate_header: ['a header is sent twice', 'send it once'],
  duplicate_member: ['a member is given twice', 'keep one of the two'],
  header_missing: ['a header is missing', 'send the header that `path` names'],
  invalid: ['a value cannot be taken', READ_BODY, 'internal'],
  invalid_character: [
    'a text holds U+0000 or half of a surrogate pair',
    'remove the character that cannot be stored',
  ],
  invalid_cursor: [
    'this is not a cursor of this list',
    'pass what the page before gave, or leave it out',
  ],
  invalid_date: ['this is not an HTTP date', 'write it like Thu, 31 May 2007 20:35:00 GMT'],
  invalid_encoding: ['the body is not UTF-8', 'send it as UTF-8'],
  invalid_format: ['a value does not have its form', READ_BODY],
  invalid_host: ['this is not the name of a host', 'send the Host header of the service'],
  invalid_http: ['this is not a well-formed HTTP request', 'use an HTTP client', 'internal'],
  invalid_idempotency_key: [
    'this cannot be an Idempotency-Key',
    'send 1 to 255 printable characters',
  ],
  invalid_json: ['the body is not JSON', 'check it with a JSON tool'],
  invalid_type: ['a value has another type than it needs', READ_BODY],
  invalid_value: ['a value is not one of those allowed', 'take the one that `closest` names'],
  member_missing: ['a member is missing', 'add the one that `path` names'],
  not_current: ['the text has another version by now', 'read it again'],
  not_in_this_form: [
    'members can be chosen only in JSON',
    'leave out fields, or ask for format=json',
  ],
  one_of: ['exactly one of two members is needed', 'leave one out'],
  parameter_missing: [
    'a query parameter is missing',
    'add the one that `path` names to the address',
  ],
  too_big: ['a value is above its limit', READ_BODY],
  same_version: ['a version is compared with itself', 'name two versions'],
  too_costly: [
    'reading or comparing it would take too long',
    'send it in parts, or name fewer texts',
  ],
  too_deep: ['objects and lists are nested too deep', 'send the members of the schema'],
  too_many: ['there are more entries than are taken', 'split the request'],
  too_small: ['a value is below its least value', READ_BODY],
  receipt_altered: [
    'the receipt was altered after it was signed',
    'send the receipt as the answer gave it',
  ],
  receipt_citations_differ: [
    'these citations are not the list that the receipt was signed over',
    'send all that the answer cites, in its order, each text once',
  ],
  receipt_malformed: ['this is not a receipt', 'send the header X-Service-Receipt unchanged'],
  receipt_other_key: [
    'the receipt was signed with a key that this service does not have',
    'check it with the public key of the service that gave it',
  ],
  unknown_member: ['a member is not known', 'take the one that `closest` names'],
  unknown_parameter: [
    'a query parameter is not known',
    'take one of those that `allowed` names, or leave it out',
  ],
  version_and_day: ['version and asOf both name a wording', 'leave one of them out'],
  version_unknown: ['the text has no such version', 'take one of those that `allowed` lists'],
  unsupported_encoding: ['the body is compressed', 'send it uncompressed'],
  unsupported_expectation: [
    'the header Expect asks for what the service does not do',
    'leave it out, or send 100-continue',
  ],
  unsupported_media_type: ['the body is not JSON by its header', 'send it as application/json'],
} as const satisfies Record<string, ErrorEntry>

/** `code` of an error of JSON-RPC, as the request log names it. */
export const RPC_ERRORS = {
  'rpc_-32700': ['the message is not JSON', 'send one JSON-RPC 2.0 message'],
  'rpc_-32600': ['the message is not a JSON-RPC request', 'correct what `data.reason` names'],
  'rpc_-32601': ['there is no such method', 'call tools/list to see the tools'],
  'rpc_-32602': ['the parameters do not fit the method', 'correct what `data.reason` names'],
  'rpc_-32603': ['something failed on our side', 'retry after the seconds of Retry-After'],
  'rpc_-32020': ['a header and the message disagree', 'send the header as the message says'],
  'rpc_-32021': ['the client lacks a capability that the method needs', null, 'internal'],
  'rpc_-32022': [
    'this version of the protocol is not served',
    'take one of those that `data` names',
  ],
} as const satisfies Record<string, ErrorEntry>

/** Citations that are wrong by their form. */
export const CITATION_ERRORS = {
  article_form_impossible: ['no article of this work has such a number', 'check the number'],
  decision_date_disagrees: [
    'the decision of this number is of another day',
    'check the number and the date',
  ],
  docket_after_decision: [
    'the appeal was registered after the decision',
    'check the number and the date',
  ],
  ecli_invalid: ['this is not an ECLI', 'write ECLI:country:court:year:ordinal'],
  ecli_year_disagrees: ['the ECLI and the date are of different years', 'check both'],
  not_held: ['this kind of text is not held here', 'see what is held in the coverage'],
  range_reversed: ['the range ends before it begins', 'swap its ends'],
} as const satisfies Record<string, ErrorEntry>

/** Warnings of an answer. */
export const ANSWER_WARNINGS = {
  conflicting_sources: ['two sources say the opposite of each other', 'read both'],
  sources_left_out: ['texts were too long to read in time and were left out', null],
  model_not_configured: ['no model is configured: the answer is extractive', null],
  sentences_dropped: ['sentences of the model rest on no source and were left out', null],
} as const satisfies Record<string, ErrorEntry>

/** Reasons to reject a webhook of the billing provider. */
export const WEBHOOK_ERRORS = {
  event_invalid: ['the body is not an event of the provider', null],
  signature_expired: ['the signature is too old', 'check the clock of the server'],
  signature_invalid: ['the signature does not fit the body', 'check STRIPE_WEBHOOK_SECRET'],
  signature_missing: ['the request has no signature', 'send it from the provider'],
} as const satisfies Record<string, ErrorEntry>

/** Codes of the request log only. */
export const LOG_CODES = {
  account_failed: ['a page of the account area failed', null, 'internal'],
  desk_failed: ['a page of the editors’ desk failed', null, 'internal'],
  connection_closed: ['the client closed the connection before the answer', null, 'internal'],
  oauth_failed: ['an endpoint of OAuth failed', null, 'internal'],
  oauth_refused: ['a request of an application was refused (OAuth)', null, 'internal'],
  not_ready: ['the service is not ready', 'look at /health/ready', 'internal'],
  sign_in_throttled: ['too many attempts to sign in', null, 'internal'],
  sign_in_wrong: ['the address or the password is wrong', null, 'internal'],
  unexpected: [
    'an error without a code of ours: a bug',
    'look at the place that the log names',
    'internal',
  ],
} as const satisfies Record<string, ErrorEntry>

/** Integrity flags of texts and citations (contracts/conventions/integrity-flags.md). */
export const INTEGRITY_FLAGS = {
  anonymisation_pending: ['the text may name a party', 'anonymise it before it is published'],
  citation_ambiguous: ['a citation fits several texts', 'cite by number, ECLI or article'],
  citation_unresolved: ['a citation fits no text that is held', 'check it; it may be missing here'],
  cited_authority_orange: ['a cited authority was questioned', 'read what became of it'],
  cited_authority_red: ['a cited authority no longer holds', 'cite what took its place'],
  claim_contradicted: ['a source says the opposite of the sentence', 'correct the sentence'],
  encoding_suspect: ['the characters look damaged', 'compare with the source'],
  groundedness_stale: ['the check of the sentences is older than what it rests on', null],
  hash_mismatch: ['the stored hash does not fit the text', 'put the text back from a copy'],
  low_groundedness: ['few sentences rest on a source', 'cite sources'],
  machine_summary: ['a program wrote the summary', null],
  machine_translated: ['a program translated the text', null],
  quote_altered: ['a quotation differs from its source', 'copy it from the source'],
  quote_not_found: ['a quotation is not in its source', 'copy it from the source'],
  source_changed: ['the source changed since it was imported', 'import it again'],
  source_text_not_found: ['the text of a headnote is not in the decision', 'copy it from there'],
  source_withdrawn: ['the publisher withdrew the source', null],
  stale_law: ['the text cites law that is no longer in force', 'cite the wording in force'],
  version_hash_regression: ['one version was published with two hashes', null],
} as const satisfies Record<string, ErrorEntry>
