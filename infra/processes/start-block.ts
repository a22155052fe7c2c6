/** What `npm start` prints once it is ready: where to go, and a request to paste. */
import { PRODUCT } from '#contracts/service.ts'
import type { DemonstrationPerson } from './demonstration-staff.ts'

export type StartBlock = {
  /** The base address of the API. */
  readonly api: string
  /** The address of the editors' desk. */
  readonly desk: string
  /** The demonstration key; null: there is none, because the database is the operator's. */
  readonly key: string | null
  /** Empty where there is no demonstration. */
  readonly people: readonly DemonstrationPerson[]
}

const QUESTION = 'clause limitative de responsabilité'
const LIMIT = 3

/** One line, so that it can be pasted whole; it asks nothing of the shell but quotes. */
const curlOf = (api: string, key: string): string =>
  `curl -s ${api}/search -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify({ text: QUESTION, limit: LIMIT })}'`

/** How to sign in to the desk as each demonstration person. */
const peopleLines = (people: readonly DemonstrationPerson[]): readonly string[] => {
  if (people.length === 0) return []
  const lines = people.map(({ roles, email, password }) => [
    roles.join(', '),
    email,
    password ?? 'the password that was chosen',
  ])
  const widthOf = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0))
  const widths = [widthOf(0), widthOf(1)] as const
  return [
    '',
    'Sign in to the desk as one of these; it shows the code of their second factor:',
    '',
    ...lines.map(
      ([roles = '', email = '', password = '']) =>
        `  ${roles.padEnd(widths[0])}  ${email.padEnd(widths[1])}  ${password}`,
    ),
  ]
}

export const startBlock = ({ api, desk, key, people }: StartBlock): string => {
  const { origin } = new URL(api)
  const places = [
    ['API', api],
    ['Pages', `${origin}/`],
    ['Documentation', `${origin}/docs/`],
    ['Account area', `${origin}/account`],
    ['Editors’ desk', `${desk}/`],
    ...(key === null ? [] : [['Demonstration key', key]]),
  ]
  const width = Math.max(...places.map(([name = '']) => name.length))
  const lines = places.map(([name = '', place]) => `  ${name.padEnd(width)}  ${place}`)
  const trial = key === null ? [] : ['', 'A first search:', '', `  ${curlOf(api, key)}`]
  return [
    `${PRODUCT} is ready.`,
    '',
    ...lines,
    ...peopleLines(people),
    ...trial,
    '',
    'Ctrl-C ends it.',
  ].join('\n')
}
