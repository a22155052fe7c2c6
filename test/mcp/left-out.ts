/** Scenarios of the conformance suite that are left out, each with its reason. */
const NOT_OFFERED = (what: string): string => `the service offers ${what}`

const BY_REASON: Readonly<Record<string, readonly string[]>> = {
  [NOT_OFFERED('no prompts')]: [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
  [NOT_OFFERED('no completion')]: ['completion-complete'],
  [NOT_OFFERED('no logging to clients')]: ['logging-set-level', 'tools-call-with-logging'],
  [NOT_OFFERED('no sampling')]: ['tools-call-sampling'],
  [NOT_OFFERED('no elicitation')]: [
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'asks the client for input (elicitation, sampling, roots), which no tool does': [
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
  ],
  'a call is answered with JSON, so there is no progress to tell': [
    'tools-call-with-progress',
    'server-sse-polling',
  ],
  'asks for prompts besides the lists of tools and resources, whose hints the tests of both hold': [
    'caching',
  ],
  'tasks are an extension, which the service does not offer; the suite runs them and never scores them':
    [
      'tasks-lifecycle',
      'tasks-capability-negotiation',
      'tasks-wire-fields',
      'tasks-request-state-removal',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-dispatch-and-envelope',
      'tasks-status-notifications',
      'tasks-required-task-error',
      'tasks-mrtr-composition',
    ],
}
const OF_ERA = 'resources are offered to clients of 2026-07-28 alone'
/** Of one revision only: the other one has no sessions either, and its scenarios pass. */
const OF_REVISION: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  '2025-11-25': [
    ['resources-list', OF_ERA],
    ['resources-read-text', OF_ERA],
    ['resources-read-binary', OF_ERA],
    ['resources-templates-read', OF_ERA],
    ['resources-subscribe', OF_ERA],
    ['resources-unsubscribe', OF_ERA],
    [
      'server-sse-multiple-streams',
      'there are no sessions; the scenario needs one for its streams',
    ],
  ],
}

/** What a revision of the protocol is tested without, each with its reason. */
export const leftOut = (revision: string): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(BY_REASON).flatMap(([reason, names]) =>
      names.map((name) => [name, reason] as const),
    ),
    ...(OF_REVISION[revision] ?? []),
  ])
