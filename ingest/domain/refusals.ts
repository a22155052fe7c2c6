import type { Refusal } from '#contracts/fault.ts'

/** Everything the domain says no to: stable code, the reason, and a hint that says what to do. */
const REFUSALS = {
  'text-unknown': ['there is no such text', 'draft or import it first'],
  'text-exists': ['the text exists already', 'revise it instead'],
  'text-deleted': ['the text was deleted', 'import it under another source id'],
  'text-withdrawn': ['the text was withdrawn', 'let an editor revise it and publish it again'],
  'text-unpublished': [
    'an editor unpublished this text, and an import does not bring it back',
    'publish it again by hand, then import',
  ],
  'another-source': ['the wording names another source id', 'keep source.id: it is the identity'],
  'slug-taken': ['the slug belongs to another text', 'choose another slug, or leave it out'],
  'text-too-large': ['the text is above 4 MiB of UTF-8', 'split it at a section'],
  'not-canonical': ['the wording holds half of a surrogate pair', 'clean the text first'],
  'headnote-sequence-repeated': ['two headnotes have one number', 'number them 1, 2, 3 …'],
  'subtype-without-doctrine': [
    'doctrineSubtype is given for a text that is no doctrine',
    'leave doctrineSubtype out, or set contentType to doctrine',
  ],
  'needs-review': [
    'only a text from an official source is published by an import',
    'import it without --publish and submit it: a reviewer approves it, a publisher publishes it',
  ],
  'draft-in-other-hands': [
    'an editor works on a draft of this text',
    'publish that draft first, or have changes requested of it',
  ],
  'nothing-to-submit': ['the text has no draft that waits to be submitted', 'revise it first'],
  'not-in-review': ['the text has no draft in review', 'submit it first'],
  'reviewer-is-author': [
    'the reviewer wrote or submitted this draft',
    'let another person review it',
  ],
  'another-wording': [
    'the draft is no longer the wording that was read',
    'read the draft again and decide on its present hash',
  ],
  'reasons-missing': ['no reason is given', 'say why in one sentence'],
  'not-approved': ['the draft is not approved', 'submit it and have it approved'],
  'nothing-changed': [
    'the draft has the hash of the published version',
    'change the wording, or leave the published version as it is',
  ],
  'integrity-critical': [
    'a critical doubt stands against the text',
    'correct the text; if the doubt is unfounded, someone other than the author can dismiss it with a reason: groundedness dismiss SLUG CODE --reason …',
  ],
  'doubt-unknown': [
    'no such doubt stands against the text',
    'look with groundedness assess SLUG --dry-run which ones do',
  ],
  'doubt-not-dismissible': [
    'this doubt rests on no sentence, citation or source that a person could look at',
    'correct what it names',
  ],
  'author-dismisses': [
    'the doubt is about this person’s own draft',
    'let another person look at it',
  ],
  'already-published': ['the text is published and has no draft', 'revise it first'],
  'never-published': ['the text was never published', 'publish it first'],
  'already-unpublished': ['the text is not public', 'nothing is to be done'],
  'point-unknown': [
    'the text has no headnote of this number',
    'name a headnote that the article shows, or leave the number out for the whole text',
  ],
  'treatment-unknown': ['there is no such treatment', 'take the id from treatment list'],
  'treatment-retracted': [
    'the treatment was retracted, and a retraction is final',
    'record it anew with what is known now, such as another pinpoint',
  ],
  'treatment-of-itself': [
    'a text is said to treat itself',
    'name the text that treats it; a correction of its own is a new version',
  ],
  'quote-not-in-source': [
    'the quotation is not in the text that treats',
    'copy it from contentClean of that text, letter by letter',
  ],
  'confidence-missing': [
    'a suggestion needs to say how likely it is',
    'give a confidence from 0 to 100 percent',
  ],
  'confidence-of-fact': ['a confirmed treatment has no confidence', 'leave the confidence out'],
  'court-unknown': ['there is no such court', 'take a code from the list of courts'],
  'source-unnamed': [
    'nothing says who treats the text',
    'name a text, an ECLI or a court; only what a legislature does needs none of them',
  ],
  'concept-unknown': [
    'no vocabulary that was imported has this concept',
    'give its UUID, its URI, or a label that only one concept has; import the vocabulary first',
  ],
  'concept-ambiguous': ['several concepts have this label', 'give the UUID or the URI of one'],
  'concept-retired': [
    'the concept is deprecated and nothing took its place',
    'choose one that is current',
  ],
  'concept-assigned': ['the text has this concept already', 'nothing is to be done'],
  'concept-not-assigned': ['the text has not this concept', 'nothing is to be done'],
  'concept-of-publisher': [
    'the publisher of the text assigned this concept',
    'it goes with a new state of the source',
  ],
  'proposal-unknown': ['there is no such proposal for this text', 'take an id of headnote list'],
  'proposal-settled': ['the proposal was decided on before', 'propose again for a new wording'],
  'proposal-outdated': [
    'the words of the proposal are no longer in the text',
    'reject it, and propose again',
  ],
  'another-vocabulary': [
    'the concept belongs to another vocabulary',
    'import it under the vocabulary that it has',
  ],
  'reliance-on-itself': ['a point is said to rely on itself', 'name the point that supports it'],
  'assessed-beyond-log': [
    'the log does not reach that far yet',
    'give a position up to the head of the log, or leave it out',
  ],
} as const satisfies Record<string, readonly [reason: string, hint: string]>

export type RefusalCode = keyof typeof REFUSALS
export type DomainRefusal = Refusal & { readonly refused: RefusalCode }

/** The refusal of a code; `detail` is added to its reason. */
export const refuse = (code: RefusalCode, detail?: string): DomainRefusal => {
  const [reason, hint] = REFUSALS[code]
  return { refused: code, reason: detail === undefined ? reason : `${reason}: ${detail}`, hint }
}
