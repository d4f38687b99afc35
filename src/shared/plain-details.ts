import { z } from 'zod'
import { recordOf } from './bounded.ts'
import type { ErrorDetails } from './errors.ts'

const plain = recordOf(z.unknown())

/**
 * What JSON can say of an error's details, which any clone can carry as well: between processes one
 * that cannot be cloned would make the answer itself fail. A Secret among them says `[redacted]`.
 */
export const plainDetails = (details: ErrorDetails): Record<string, unknown> => {
  try {
    return plain.parse(JSON.parse(JSON.stringify(details)))
  } catch {
    return {}
  }
}
