/** Validates structured answers against the schemas that the tools list. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

/** Fails with every fault of the answer. */
export const expectValid = (schema: object, value: unknown): void => {
  const validate = ajv.compile(structuredClone(schema))
  const isValid = validate(value)
  expect(validate.errors ?? [], JSON.stringify(value).slice(0, 500)).toEqual([])
  expect(isValid).toBe(true)
}
