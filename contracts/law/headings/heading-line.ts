/**
 * A line that is a heading: in Markdown, in bold alone, or by a word of division. `Partie civile`
 * and the like are parties to a case. Read only the first characters of a line with it.
 */
export const HEADING_LINE =
  /^[ ]?(?:#{1,6} |\*\*[^*]+\*\*$|(?:livre|titre|chapitre|section|sous-section|paragraphe|annexe|títol|capítol|title|chapter|part|annex) |partie (?!(?:civile|demanderesse|défenderesse|appelante|intimée|intervenante|requérante|plaignante|poursuivante|adverse|jointe|lésée|perdante|succombante|condamnée|contractante|prenante|de|des|du|à|au|aux|en|et|ou|qui|dont)(?!\p{L})|d['’]))/iu
