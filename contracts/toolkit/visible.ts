/**
 * Letters, digits, punctuation and symbols that leave ink. Marks alone, blanks, controls of the
 * direction of writing and fillers (Unicode: Default_Ignorable_Code_Point, U+2800) do not.
 */
const INK = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v

/** Whether a person can see something of a text. */
export const isVisible = (text: string): boolean => INK.test(text)
