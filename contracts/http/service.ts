import { z } from 'zod'
import { Deprecation } from '../deprecations.ts'

/** `GET /deprecations`. */
export const Deprecations = z.object({
  policy: z.string(),
  noticeMonths: z.int().positive(),
  deprecations: z.array(Deprecation),
})
export type Deprecations = z.infer<typeof Deprecations>

/** `GET /status`: how the service is, without anything that only its operator may know. */
export const ServiceStatus = z.object({
  /** `behind`: it answers, but read models lag behind the log. */
  status: z.enum(['up', 'behind', 'down']),
  /** Code of the fault of a service that is down. */
  reason: z.string().nullable(),
  corpusPosition: z.string().nullable(),
  lagEvents: z.int().nonnegative().nullable(),
  /** Null while it is unknown. */
  corpus: z
    .object({
      texts: z.int().nonnegative(),
      lastChangedAt: z.string().nullable(),
    })
    .nullable(),
  /** Name of the model that takes part in verdicts and answers; null: rules alone. */
  entailment: z.string().nullable(),
})
export type ServiceStatus = z.infer<typeof ServiceStatus>
