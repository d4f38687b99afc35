import { z } from 'zod'
import { limits } from '#values/bounds/limits.ts'
import { shortText } from '#values/bounds/bounded.ts'
import type { ErrorDetails } from '#values/errors/errors.ts'

/**
 * The rule of an error and what it was about, by which a client of this project adds its advice. In
 * headers, because the interface's error body has no field for them.
 */
const ruleHeader = 'x-coldpress-rule'
const detailsHeader = 'x-coldpress-rule-details'

const ruleName = z.string().regex(/^[a-z_]{1,40}$/u)

/** The rules that come with details. */
const detailsOf: Readonly<Record<string, z.ZodType<ErrorDetails>>> = {
  /** `missing` lovelace are needed at `address`, in one more output than it has now. */
  not_enough_ada: z.object({
    missing: shortText.regex(/^\d{1,17}$/u),
    address: shortText.regex(/^[\da-zA-Z_]+$/u).max(limits.addressChars),
  }),
}

/** The headers of an answer to an error with these details. */
export const ruleHeaders = (details: ErrorDetails): Readonly<Record<string, string>> => {
  const rule = ruleName.safeParse(details['rule']).data
  if (rule === undefined) return {}
  const about = readDetails(rule, details)
  return {
    [ruleHeader]: rule,
    ...(about === undefined ? {} : { [detailsHeader]: JSON.stringify(about) }),
  }
}

/** What the headers of an answer add to the details of an error; nothing that is not a rule's. */
export const ruleDetails = (headers: Pick<Headers, 'get'>): ErrorDetails => {
  const rule = ruleName.safeParse(headers.get(ruleHeader)).data
  if (rule === undefined) return {}
  return { rule, ...readDetails(rule, jsonOf(headers.get(detailsHeader))) }
}

const readDetails = (rule: string, details: unknown): ErrorDetails | undefined =>
  Object.hasOwn(detailsOf, rule) ? detailsOf[rule]?.safeParse(details).data : undefined

const jsonOf = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
