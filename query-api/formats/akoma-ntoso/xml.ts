/** Writes XML 1.0. Text and attributes are escaped; what XML can't hold becomes U+FFFD. */

const NOT_XML = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
const entity = (sign: string): string => ENTITIES[sign] ?? sign

export const escapedText = (text: string): string =>
  text.replaceAll(NOT_XML, '\u{FFFD}').replaceAll(/[&<>\r]/gu, entity)

const escapedValue = (value: string): string =>
  value.replaceAll(NOT_XML, '\u{FFFD}').replaceAll(/[&<>"\t\n\r]/gu, entity)

export type Attributes = Readonly<Record<string, string | null | undefined>>

/** An element; `content` is markup. An attribute without a value is left out. */
export const element = (name: string, attributes: Attributes, content = ''): string => {
  const written = Object.entries(attributes)
    .map(([key, value]) =>
      value === null || value === undefined ? '' : ` ${key}="${escapedValue(value)}"`,
    )
    .join('')
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}
