const MARKS = /\p{M}/gu
const APOSTROPHES = /[’ʼ＇]/gu

/** A text in small letters without accents, with one apostrophe; its words keep their order. */
export const foldedText = (text: string): string =>
  text.normalize('NFD').replaceAll(MARKS, '').toLowerCase().replaceAll(APOSTROPHES, "'")
