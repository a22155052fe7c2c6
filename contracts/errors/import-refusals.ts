import type { ErrorEntry } from './entry.ts'

const NOTHING_TO_DO = 'there is nothing to do'
const PUBLISHER = 'compare with the page of the publisher'

/** Refusals of an import: files, syntax, records and their members. */
export const IMPORT_REFUSALS = {
  // Deletions of publishers (contracts/conventions/deletions.md).
  'listing-fell': [
    'the listing has more than 5 % fewer texts than the last complete one: no absence is counted',
    'look whether it is whole; if the publisher did take so many out: pandect import --complete --accept-fall',
  ],
  'listing-not-complete': [
    'the import was stopped, or refused files without a name that tells their id: no absence is counted',
    'put right what is refused, and import the whole listing again',
  ],
  'listing-not-official': [
    'no file of the listing lies in a configured folder: no absence is counted',
    'pandect sources add FOLDER --publisher NAME, then import it again',
  ],
  'listing-option-alone': [
    '--accept-fall says how a complete listing is counted',
    'add --complete, or leave it out',
  ],
  'listing-same-day': [
    'a complete listing of this publisher was counted on this day already',
    'nothing to do: the next one of another day counts',
  ],
  'notifications-go-on': [
    'this feed of notifications has a next page (moreEntries)',
    'ask for it and import it too, or deletions are missed',
  ],
  'notifications-shape': [
    'this is not a feed of notifications that can be read',
    'give the answer of /webapi/notification/ingestion as it is: cellarId, type and date of each entry',
  ],
  'removal-before-later-state': [
    'the publisher stated the text again after this deletion: it stays',
    'nothing to do',
  ],
  'removal-held-back': [
    'a later list of the publisher deletes this text: its file is not taken',
    'nothing to do; a later file of the publisher brings it back',
  ],
  'removal-known': ['the text was taken down before', NOTHING_TO_DO],
  'removal-last-wording': [
    'the publisher deleted the wording, but none of the others is published with its days: it stays',
    'import the newest file of the text with --publish, or unpublish the text',
  ],
  'removal-line-shape': [
    'this cannot be read as a removal',
    'write {"removed": {"id": "SOURCE ID"}}, with "at" as a day or an instant if it is known',
  ],
  'removal-list-cut': [
    'the last line of the list has no end, so a longer path may have been meant',
    'fetch the list again; if it is whole, add a line end',
  ],
  'removal-list-empty': ['the list of deletions is empty', NOTHING_TO_DO],
  'removal-moved': [
    'the list deletes another place of this text than the one where it is now: it stays',
    'nothing to do: the publisher moved it',
  ],
  'removal-not-official': [
    'the list lies in no configured folder of a publisher: it takes nothing down',
    'pandect sources add FOLDER --publisher NAME, then import it again',
  ],
  'removal-of-another': [
    'the text is of another publisher, or of an editor: the list cannot take it down',
    'look who put the list into this folder',
  ],
  'removal-stated-again': [
    'the same increment deletes and states it: it stays',
    'nothing to do: the publisher moved it',
  ],
  'removal-too-wide': [
    'the line names a folder above the texts, which would delete many',
    'the list may be cut off or of a new form: fetch it again and compare',
  ],
  'removal-unknown': [
    'the list deletes what is not here',
    'nothing to do: it will not be taken from an older file either',
  ],
  'removal-unreadable': [
    'the line names no text: it does not end with an id of the DILA (8 letters, 12 digits)',
    'the list may be cut off or of a new form: fetch it again and compare',
  ],
  'removal-wording': [
    'the publisher deleted one wording of the text: it is in force on no day any more, and the text stays with its others',
    NOTHING_TO_DO,
  ],
  'removals-of-broken-archive': [
    'the archive is broken, so its list of deletions is not followed: nothing was taken down',
    'fetch the archive again and import it whole',
  ],
  'removals-too-many-texts': [
    'the archive has a list of deletions and more texts than an increment: nothing was taken down',
    'unpack it and give the folder',
  ],
  'transactions-go-on': [
    'this answer of Judilibre has a next page (next_page)',
    'ask the API for it and import it too, or deletions are missed',
  ],
  'transactions-shape': [
    'this is not a history of Judilibre that can be read',
    'give the answer of /transactionalhistory as it is: id, action and date of each transaction',
  ],
  'already-recorded-older-state': [
    'the text went back to an older state of this source, which is recorded already',
    'give source.version to record that it came back',
  ],
  'archive-broken': [
    'this is not a tar archive, or it is damaged or cut off',
    'fetch it again, or unpack it and give the folder',
  ],
  'archive-nested': [
    'this is an archive inside an archive',
    'unpack the outer one and give the folder',
  ],
  'archive-too-large': [
    'the archive unpacks to more than is read',
    'unpack it where you can watch it, and give the folder; a good archive does not do this',
  ],
  'article-missing': [
    'the document has no article with text',
    'give the act itself: annexes, summaries and other documents are not read yet',
  ],
  'article-without-anchor': [
    'an article has neither eId nor id',
    'give it one: it names the article in all wordings of the act',
  ],
  'celex-missing': ['the act does not give its CELEX number', 'give the file with its metadata'],
  'concept-given-twice': ['the file gives this concept twice', 'keep one line for each URI'],
  'concept-invalid': [
    'this cannot be read as a concept',
    'give uri, and prefLabel by language as {"fr": "…"}',
  ],
  'concept-without-label': [
    'the concept has no label, and its URI holds no name',
    'give it a prefLabel in one language at least',
  ],
  'content-type-unknown': ['there is no such content type', 'take the closest one'],
  'court-code-unknown': ['there is no court with this code', 'take the closest one'],
  'date-invalid': ['this is not a day', 'write the day as YYYY-MM-DD, e.g. 2024-05-02'],
  'decision-date-missing': ['the decision has no date', PUBLISHER],
  'decision-date-twice': ['the decision has two dates', PUBLISHER],
  'doctrine-subtype-unknown': ['there is no such subtype of doctrine', 'take the closest one'],
  'document-too-costly': [
    'reading the document takes more memory or processor time than any good one',
    'look where it comes from; split a good one, or give its text as Markdown',
  ],
  'docx-broken': [
    'the Word document cannot be read',
    'open it in an editor and save it again as .docx',
  ],
  'ecli-date-disagrees': [
    'the ECLI and the date of the decision disagree',
    'look which of the two is right on the page of the court, and correct the other',
  ],
  'file-empty': [
    'there is nothing in this file',
    'leave it out, or look why nothing was written into it',
  ],
  'file-exists': ['there is a file of this name already', 'name another file'],
  'file-too-long': ['the file is longer than is read', 'split it'],
  'file-unreadable': ['the file cannot be read', 'give yourself the right to read it'],
  'folder-empty': [
    'there is nothing to import in this folder',
    'give a folder that holds files of a source',
  ],
  'folder-too-deep': ['the folders are nested too deep', 'name this folder itself'],
  'format-unknown': [
    'the file is in no format that is read',
    'name the format with --as, or leave the file out',
  ],
  'front-matter-alias': [
    'the front matter uses aliases (*name)',
    'write the value out where it is needed',
  ],
  'front-matter-broken': [
    'the front matter is not YAML',
    'put texts with a colon, a quotation mark or a # in quotes, and indent with spaces',
  ],
  'front-matter-duplicate-member': [
    'a member of the front matter is given twice',
    'keep one of the two',
  ],
  'front-matter-missing': [
    'the file does not begin with front matter',
    'begin with a --- line, then title:, contentType: and source: with its id:, then a --- line',
  ],
  'front-matter-not-members': [
    'the front matter is not a list of members',
    'write title:, contentType: and source: with its id: between the --- lines',
  ],
  'front-matter-too-deep': [
    'lists and members of the front matter are nested too deep',
    'give the members of an import record, which are at most 5 deep',
  ],
  'front-matter-too-long': [
    'the front matter is longer than is read',
    'move the text below the closing --- line',
  ],
  'front-matter-unclosed': ['no --- line closes the front matter', 'add one before the text'],
  'json-array': [
    'the file is one JSON array',
    "write one object a line: jq -c '.[]' FILE > FILE.jsonl",
  ],
  'json-broken': ['this is not JSON', 'look at the line with a JSON tool, such as jq'],
  'json-duplicate-member': ['a member is given twice', 'keep one of the two'],
  'json-over-lines': [
    'the JSON goes over several lines',
    'write one object a line: jq -c . FILE > FILE.jsonl',
  ],
  'json-too-deep': [
    'objects and lists are nested too deep',
    'give the members of an import record, which are at most 5 deep',
  ],
  'judilibre-list-too-long': [
    'the list has more decisions than are read at once',
    'ask the API for fewer decisions at a time',
  ],
  'judilibre-shape': [
    'this is neither a decision of Judilibre nor a list with results',
    'give the answer of /decision or /export as it came',
  ],
  'jurisdiction-unknown': ['there is no such jurisdiction', 'take the closest one'],
  'language-unknown': ['there is no such language', 'take the closest one'],
  'legal-domain-unknown': ['there is no such legal domain', 'take the closest one'],
  'legal-rule-type-unknown': ['there is no such rule type', 'take the closest one'],
  'line-too-long': [
    'the line is longer than is read',
    'split the text: one text has at most 4 MiB of UTF-8',
  ],
  'lone-surrogate': [
    'there is half of a surrogate pair, which is not a character',
    'write the whole character in UTF-8, or remove the half',
  ],
  'manuscripts-several': [
    'a title and an id are of one text, and several files are given',
    'name one file, or put the title and source.id of each into NAME.docx.yaml beside it',
  ],
  'member-empty': ['a member is empty', 'give it, or leave the record out'],
  'member-invalid': ['a member cannot be taken', 'correct it, or leave it out', 'internal'],
  'member-missing': ['a member is missing', 'add it'],
  'member-too-long': [
    'a member is above its limit',
    'shorten it, or look whether it holds something else',
  ],
  'member-too-small': ['a member is below its least value', 'correct it, or leave it out'],
  'member-unknown': ['a member is not known', 'correct its name, or leave it out'],
  'member-wrong-form': [
    'a member does not have the form that it needs',
    'write it in that form',
    'internal',
  ],
  'member-wrong-type': ['a member has another type than it needs', 'give a value of that type'],
  'not-a-file': ['this is neither a file nor a folder', 'give files or folders'],
  'not-text': [
    'the file is not text',
    'give JSON Lines or Markdown in UTF-8, or leave the file out',
  ],
  'not-utf8': ['the bytes are not UTF-8', 'convert the file first, for example with iconv'],
  'nul-character': [
    'there is a NUL character, which no text has',
    'remove it, and look at what wrote it: the text around it may be damaged too',
  ],
  'path-missing': [
    'there is nothing at this path',
    'correct the path, or start from the folder that it is relative to',
  ],
  'pdf-broken': [
    'the PDF is damaged, cut off, or locked by a password',
    'open it in a reader and print it to a new PDF, or give its text as Markdown',
  ],
  'pdf-too-long': ['the PDF has more pages than are read', 'split it', 'internal'],
  'pdf-without-text': [
    'the PDF has no text layer: its pages are pictures',
    'recognise its text first (ocrmypdf FILE OUT), read it through, and import it then',
  ],
  'rdf-broken': ['this is not RDF/XML', 'check the file with an RDF tool, such as rapper or riot'],
  'record-not-object': [
    'this is not an object with the members of a record',
    'give at least title, text, contentType and source.id',
  ],
  'slug-invalid': [
    'this is not a slug',
    'use a-z, 0-9 and single hyphens; a record may leave it out',
  ],
  'source-known': [
    'this folder is configured as an official source already',
    'to change it, remove it first: pandect sources remove FOLDER',
  ],
  'source-not-a-folder': [
    'this is no folder that can be read',
    'name the folder into which the publisher’s files are fetched',
  ],
  'source-too-wide': [
    'this is the whole disk',
    'name the folder into which the publisher’s files are fetched',
  ],
  'source-unknown': [
    'this folder is not configured as an official source',
    'see `pandect sources list`',
  ],
  'state-conflict': [
    'this import has this state of the text with another content already',
    'give each state of the text a source.version of its own, or keep one of the two records',
  ],
  'state-recorded-otherwise': [
    'this state of the text is recorded with another content, which stays',
    'give the new content a source.version of its own',
  ],
  'text-missing': ['the decision has no text', 'leave the file out, or ask for the whole decision'],
  'url-not-web': [
    'the address of the source is not one of the web',
    'give the whole address, with http:// or https://, or leave it out',
  ],
  'validity-reversed': [
    'the text ends before it begins',
    'swap validFrom and validTo; both days are inclusive',
  ],
  'value-unknown': ['a member has an unknown value', 'take the closest one'],
  'vocabulary-loop': [
    'the concept is broader than itself',
    'remove one of the broader relations in the loop',
  ],
  'work-unknown': [
    'the document does not say which work it is (FRBRWork), or has no title',
    'give the identification that Akoma Ntoso asks for',
  ],
  'xml-broken': [
    'this is not well-formed XML',
    'look at the line with xmllint, or fetch the file again',
  ],
  'xml-cut-off': ['the file ends before its first element does', 'fetch it again: it was cut off'],
  'xml-entity': [
    'the file declares or uses an entity of its own',
    'write the text out: entities are not expanded, whether inside or outside the file',
  ],
  'xml-too-deep': [
    'elements are nested too deep',
    'look at what wrote the file: no text of law is that deep',
  ],
  'xml-too-large': [
    'there are too many elements',
    'split the file by articles or chapters',
    'internal',
  ],
  'xml-unknown': [
    'this is XML of no publisher that is read',
    'name the format with --as if it is one of them, or leave the file out',
  ],
  'zone-outside-text': [
    'a zone of the decision ends outside of the text, or before it begins',
    'count from 0 in UTF-16 units of text, end exclusive',
  ],
} as const satisfies Record<string, ErrorEntry>

