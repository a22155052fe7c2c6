import { readFile } from 'node:fs/promises'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import { measureAnswers, makeMetrics, type MetricSources, WORKFLOWS } from './metrics.ts'
import { watchSearchable } from './searchable.ts'
import { serveMetrics } from './server.ts'

const at = (position: number) => async (): Promise<Position> => Position.parse(position)
const SOURCES: MetricSources = {
  head: at(100),
  projections: { 'read-models': at(90), 'search-index': at(100) },
  relayed: at(75),
  parked: async () => ['event-unreadable', 'event-unreadable', 'something new'],
}

const linesOf = async (metrics: { text(): Promise<string> }, start: string): Promise<string[]> =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(start))

test('lag, backlog and parked streams are read on request', async () => {
  const metrics = makeMetrics(SOURCES)
  expect(await linesOf(metrics, 'pandect_')).toEqual(
    expect.arrayContaining([
      'pandect_engines_up 1',
      'pandect_projection_lag_events{projection="read-models"} 10',
      'pandect_projection_lag_events{projection="search-index"} 0',
      'pandect_relay_backlog_events 25',
      'pandect_parked_streams{reason="event-unreadable"} 2',
      'pandect_parked_streams{reason="other"} 1',
    ]),
  )
})

test('the lag of the desk is read: of its lists in events, of its schedule in seconds', async () => {
  let dueSince: number | null = null
  const metrics = makeMetrics({
    head: at(100),
    projections: { 'desk-board': at(98), 'desk-impact': at(95) },
    dueSince: async () => dueSince,
  })
  expect(await linesOf(metrics, 'pandect_')).toEqual(
    expect.arrayContaining([
      'pandect_projection_lag_events{projection="desk-board"} 2',
      'pandect_projection_lag_events{projection="desk-impact"} 5',
      'pandect_schedule_lag_seconds 0',
    ]),
  )
  dueSince = Date.now() - 60_000
  const [line = ''] = await linesOf(metrics, 'pandect_schedule_lag_seconds ')
  expect(Number(line.split(' ')[1])).toBeGreaterThanOrEqual(60)
  dueSince = Date.now() + 60_000
  expect(await linesOf(metrics, 'pandect_schedule_lag_seconds ')).toEqual([
    'pandect_schedule_lag_seconds 0',
  ])
})

test('an engine that is down is visible, and old values are not shown', async () => {
  let away = false
  const head = async (): Promise<Position> => {
    if (away) throw new Fault('store-unavailable', 'a test')
    return Position.parse(100)
  }
  const metrics = makeMetrics({ ...SOURCES, head })
  await metrics.text()
  away = true
  expect(await linesOf(metrics, 'pandect_engines_up')).toEqual(['pandect_engines_up 0'])
  expect(await linesOf(metrics, 'pandect_projection_lag_events{')).toEqual([])
  expect(await linesOf(metrics, 'pandect_relay_backlog_events')).toEqual([])
  away = false
  expect(await linesOf(metrics, 'pandect_relay_backlog_events')).toEqual([
    'pandect_relay_backlog_events 25',
  ])
})

test('counters add up, and an unlisted code is not a label', async () => {
  const metrics = makeMetrics({ head: at(0), projections: {} })
  metrics.projected({ events: 5, texts: 2, parked: [{ reason: 'stream-gap' }] })
  metrics.projected({ events: 1, texts: 1, parked: [{ reason: 'svc_live_a_secret' }] })
  metrics.relayed({ events: 6 })
  metrics.fault('projector', new Fault('store-unavailable', 'a test'))
  metrics.fault('relay', new Error('svc_live_a_secret'))
  metrics.workflowEnded('importCorpus', 'completed')
  metrics.workflowEnded('svc_live_a_secret', 'failed')
  const text = await metrics.text()
  for (const line of [
    'pandect_projected_events_total 6',
    'pandect_projected_texts_total 3',
    'pandect_parkings_total{reason="stream-gap"} 1',
    'pandect_parkings_total{reason="other"} 1',
    'pandect_relayed_events_total 6',
    'pandect_faults_total{process="projector",code="store-unavailable"} 1',
    'pandect_faults_total{process="relay",code="other"} 1',
    'pandect_workflow_outcomes_total{workflow="importCorpus",outcome="completed"} 1',
    'pandect_workflow_outcomes_total{workflow="other",outcome="failed"} 1',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).not.toContain('secret')
  expect(text).not.toContain('pandect_relay_backlog_events')
})

test('counters that alerts watch begin at 0: their first increase would not be seen', async () => {
  const metrics = makeMetrics({ ...SOURCES, runsWorkflows: true })
  expect(await linesOf(metrics, 'pandect_')).toEqual(
    expect.arrayContaining([
      'pandect_parkings_total{reason="stream-gap"} 0',
      'pandect_parkings_total{reason="other"} 0',
      'pandect_workflow_outcomes_total{workflow="importCorpus",outcome="failed"} 0',
    ]),
  )
  const others = makeMetrics({ head: at(0), projections: {} })
  expect(await linesOf(others, 'pandect_parkings_total{')).toEqual([])
  expect(await linesOf(others, 'pandect_workflow_outcomes_total{')).toEqual([])
})

test('every workflow has a label of its own', async () => {
  const entry = new URL('../../workflows/temporal/workflows.ts', import.meta.url)
  const exported = [...(await readFile(entry, 'utf8')).matchAll(/^export \{ (.+) \}/gm)]
  const names = exported.flatMap(([, list = '']) => list.split(', '))
  expect(names.toSorted()).toEqual(WORKFLOWS)
})

test('answers are measured by route pattern and status: no slug, no word of a query', async () => {
  const app = fastify()
  app.register(async (api) => {
    api.get('/articles/:slug', async () => 'yes')
  })
  const metrics = makeMetrics({ head: at(0), projections: {} })
  measureAnswers(app, metrics)
  await app.inject('/articles/canary-slug?q=canary')
  await app.inject({ method: 'GET', url: '/canary' })
  const text = await metrics.text()
  expect(text).toContain(
    'pandect_http_request_seconds_count{method="GET",route="/articles/:slug",status="200"} 1',
  )
  expect(text).toContain(
    'pandect_http_request_seconds_count{method="GET",route="none",status="404"} 1',
  )
  expect(text).not.toContain('canary')
})

test('a separate port serves the metrics and nothing else', async () => {
  const server = await serveMetrics(makeMetrics(SOURCES), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const answer = await fetch(server.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(await answer.text()).toContain('# TYPE pandect_projection_lag_events gauge')
  expect((await fetch(new URL('/', server.url))).status).toBe(404)
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(405)
  const port = Number(new URL(server.url).port)
  await expect(
    serveMetrics(makeMetrics(SOURCES), { host: '127.0.0.1', port }),
  ).rejects.toMatchObject({ code: 'port-taken', hint: expect.stringContaining('METRICS_PORT') })
})

test('the time from commit to searchable starts when the log wakes its waiters', async () => {
  let now = 0
  let head = 1
  const stop = new AbortController()
  const samples: number[] = []
  await watchSearchable(
    {
      log: {
        head: async () => Position.parse(head),
        wait: async () => void (head += samples.length === 0 ? 1 : 0),
      },
      index: {
        waitFor: async () => {
          now += 40
        },
      },
      clock: () => now,
      observe: (seconds) => {
        samples.push(seconds)
        stop.abort()
      },
    },
    stop.signal,
  )
  expect(samples).toEqual([0.04])
})
