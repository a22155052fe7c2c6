/**
 * A line that is a heading: in Markdown, in bold alone, or by a word of division. Read only the
 * first characters of a line with it.
 */
export const HEADING_LINE =
  /^[ ]?(?:#{1,6} |\*\*[^*]+\*\*$|(?:livre|titre|chapitre|section|sous-section|paragraphe|partie|annexe|títol|capítol|title|chapter|part|annex) )/i
