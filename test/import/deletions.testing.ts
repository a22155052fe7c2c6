/** Increments of the DILA as archives, for tests of deletions. */
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** Files in the order given. */
export type Entries = readonly (readonly [name: string, content: string])[]

export const archiveOf = async (entries: Entries): Promise<Buffer> => {
  const tar = pack()
  for (const [name, content] of entries) tar.entry({ name }, content)
  tar.finalize()
  return gzipSync(await buffer(tar))
}

/** `JURITEXT000099000007`. */
export const juri = (number: number): string =>
  `JURITEXT${String(99_000_000 + number).padStart(12, '0')}`
export const legi = (number: number): string =>
  `LEGIARTI${String(99_000_000 + number).padStart(12, '0')}`
const CODE = 'LEGITEXT000099000001'

const digits = (id: string): string =>
  [...id.slice('LEGIARTI'.length, -2).matchAll(/../g)].map(([pair]) => pair).join('/')

/** Where a ruling of CASS lies in its base, as lists write it. */
export const cassPath = (id: string, base = 'cass'): string =>
  `juri/${base}/global/JURI/TEXT/${digits(id)}/${id}`
export const codeFolder = (place = 'code_en_vigueur'): string =>
  `legi/global/code_et_TNC_en_vigueur/${place}/LEGI/TEXT/${digits(CODE)}/${CODE}`
export const legiPath = (id: string, place?: string): string =>
  `${codeFolder(place)}/article/LEGI/ARTI/${digits(id)}/${id}`

export const ruling = (
  id: string,
  text = `Le pourvoi ${id} est rejeté.`,
): string => `<?xml version="1.0"?>
<TEXTE_JURI_JUDI><META><META_COMMUN><ID>${id}</ID></META_COMMUN><META_SPEC>
<META_JURI><TITRE>Cour de cassation, ${id}</TITRE><DATE_DEC>2024-03-14</DATE_DEC>
<JURIDICTION>Cour de cassation</JURIDICTION></META_JURI><META_JURI_JUDI/></META_SPEC></META>
<TEXTE><BLOC_TEXTUEL><CONTENU>${text}</CONTENU></BLOC_TEXTUEL></TEXTE></TEXTE_JURI_JUDI>`

type Wording = { readonly id: string; readonly from: string; readonly text: string }

/** One wording of an article that has these wordings. */
export const articleFile = (
  { id, from, text }: Wording,
  all: readonly Wording[],
): string => `<?xml version="1.0"?>
<ARTICLE><META><META_COMMUN><ID>${id}</ID></META_COMMUN><META_SPEC><META_ARTICLE>
<NUM>L1</NUM><ETAT>VIGUEUR</ETAT><DATE_DEBUT>${from}</DATE_DEBUT><DATE_FIN>2999-01-01</DATE_FIN>
</META_ARTICLE></META_SPEC></META>
<CONTEXTE><TEXTE cid="${CODE}" nature="CODE"><TITRE_TXT debut="2000-01-01" fin="2999-01-01">Code inventé</TITRE_TXT></TEXTE></CONTEXTE>
<VERSIONS>${all.map((one) => `<VERSION><LIEN_ART id="${one.id}" debut="${one.from}" fin="2999-01-01"/></VERSION>`).join('')}</VERSIONS>
<BLOC_TEXTUEL><CONTENU>${text}</CONTENU></BLOC_TEXTUEL></ARTICLE>`