/** Notes of an import: it leaves something out or repairs it, and continues. */
export const IMPORT_NOTES = {
  'attachment-left': [
    'Judilibre: a file beside the decision is not imported',
    'nothing to do: reports, opinions and notes are texts of their own',
  ],
  'context-only': [
    'the file only says how articles are ordered; each article says so',
    NOTHING_TO_DO,
  ],
  'decision-dates-disagree': ['the title and the date of a decision disagree', PUBLISHER],
  'element-unknown': [
    'an element is not read',
    'nothing else is lost; tell the project if it matters to you',
  ],
  'file-not-imported': [
    'the name of the file does not end as a source does',
    'name the file itself if it is to be imported',
  ],
  'not-a-text': ['the file holds no text', NOTHING_TO_DO],
  'notes-left-out': [
    'there are more kinds of notes than are shown',
    'look at the first ones: the files may be of another format than they look',
  ],
  'picture-left': [
    'Word: a document has pictures, which are not imported',
    'say in words what they show',
  ],
  'validity-doubt': ['the validity of a wording is in doubt', PUBLISHER],
  'value-unmapped': [
    'a value has no code of ours; its words are kept where there is a member for them',
    'there is nothing to do; tell the project if you filter by it',
  ],
  'wording-empty': ['an article has no text in this wording', NOTHING_TO_DO],
  'wording-never-in-force': ['a wording ended before it began', PUBLISHER],
  'xml-doctype': ['the file names a DTD, which is not read', NOTHING_TO_DO],
  'zone-repaired': ['a zone of the decision was repaired', NOTHING_TO_DO],
} as const satisfies Record<string, ErrorEntry>
