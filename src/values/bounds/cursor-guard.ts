import { ColdpressError } from '../errors/errors.ts'
import { limits } from './limits.ts'

/**
 * Protects a loop over a service's list from running forever. Call it with each cursor before
 * fetching the next page.
 * @param list the list's name for messages
 * @returns a function that throws a ColdpressError `service_error` for a repeated cursor or too
 * many pages
 */
export const cursorGuard = (list: string): ((cursor: string) => void) => {
  const seen = new Set<string>()
  return (cursor) => {
    if (seen.has(cursor))
      throw endless(list, 'the same cursor came twice, so the list would never end')
    if (seen.size === limits.pagesOfList)
      throw endless(list, `it has more than ${limits.pagesOfList} pages, the most that are read`)
    seen.add(cursor)
  }
}

const endless = (list: string, what: string): ColdpressError =>
  new ColdpressError('service_error', `The service's list of ${list} cannot be read: ${what}.`, {
    details: { operation: list, mayHaveArrived: false },
  })
