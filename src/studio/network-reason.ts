import { systemCode } from '#platform/disk/disk-error.ts'

/** A short code such as ECONNREFUSED; full messages of the network layer may hold private data. */
export const networkReason = (error: unknown): string => systemCode(error) ?? 'no connection'
