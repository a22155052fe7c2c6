import { closestOf } from '#contracts/toolkit/closest.ts'
import { Fault } from '#contracts/fault.ts'
import { IntegrityCode } from '#contracts/vocabulary/integrity.ts'

/** A doubt that a command names. Throws Fault `doubt-code-unknown`. */
export const doubtCodeOf = (text: string): IntegrityCode => {
  const parsed = IntegrityCode.safeParse(text)
  if (parsed.success) return parsed.data
  const closest = closestOf(text, IntegrityCode.options)
  throw new Fault('doubt-code-unknown', `there is no doubt ${text}`, {
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}All of them: ${IntegrityCode.options.join(', ')}`,
  })
}
