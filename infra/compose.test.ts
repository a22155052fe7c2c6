/** Checks that compose.yaml has every process of a deployment and only settings that exist. */
import { readFile } from 'node:fs/promises'
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
    }),
  ),
})
const fileOf = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')
const { services } = Compose.parse(parse(await fileOf('compose.yaml'), { merge: true }))
const PROCESSES = ['api', 'relay', 'projector', 'worker', 'meter'] as const

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

test('a missing secret stops the start and is named', () => {
  for (const name of Object.keys(SECRETS))
    expect(() => environmentOf('api', { ...SECRETS, [name]: '' })).toThrow(name)
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
