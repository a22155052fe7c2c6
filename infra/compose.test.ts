/** Checks that compose.yaml has every process of a deployment and only settings that exist. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseSettings } from './settings.ts'

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.union([z.string(), z.array(z.string())]).optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      profiles: z.array(z.string()).optional(),
      image: z.string(),
      restart: z.string(),
      healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
      logging: z.object({ options: z.object({ 'max-size': z.string() }) }),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
    }),
  ),
})
const fileOf = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')
const { services } = Compose.parse(parse(await fileOf('compose.yaml'), { merge: true }))
const PROCESSES = ['api', 'desk', 'relay', 'projector', 'worker', 'notifier', 'meter'] as const

/** Fills in values as compose does: `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
const filled = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replace(
    /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, rest = '') => {
      const value = given[name] ?? ''
      if (value !== '') return value
      if (kind === '?') throw new Error(`${name}: ${rest}`)
      return kind === '-' ? rest : ''
    },
  )

const environmentOf = (process: string, given: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(services[process]?.environment ?? {}).map(([name, value]) => [
      name,
      filled(String(value), given),
    ]),
  )

const SECRETS = {
  POSTGRES_PASSWORD: 'p'.repeat(32),
  TYPESENSE_API_KEY: 't'.repeat(32),
  KEY_PEPPER: 'k'.repeat(32),
  GRAFANA_PASSWORD: 'g'.repeat(32),
}

test('each process of a deployment is a service that runs the command of its name', () => {
  for (const name of PROCESSES) expect(services[name]?.command).toEqual([name])
})

test('without a billing provider the settings are empty, and the meter starts only with its profile', () => {
  for (const name of PROCESSES)
    expect(parseSettings(environmentOf(name, SECRETS)).stripe).toBeNull()
  expect(services['meter']?.profiles).toEqual(['stripe'])
})

test('compose.env chooses the model that writes answers', () => {
  const llm = { LLM_BASE_URL: 'http://model:8000/v1', LLM_MODEL: 'small', LLM_API_KEY: 'k' }
  for (const name of PROCESSES) {
    expect(parseSettings(environmentOf(name, SECRETS)).generation).toBeNull()
    const { generation } = parseSettings(environmentOf(name, { ...SECRETS, ...llm }))
    expect(generation).toMatchObject({ baseUrl: llm.LLM_BASE_URL, model: 'small', apiKey: 'k' })
  }
})

test('the billing settings of compose.env reach every process', () => {
  const stripe = { STRIPE_API_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  for (const name of PROCESSES)
    expect(parseSettings(environmentOf(name, { ...SECRETS, ...stripe }))).toMatchObject({
      stripe: { apiKey: 'sk_test_x', eventName: 'api_usage_micro_usd' },
      stripeWebhookSecret: 'whsec_x',
    })
})

const allOf = (given: Readonly<Record<string, string>>) =>
  Object.keys(services).map((service) => environmentOf(service, given))

test('a missing secret stops the start and is named', () => {
  expect(allOf(SECRETS)).not.toEqual([])
  for (const name of Object.keys(SECRETS))
    expect(() => allOf({ ...SECRETS, [name]: '' })).toThrow(name)
})

test('every service says how it is, or ends by itself; its log can not fill the disk', () => {
  for (const [name, { healthcheck, restart, logging }] of Object.entries(services)) {
    expect(healthcheck === undefined, name).toBe(restart.startsWith('on-failure'))
    expect(logging.options['max-size'], name).toMatch(/^\d+m$/)
  }
})

test('what a service waits for says how it is', () => {
  for (const [name, { depends_on: waited = {} }] of Object.entries(services))
    for (const [other, { condition }] of Object.entries(waited)) {
      const isChecked = services[other]?.healthcheck !== undefined
      const wanted = isChecked ? 'service_healthy' : 'service_completed_successfully'
      expect(condition, `${name} waits for ${other}`).toBe(wanted)
    }
})

test('images are of an exact version, and files that they mount are here', () => {
  for (const [name, { image, volumes = [] }] of Object.entries(services)) {
    expect(image, name).toMatch(/:(?:v?\d+\.\d+[\w.-]*|local)$/)
    for (const [source = ''] of volumes.map((volume) => volume.split(':')))
      if (source.startsWith('.'))
        expect(existsSync(new URL(source, import.meta.url)), source).toBe(true)
  }
})

test('only the front is reached from outside', () => {
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
  )
  expect(new Set(published)).toEqual(new Set(['front']))
})

test('the database server logs no content: the settings that the runbook demands', async () => {
  const command = z.array(z.string()).parse(services['postgres']?.command)
  const runbook = await fileOf('RUNBOOK.md')
  const chapter = runbook.split('## Keep content out of PostgreSQL')[1]?.split('\n## ')[0] ?? ''
  const demanded = [...chapter.matchAll(/`(log_\w+) = (-?\w+)`/g)]
  expect(demanded.length).toBeGreaterThan(5)
  for (const [, name, value] of demanded) expect(command).toContain(`-c${name}=${value}`)
})

test('the process that answers believes the front who calls, and nobody outside', async () => {
  const { trustProxy } = parseSettings(environmentOf('api', SECRETS))
  const app = fastify({ trustProxy: trustProxy ?? false })
  app.get('/', (request) => ({ ip: request.ip, protocol: request.protocol }))
  const seenFrom = async (remoteAddress: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
    return (await app.inject({ url: '/', remoteAddress, headers })).json() as object
  }
  expect(await seenFrom('172.18.0.7')).toEqual({ ip: '203.0.113.9', protocol: 'https' })
  expect(await seenFrom('198.51.100.1')).toEqual({ ip: '198.51.100.1', protocol: 'http' })
})

test('the front leads to the desk on its port, and to nothing else of it', async () => {
  const { deskPort } = parseSettings(environmentOf('desk', SECRETS))
  const caddy = await fileOf('caddy/Caddyfile')
  expect(caddy).toContain(`reverse_proxy @desk desk:${deskPort} `)
  const [, paths = ''] = /@desk path (.*)/.exec(caddy) ?? []
  expect(paths.split(' ')).toEqual(['/desk', '/desk/*', '/api/v1/editorial', '/api/v1/editorial/*'])
})

const Scrapes = z.object({
  scrape_configs: z.array(
    z.object({
      job_name: z.string(),
      static_configs: z.array(z.object({ targets: z.array(z.string()) })).optional(),
      dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.int() })).optional(),
    }),
  ),
})

test('Prometheus reads the metrics of every process', async () => {
  const { scrape_configs: scrapes } = Scrapes.parse(
    parse(await fileOf('prometheus/prometheus.yml')),
  )
  const targets = scrapes.flatMap(({ static_configs: fixed = [], dns_sd_configs: found = [] }) => [
    ...fixed.flatMap((one) => one.targets),
    ...found.flatMap(({ names, port }) => names.map((name) => `${name}:${port}`)),
  ])
  const { metricsPort } = parseSettings(environmentOf('api', SECRETS))
  expect(targets).toEqual(PROCESSES.map((name) => `${name}:${metricsPort}`))
})

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          annotations: z.object({ chapter: z.string() }),
        }),
      ),
    }),
  ),
})

test('the alert that a process is away watches every process', async () => {
  const { scrape_configs: scrapes } = Scrapes.parse(
    parse(await fileOf('prometheus/prometheus.yml')),
  )
  const { groups } = Rules.parse(parse(await fileOf('prometheus/alerts.yml')))
  const away = groups[0]?.rules.find(({ alert }) => alert === 'PandectProcessAway')?.expr ?? ''
  const [, jobs = ''] = /up\{job=~?"([^"]+)"\} == 0/.exec(away) ?? []
  for (const { job_name: job, dns_sd_configs: found } of scrapes) {
    expect(job).toMatch(new RegExp(`^(?:${jobs})$`))
    // A target that is found by its name is none any more once its container has ended.
    if (found !== undefined) expect(away).toContain(`unless on (job) up{job="${job}"}`)
  }
})

/** `for: 10m` of a rule, as the runbook says it. */
const FOR: Readonly<Record<string, string>> = {
  '2m': 'for 2 minutes',
  '5m': 'for 5 minutes',
  '10m': 'for 10 minutes',
  '1h': 'for an hour',
}
/** `PandectNoBackup` is `no backup`. */
const inWords = (alert: string): string =>
  alert
    .replace(/^Pandect/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()

test('the alerts of the runbook are rules, and each rule names a chapter of it', async () => {
  const runbook = await fileOf('RUNBOOK.md')
  const rules = Rules.parse(parse(await fileOf('prometheus/alerts.yml'))).groups.flatMap(
    (group) => group.rules,
  )
  for (const { annotations } of rules) expect(runbook).toContain(`## ${annotations.chapter}\n`)
  const table = runbook.split('## What to watch')[1]?.split('\n## ')[0] ?? ''
  const rows = [...table.matchAll(/^\| ([a-z ]+?) +\| (.+?) +\| /gm)].slice(1)
  expect(rows.map(([, name]) => name)).toEqual(rules.map(({ alert }) => inWords(alert)))
  for (const [at, rule] of rules.entries())
    if (rule.for !== undefined) expect(rows[at]?.[2], rule.alert).toContain(FOR[rule.for])
  const named = [...table.matchAll(/`([^`]*pandect_[^`]*)`/g)].map(
    ([, expression = '']) => expression,
  )
  expect(named.length).toBeGreaterThan(7)
  const all = rules.map(({ expr }) => expr).join('\n')
  for (const expression of named)
    for (const part of expression.split(/`,| or /)) expect(all).toContain(part.trim())
})

test('the example names every variable that has no default, and holds no value for it', async () => {
  const example = await fileOf('compose.env.example')
  for (const name of Object.keys(SECRETS)) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
})

test('every variable that the example names reaches a service', async () => {
  const [example, compose] = [await fileOf('compose.env.example'), await fileOf('compose.yaml')]
  const names = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(Object.keys(SECRETS).length)
  expect(
    names.filter((name) => !compose.includes(`\${${name}`)),
    'compose.yaml hands them on',
  ).toEqual([])
})
