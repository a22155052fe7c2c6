import { PEERS, peerNamed, type Strength } from './peers.ts'
import {
  CLIENTS,
  EQUAL_RECALL,
  type Measured,
  type Operation,
  type PeerResult,
  type Row,
  type Run,
} from './result.ts'

const NAMES: Readonly<Record<Operation, string>> = {
  lexical: 'lexical',
  vector: 'vector',
  hybrid: 'hybrid',
  filtered: 'hybrid, filtered',
  total: 'lexical with total, filtered',
}
const BASE = 'pandect'
/** What differs by less than this is taken for equal. */
const AHEAD = 0.95

const titleOf = (name: string): string => peerNamed(name)?.title ?? name
const cell = (value: number | null, digits = 0): string =>
  value === null
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** A vertical line would end the cell. */
const safe = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const loadOf = ({ loadBefore, loadAfter }: PeerResult): string =>
  `${loadBefore.toFixed(1)}, ${loadAfter.toFixed(1)}`

const builtRow = (result: PeerResult, passages: number): string[] => {
  const title = titleOf(result.peer)
  if ('failed' in result)
    return [title, `no figures: ${safe(result.failed)}`, '', '', '', '', '', loadOf(result)]
  const { buildSeconds, diskMb, buildingMb, servingMb, recall, recallFiltered, totals } =
    result.measured
  return [
    title,
    `${cell(buildSeconds, 1)} s (${cell(passages / buildSeconds)}/s)`,
    `${cell(diskMb)} MB`,
    `${cell(buildingMb)} MB`,
    `${cell(servingMb)} MB`,
    `${cell(recall, 3)}, ${cell(recallFiltered, 3)}`,
    totals === null ? '–' : `${totals.exact} of ${totals.checked}`,
    loadOf(result),
  ]
}

const searchRow = (peer: string, { operation, clients, timing }: Row): string[] => {
  const first = [NAMES[operation], titleOf(peer), String(clients)]
  return typeof timing === 'string'
    ? [...first, safe(timing), '', '', '']
    : [
        ...first,
        cell(timing.p50, 2),
        cell(timing.p95, 2),
        cell(timing.p99, 2),
        cell(timing.perSecond),
      ]
}

type Done = { readonly peer: string; readonly measured: Measured }

const done = ({ peers }: Run): Done[] => peers.filter((result) => 'measured' in result)

type Compared = { readonly what: Strength; readonly label: string; readonly unit: string }

/** What is better if it is smaller, of one peer. */
const figures = (measured: Measured): (Compared & { readonly value: number })[] => [
  ...measured.rows.flatMap(({ operation, clients, timing }) =>
    typeof timing === 'string'
      ? []
      : [
          {
            what: operation,
            label: `${NAMES[operation]}, ${clients} at a time`,
            unit: 'ms',
            value: timing.p50,
          },
        ],
  ),
  { what: 'build', label: 'build', unit: 's', value: measured.buildSeconds },
  { what: 'disk', label: 'disk', unit: 'MB', value: measured.diskMb },
  ...(measured.servingMb === null
    ? []
    : [
        {
          what: 'memory' as const,
          label: 'memory while serving',
          unit: 'MB',
          value: measured.servingMb,
        },
      ]),
]

const recallNote = ({ what }: Compared, { measured }: Done): string => {
  if (what === 'filtered') return ` (recall under the filter ${cell(measured.recallFiltered, 3)})`
  return what === 'vector' || what === 'hybrid' ? ` (recall ${cell(measured.recall, 3)})` : ''
}

/** Every figure in which a peer is ahead of Pandect's index, with the reason. */
export const wins = (run: Run): string[] => {
  const all = done(run)
  const base = all.find(({ peer }) => peer === BASE)
  if (base === undefined) return []
  const own = new Map(figures(base.measured).map(({ label, value }) => [label, value]))
  return all
    .filter(({ peer }) => peerNamed(peer)?.name !== 'service' && peer !== BASE)
    .flatMap((other) =>
      figures(other.measured).flatMap((figure) => {
        const ours = own.get(figure.label)
        if (ours === undefined || figure.value >= ours * AHEAD) return []
        const reason = peerNamed(other.peer)?.reasons[figure.what] ?? 'no reason is known'
        const values = `${cell(figure.value, 2)} against ${cell(ours, 2)} ${figure.unit}`
        return [
          `${titleOf(other.peer)}, ${figure.label}: ${values}${recallNote(figure, other)}: ${reason}.`,
        ]
      }),
    )
}

