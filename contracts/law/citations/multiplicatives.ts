const FIRST = 'bis ter quater quinquies sexies septies octies nonies'.split(' ')
const UNITS = ['', ...'un duo ter quater quin sex sept octo novo'.split(' ')]
const TENS = ['decies', 'vicies', 'tricies', 'quadragies']

/**
 * The Latin multiplicatives of article numbers in their order: an article `2 bis` follows `2`, `2
 * ter` follows it.
 */
export const MULTIPLICATIVES: readonly string[] = [
  ...FIRST,
  ...TENS.flatMap((ten) => UNITS.map((unit) => unit + ten)),
]
