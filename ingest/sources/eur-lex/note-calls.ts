/** The calls of notes, which belong to the publisher, and the brackets and blanks around them. */

/** Marks where a note was called; no character of XML. */
export const NOTE_CALL = '\uffff'

const CALLS = /(?<![ \u00a0])[ \u00a0]*(?:\(\s{0,4}\uffff\s{0,4}\)|\uffff)/gu

/** A text without the calls of its notes. */
export const withoutCalls = (text: string): string => text.replaceAll(CALLS, '')
