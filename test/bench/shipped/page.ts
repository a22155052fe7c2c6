/** The figures as Markdown, and their place in the page of results. */
import type { LoadFigures } from './load.ts'

export type CallFigures = {
  readonly name: string
  readonly clients: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly perSecond: number
}
export type Figures = {
  readonly command: string
  readonly day: string
  readonly commit: string
  readonly machine: string
  /** Averages of one minute, before and after. */
  readonly load: readonly [number, number]
  readonly disk: { readonly p50: number; readonly p95: number }
  readonly model: string
  readonly readySeconds: number
  readonly imported: { readonly records: number; readonly seconds: number }
  /** From the end of the import until its last text is found. */
  readonly projectedSeconds: number
  readonly residentMb: number
  readonly calls: readonly CallFigures[]
  /** Calls a second of the mix, eight clients that wait for their answers. */
  readonly limit: number
  /** null: not measured. */
  readonly underLoad: LoadFigures | null
}

const BEGIN = '<!-- npm run bench -- --write: begin -->'
const END = '<!-- npm run bench -- --write: end -->'

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const loadLine = (limit: number, load: LoadFigures | null): string => {
  const measured = `The mix of these calls (40 % hybrid, 22 % articles, 3 % each of verification and answers, the rest other searches): ${limit.toFixed(0)} a second with eight clients.`
  if (load === null) return measured
  const { perSecond, seconds, served, refused, failed, p50, p95, p99 } = load
  return `${measured} At ${perSecond.toFixed(0)} a second for ${(seconds / 60).toFixed(0)} minutes, sent whether or not the ones before were answered: ${served.toLocaleString('en')} served, ${refused} refused (503), ${failed} failed; p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}, ${(p99 / p50).toFixed(1)} times the median (aim: no error, 5 times).`
}

export const pageOf = (figures: Figures): string => {
  const { imported, disk, load } = figures
  return [
    BEGIN,
    `\`${figures.command}\`, ${figures.day}, commit ${figures.commit}. ${figures.machine}; load ${load[0].toFixed(1)} before and ${load[1].toFixed(1)} after; a durable write of 8 KiB takes p50 ${ms(disk.p50)}, p95 ${ms(disk.p95)}. Default model (${figures.model}), embedded engines, one key that is charged, over HTTP; up to 64 calls are admitted at once (default: two a core), so that none of eight clients is refused.`,
    '',
    row(['what', 'figure']),
    row(['---', '---']),
    row([
      'ready on an empty data folder, without the demonstration',
      `${figures.readySeconds.toFixed(1)} s`,
    ]),
    row([
      'import end to end',
      `${imported.records.toLocaleString('en')} records in ${imported.seconds.toFixed(1)} s: ${(imported.records / imported.seconds).toFixed(0)}/s`,
    ]),
    row([
      'until the read models have all of it, after its end',
      `${figures.projectedSeconds.toFixed(1)} s`,
    ]),
    row(['resident memory of the process, at the end', `${figures.residentMb.toFixed(0)} MB`]),
    '',
    row(['call', 'clients', 'p50', 'p95', 'p99', 'a second']),
    row(['---', '---', '---', '---', '---', '---']),
    ...figures.calls.map(({ name, clients, p50, p95, p99, perSecond }) =>
      row([name, String(clients), ms(p50), ms(p95), ms(p99), perSecond.toFixed(0)]),
    ),
    '',
    loadLine(figures.limit, figures.underLoad),
    END,
  ].join('\n')
}

/** The page with these figures instead of those before. Throws where it has no place for them. */
export const withFigures = (page: string, figures: string): string => {
  const [head, rest, ...more] = page.split(BEGIN)
  const tail = rest?.split(END)[1]
  if (head === undefined || tail === undefined || more.length > 0)
    throw new Error(`the page must have ${BEGIN} and ${END} once`)
  return head + figures + tail
}
