import { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import {
  kupoMatch,
  kupoMetadata,
  type KupoMatch,
  type KupoNewPatterns,
  kupoPatterns,
  kupoPoint,
} from '#contract/gateways/kupo.ts'
import { fetchRequired, order } from '../calls/calls.ts'
import type { Service } from '../calls/exchange.ts'
import type { ServerApi } from '../calls/server-api.ts'

export const kupoApi: ServerApi = {
  secret: { name: 'key', header: 'authorization' },
  checkAddress: 'Check that the address is that of Kupo, such as http://127.0.0.1:1442.',
  hasNotFound: false,
  hasLargeNumbers: true,
}

/** A block by its slot and hash, as Kupo names it. */
export type Point = { readonly slot: number; readonly hash: string }

const point = kupoPoint.transform((row): Point => ({ slot: row.slot_no, hash: row.header_hash }))

/** The newest block that Kupo has at a slot or before it; null before its first one. */
export const fetchCheckpoint = (
  kupo: Service,
  slot: number,
  signal?: AbortSignal,
): Promise<Point | null> => {
  const read = { operation: 'block', path: `/checkpoints/${slot}`, signal }
  return fetchRequired(kupo, read, point.nullable())
}

/** @param pattern as Kupo writes them, such as `{policy}.{name}` or an address */
export const fetchMatches = (
  kupo: Service,
  asked: {
    readonly operation: string
    readonly pattern: string
    readonly query?: Readonly<Record<string, string>>
    /** Kupo refuses this flag where a `=` follows it, as it does in any other query. */
    readonly isUnspent?: true
    readonly signal?: AbortSignal | undefined
  },
): Promise<readonly KupoMatch[]> => {
  const { operation, pattern, query = {}, isUnspent = false, signal } = asked
  const path = `/matches/${pattern}${isUnspent ? '?unspent' : ''}`
  const read = { operation, path, query, signal }
  return fetchRequired(kupo, read, listOf(kupoMatch))
}

/** The patterns that include a pattern, such as one that matches an address. */
export const fetchPatternsFor = (
  kupo: Service,
  pattern: string,
  signal?: AbortSignal,
): Promise<readonly string[]> => {
  const read = { operation: 'patterns', path: `/patterns/${pattern}`, signal }
  return fetchRequired(kupo, read, kupoPatterns)
}

/** Rolls the index back, and lets Kupo index the patterns from there. */
export const addPatterns = (
  kupo: Service,
  patterns: readonly string[],
  from: KupoNewPatterns['rollback_to'],
): Promise<readonly string[]> => {
  const call = {
    operation: 'patterns',
    path: '/patterns',
    method: 'PUT',
    isIdempotent: true,
  } as const
  const asked: KupoNewPatterns = {
    patterns,
    rollback_to: from,
    limit: 'unsafe_allow_beyond_safe_zone',
  }
  return order(kupo, call, asked, kupoPatterns)
}

/** The CBOR in hex of the metadata of a transaction; undefined where it has none. */
export const fetchMetadataCbor = async (
  kupo: Service,
  txId: string,
  slot: number,
): Promise<string | undefined> => {
  const query = { transaction_id: txId }
  const read = { operation: "transaction's metadata", path: `/metadata/${slot}`, query }
  return (await fetchRequired(kupo, read, z.array(kupoMetadata).max(2_000)))[0]?.raw
}