/** What an engine takes at the recall that is asked of all; null: it was never asked for more. */
const equalRow = ({ peer, measured }: Done): string[] | null => {
  const { recall, widened } = measured
  if (recall === null) return null
  if (!widened && recall < EQUAL_RECALL) return null
  const { candidates, rows, recall: reached } = widened ?? { ...measured, recall, candidates: null }
  const timesOf = (operation: Operation): string => {
    const [one, eight] = CLIENTS.map((clients) => {
      const row = rows.find((other) => other.operation === operation && other.clients === clients)
      return row === undefined || typeof row.timing === 'string' ? null : row.timing
    })
    return `${cell(one?.p50 ?? null, 2)} ms, ${cell(eight?.perSecond ?? null)}/s`
  }
  return [
    titleOf(peer),
    candidates === null ? 'as above' : cell(candidates),
    cell(reached, 3),
    ...(['vector', 'hybrid', 'filtered'] as const).map(timesOf),
  ]
}

/** Empty for a run of before, in which no peer was asked for more. */
const equalRecallOf = (run: Run): string[] => {
  const all = done(run)
  if (all.every(({ measured }) => !measured.widened)) return []
  return [
    'At equal recall: each engine that found less than 99 % of the nearest ten looks at more candidates, until it finds them ' +
      'or can look at no more. p50 with one client, and searches a second with eight.',
    table(
      ['engine', 'candidates', 'recall@10', 'vector', 'hybrid', 'hybrid, filtered'],
      all.map(equalRow).filter((row) => row !== null),
    ),
  ]
}

const explained = `Each peer runs alone in a process of its own, one after the other. Times are milliseconds from the question to the
numbers of the ten best passages (the service: to the whole answer). Recall is the share of the ten nearest vectors (above zero), without and
under the filter (one jurisdiction, five years), over 100 questions. Totals: how often the number of matches under a filter is the
number of matches that the engine lists. Memory is the highest sum over the peer's processes, shared pages counted once; mapped
files count as far as they are in memory. Load is that of the machine before and after.`

/** Says what the rows of a run show of the Pandect index beside the others. */
const comparisonOf = (run: Run, ahead: readonly string[]): string => {
  const measured = done(run)
  if (measured.every(({ peer }) => peer !== BASE))
    return 'The Pandect index took no part: nothing is compared with it.'
  if (measured.length === 1) return 'No peer was measured at this size.'
  return ahead.length === 0
    ? 'No peer is ahead of the Pandect index in any row.'
    : `Where a peer is ahead of the Pandect index:\n\n${ahead.map((line) => `- ${line}`).join('\n')}`
}

const sectionOf = (run: Run): string => {
  const { machine } = run
  const ahead = wins(run)
  const rows = done(run).flatMap(({ peer, measured }) =>
    measured.rows.map((row) => ({ operation: row.operation, cells: searchRow(peer, row) })),
  )
  const order = Object.keys(NAMES)
  return [
    `## ${cell(run.passages)} passages`,
    `${run.date}; ${machine.processor}, ${machine.cores} cores, ${cell(machine.memoryGb)} GB, Node ${machine.node}; ` +
      `vectors of ${run.model} (${run.dimensions} dimensions), ${run.questions} questions, ${run.secondsEach} s each.`,
    table(
      ['engine', 'build', 'disk', 'memory, building', 'serving', 'recall@10', 'totals', 'load'],
      run.peers.map((result) => builtRow(result, run.passages)),
    ),
    table(
      ['search', 'engine', 'clients', 'p50', 'p95', 'p99', 'a second'],
      rows
        .toSorted((a, b) => order.indexOf(a.operation) - order.indexOf(b.operation))
        .map(({ cells }) => cells),
    ),
    ...equalRecallOf(run),
    comparisonOf(run, ahead),
  ].join('\n\n')
}

/** The whole page: one section a size, then how each engine is set up. */
export const reportOf = (runs: readonly Run[]): string => {
  const taken = new Set(runs.flatMap(({ peers }) => peers.map(({ peer }) => peer)))
  return [
    '# Pandect beside other engines',
    '`npm run bench:peers` writes this page, `peers.json` and `peers.svg`.',
    explained,
    ...runs.map(sectionOf),
    '## How each is set up',
    PEERS.filter(({ name }) => taken.has(name))
      .map(({ title, how }) => `- **${title}**: ${how}.`)
      .join('\n'),
    '',
  ].join('\n\n')
}
