import { anyRecord } from '../bounds/bounded.ts'
import type { ErrorDetails } from './errors.ts'

/**
 * An error's details as JSON. A value that structured clone rejects would make the reply to another
 * process fail. A Secret becomes `[redacted]`.
 */
export const plainDetails = (details: ErrorDetails): Record<string, unknown> => {
  try {
    return anyRecord.parse(JSON.parse(JSON.stringify(details)))
  } catch {
    return {}
  }
}
