import { ColdpressError } from './errors.ts'
import { limits } from './limits.ts'

/**
 * Guards the walk over a service's list: give it each cursor before the page behind it is asked for.
 * @param list as it is named in messages
 * @returns a function that throws a ColdpressError `service_error` when the list would never end
 */
export const cursorGuard = (list: string): ((cursor: string) => void) => {
  const seen = new Set<string>()
  return (cursor) => {
    if (seen.has(cursor))
      throw endless(list, 'with the same cursor twice, so the list would never end')
    if (seen.size === limits.pagesOfList)
      throw endless(list, `with more than ${limits.pagesOfList} pages, the most that are read`)
    seen.add(cursor)
  }
}

const endless = (list: string, what: string): ColdpressError =>
  new ColdpressError('service_error', `The service answered ${list} ${what}.`, {
    details: { operation: list, mayHaveArrived: false },
  })
