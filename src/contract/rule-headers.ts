import { z } from 'zod'
import type { ErrorRules } from '#values/errors/error-rules.ts'
import type { ErrorDetails } from '#values/errors/errors.ts'
import { saleErrors } from './sales/errors.ts'
import { sealErrors } from './vault/errors.ts'

/**
 * The rule of an error and what it was about, by which a client of this project adds its advice. In
 * headers, because the interface's error body has no field for them.
 */
const ruleHeader = 'x-coldpress-rule'
const detailsHeader = 'x-coldpress-rule-details'

const ruleName = z.string().regex(/^[a-z_]{1,40}$/u)

/** The rules whose details may cross. */
const rules: ErrorRules = { ...saleErrors, ...sealErrors }

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

const readDetails = (name: string, details: unknown): ErrorDetails | undefined => {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  return rule?.crossesHttp === true ? rule.details.safeParse(details).data : undefined
}

const jsonOf = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
