/**
 * Forms of text in requests, in the words of JSON Schema; `parseRequest` refuses by the same rules.
 */

/** No database stores U+0000. */
export const NO_NUL = String.raw`^[^\u0000]*$`
/** Something that `trim` leaves, and no U+0000. */
export const NOT_BLANK = String.raw`^[^\u0000]*[^\s\uFEFF\u0000][^\u0000]*$`
