import { serviceAddress } from '#values/addresses/service-address.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'

/** @throws ColdpressError `usage` for what is no address of a service */
export const readServiceAddress = (text: string): string => {
  const parsed = serviceAddress.safeParse(text)
  if (parsed.success) return parsed.data
  throw new ColdpressError(
    'usage',
    `The address ${text} cannot be used: ${describeIssues(parsed.error)}. Begin it with https:// or http://.`,
  )
}
