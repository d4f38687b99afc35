import { systemCode } from '#platform/disk/disk-error.ts'

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at its address',
  ENOTFOUND: 'its address was not found',
  EAI_AGAIN: 'its address was not found',
  ECONNRESET: 'the connection broke off',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'no network leads to its address',
  ENETUNREACH: 'no network leads to its address',
}

/** Why nothing was reached, in words, or else as a short code: full messages of the network layer may hold private data. */
export const networkReason = (error: unknown): string => {
  const code = systemCode(error)
  return code === undefined ? 'no connection' : (reasons[code] ?? code)
}
