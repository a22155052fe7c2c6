/** Reads server-sent events as chat endpoints send them (WHATWG HTML, section 9.2). */

const LINE_END = /\r\n|\n|\r/u
const DATA = /^data: ?(.*)$/u

/** Takes chunks of text and returns the data of the events that they complete. */
export const makeEventReader = () => {
  let left = ''
  let data: string[] = []
  const takeLine = (line: string): string[] => {
    if (line !== '') {
      const value = DATA.exec(line)?.[1]
      if (value !== undefined) data.push(value)
      return []
    }
    const event = data.join('\n')
    data = []
    return event === '' ? [] : [event]
  }
  return {
    take: (text: string): string[] => {
      // A carriage return at the end may be the first half of a line end.
      const whole = left + text
      const cut = whole.endsWith('\r') ? whole.length - 1 : whole.length
      const lines = whole.slice(0, cut).split(LINE_END)
      left = `${lines.pop() ?? ''}${whole.slice(cut)}`
      return lines.flatMap(takeLine)
    },
  }
}
