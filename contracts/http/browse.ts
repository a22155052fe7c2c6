import { z } from 'zod'
import { JudicialDecisionShape } from '../decision.ts'
import { Validity } from '../content.ts'
import { Day } from '../ids.ts'
import { CourtLevel } from '../vocabulary/courts.ts'
import { Jurisdiction } from '../vocabulary/texts.ts'
import { Article } from './article.ts'
import { listParameter, pageMembers, pageParameters } from './query.ts'

const head = Article.pick({
  slug: true,
  title: true,
  version: true,
  sha256Hash: true,
  statusFlag: true,
}).shape
const { ecli, decisionDate, chamber, solution, publication } = JudicialDecisionShape.shape

/** A decision as a list shows it. */
export const DecisionHead = z
  .object({
    ...head,
    ecli: ecli.unwrap(),
    decisionDate: decisionDate.unwrap(),
    chamber: chamber.unwrap(),
    solution: solution.unwrap(),
    publication: publication.unwrap(),
  })
  .meta({ id: 'DecisionHead' })
export type DecisionHead = z.infer<typeof DecisionHead>

/** A provision as a list shows it. */
export const ProvisionHead = z
  .object({
    ...head,
    number: z.string().nullable(),
    section: z.array(z.string()).describe('Headings above it, the outermost first.'),
    validity: Validity,
  })
  .meta({ id: 'ProvisionHead' })
export type ProvisionHead = z.infer<typeof ProvisionHead>

const texts = z.int().nonnegative().describe('Texts held.')

const Court = z
  .object({
    code: z.string(),
    name: z.string(),
    jurisdiction: Jurisdiction.describe('Whose court it is.'),
    level: CourtLevel.describe('Level of the court.'),
    texts,
    from: Day.nullable().describe('Day of its earliest decision; null: none is known.'),
    to: Day.nullable().describe('Day of its latest decision; null: none is known.'),
  })
  .meta({ id: 'Court' })
export type Court = z.infer<typeof Court>

/** `GET /courts`: every court of the table, also those of which nothing is held. */
export const Courts = z
  .object({ courts: z.array(Court).describe('By code.') })
  .meta({ id: 'Courts' })

/** The year of a decision of which no day is known. */
export const UNDATED = 'undated'
export const CourtYears = z
  .object({
    court: Court,
    years: z
      .array(
        z.object({
          year: z.string().describe(`Four digits, or \`${UNDATED}\`.`),
          texts,
        }),
      )
      .describe('The latest first.'),
  })
  .meta({ id: 'CourtYears' })

export const PageQuery = z.strictObject(pageParameters)
export const CourtYear = z
  .object({
    court: z.string().describe('Code of the court.'),
    year: z.string().describe(`Four digits, or \`${UNDATED}\`.`),
    decisions: z.array(DecisionHead).describe('The latest first.'),
    ...pageMembers,
  })
  .meta({ id: 'CourtYear' })

const WORK_KINDS = ['code', 'treaty', 'act'] as const
const Work = z
  .object({
    code: z.string().describe('Names the work in URLs and in normal names of its articles.'),
    name: z.string(),
    kind: z.enum(WORK_KINDS),
    jurisdiction: Jurisdiction.nullable().describe('Whose law it is; null: not said.'),
    texts,
  })
  .meta({ id: 'Work' })
export type Work = z.infer<typeof Work>

export const CodesQuery = z.strictObject({
  kind: listParameter(z.array(z.enum(WORK_KINDS)).min(1))
    .optional()
    .describe('Kinds of work; default: all.'),
  jurisdictions: listParameter(z.array(Jurisdiction).min(1))
    .optional()
    .describe('Whose law; default: all.'),
})
/** `GET /codes`: the works of which provisions are held. */
export const Codes = z
  .object({ codes: z.array(Work).describe('Codes, treaties, other acts; each by name.') })
  .meta({ id: 'Codes' })

export const CodeQuery = z.strictObject({
  section: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .optional()
    .describe('Id of a section: only what is below it.'),
  ...pageParameters,
})
export const Section = z
  .object({
    id: z.string().describe('Names the section in this work, as long as its headings stay.'),
    title: z.string().describe('Its heading.'),
    level: z.int().min(1).describe('1: the outermost.'),
    texts,
  })
  .meta({ id: 'Section' })
export type Section = z.infer<typeof Section>
/** `GET /codes/{code}`: a work as the corpus knows it. */
export const Code = z
  .object({
    code: Work,
    sections: z
      .array(Section)
      .describe('Headings in the order of the work, each before those below it.'),
    articles: z.array(ProvisionHead).describe('Provisions in legal order.'),
    ...pageMembers,
  })
  .meta({ id: 'Code' })
