import { fold } from '#contracts/law/analysis/fold.ts'
import { languageName } from '#contracts/web/language.ts'

/** ISO 639-1. A text's language is a BCP 47 tag whose first part is one of these. */
export const LANGUAGES: readonly string[] = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ' +
  'ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ' +
  'ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi ' +
  'mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw ' +
  'sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ' +
  'ur uz ve vi vo wa wo xh yi yo za zh zu'
).split(' ')
const KNOWN: ReadonlySet<string> = new Set(LANGUAGES)

/** The tag in its usual form (`FR-lu` is `fr-LU`), or null if we do not know it. */
export const languageTag = (given: string): string | null => {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(given)
    return KNOWN.has(tag.split('-')[0] ?? '') ? tag : null
  } catch {
    return null // not the form of a tag
  }
}

/** The tag of a language that is named in French or English; null: none has this name. */
export const languageNamed = (name: string): string | null => {
  const wanted = fold(name.trim())
  const isNamed = (tag: string): boolean =>
    (['fr', 'en'] as const).some((language) => fold(languageName(language, tag)) === wanted)
  return LANGUAGES.find(isNamed) ?? null
}
