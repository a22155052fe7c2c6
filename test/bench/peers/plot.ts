import { importFrom, installNpm } from './install.ts'
import { peerNamed } from './peers.ts'
import { OPERATIONS, type Run } from './result.ts'
import { PEER_VERSIONS } from './versions.ts'

type Point = {
  readonly engine: string
  readonly passages: number
  readonly figure: string
  readonly value: number
}

/** Points of the plot: medians of one client, then build time and memory. */
export const pointsOf = (runs: readonly Run[]): Point[] =>
  runs.flatMap(({ passages, peers }) =>
    peers.flatMap((result) => {
      if (!('measured' in result)) return []
      const engine = peerNamed(result.peer)?.title ?? result.peer
      const point = (figure: string, value: number | null): Point[] =>
        value === null ? [] : [{ engine, passages, figure, value }]
      const { rows, buildSeconds, servingMb } = result.measured
      return [
        ...OPERATIONS.flatMap((operation) => {
          const row = rows.find((one) => one.operation === operation && one.clients === 1)
          const value = row === undefined || typeof row.timing === 'string' ? null : row.timing.p50
          return point(`${operation}: p50, ms`, value)
        }),
        ...point('build, s', buildSeconds),
        ...point('memory while serving, MB', servingMb),
      ]
    }),
  )

const specification = (points: readonly Point[]) => ({
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  title: 'Pandect beside other engines, by the number of passages',
  data: { values: points },
  facet: { field: 'figure', type: 'nominal', title: null, sort: null },
  columns: 2,
  spec: {
    width: 380,
    height: 240,
    mark: { type: 'line', point: true },
    encoding: {
      x: { field: 'passages', type: 'quantitative', scale: { type: 'log' }, title: 'passages' },
      y: { field: 'value', type: 'quantitative', scale: { type: 'log' }, title: null },
      color: {
        field: 'engine',
        type: 'nominal',
        title: null,
        scale: { scheme: 'tableau10' },
        // Names are shown whole.
        legend: { labelLimit: 0 },
      },
      strokeWidth: {
        condition: { test: "indexof(datum.engine, 'Pandect') === 0", value: 3.5 },
        value: 1.5,
      },
    },
  },
  resolve: { scale: { y: 'independent' } },
})

type VegaLite = { readonly compile: (specification: object) => { readonly spec: object } }
type Vega = {
  readonly parse: (spec: object) => unknown
  readonly View: new (runtime: unknown, options: object) => { toSVG: () => Promise<string> }
}

/** Draws the cost curve with Vega-Lite, which is installed beside the peers. */
export const drawPlot = async (cache: string, runs: readonly Run[]): Promise<string> => {
  const packages = await installNpm(cache, `vega-lite-${PEER_VERSIONS.vegaLite}`, {
    vega: PEER_VERSIONS.vega,
    'vega-lite': PEER_VERSIONS.vegaLite,
  })
  const lite = (await importFrom(packages, 'vega-lite')) as VegaLite
  const vega = (await importFrom(packages, 'vega')) as Vega
  const { spec } = lite.compile(specification(pointsOf(runs)))
  return new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG()
}
