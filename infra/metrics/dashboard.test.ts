import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOG_START } from '#contracts/ids.ts'
import { makeMetrics, PROCESSES, PROJECTIONS } from './metrics.ts'

const METRIC = /\bpandect_[a-z_]+|\bnodejs_[a-z0-9_]+|\bprocess_[a-z_]+_bytes\b/g
const OF_HISTOGRAM = /_(bucket|count|sum)$/

const at = async () => LOG_START

test.each(['grafana/dashboard.json', 'RUNBOOK.md', 'prometheus/alerts.yml'])(
  '%s names only metrics that are served',
  async (file) => {
    const metrics = makeMetrics({
      head: at,
      projections: {},
      relayed: at,
      lastBackup: async () => 0,
      dueSince: async () => null,
    })
    const served = [...(await metrics.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    const text = await readFile(join(import.meta.dirname, '..', file), 'utf8')
    const named = new Set(text.match(METRIC)?.map((name) => name.replace(OF_HISTOGRAM, '')))
    expect(named.size).toBeGreaterThan(5)
    expect([...named].filter((name) => !served.includes(name))).toEqual([])
  },
)

test.each(['grafana/dashboard.json', 'prometheus/alerts.yml'])(
  '%s asks for projections and processes that there are',
  async (file) => {
    const text = await readFile(join(import.meta.dirname, '..', file), 'utf8')
    const named = [...text.matchAll(/\b(projection|process)=\\?"([a-z-]+)\\?"/g)]
    expect(named.map(([, , value]) => value)).toContain('notifier')
    const known = { projection: PROJECTIONS, process: PROCESSES } as const
    for (const [, label, value] of named)
      expect(known[label === 'process' ? label : 'projection'], label).toContain(value)
  },
)
