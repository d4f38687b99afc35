import { ColdpressError } from '../../shared/errors.ts'
import type { WireNetwork } from '../../shared/wire/collection.ts'
import type { Secret } from '../secret/secret.ts'
import type { CallOptions, Calls } from './calls.ts'
import type { RetryPolicy } from './retry.ts'

export type MintingClientOptions = {
  /** `https://…`, or `http://` on this machine; a path prefix is kept. */
  readonly baseUrl: string
  readonly appId: string
  /** Read at each request, never copied; the client does not wipe it. */
  readonly apiKey: Secret
  /** For one attempt, on top of the time that its body may take to be sent. Default 60 000. */
  readonly timeoutMs?: number
  readonly retry?: Partial<RetryPolicy>
  /** Ends every call of this client. */
  readonly signal?: AbortSignal
}

/**
 * The minting service interface as functions. Every call may throw a ColdpressError: `invalid`,
 * `unauthorized`, `forbidden`, `not_found`, `conflict`, `too_large`, `rate_limited`, `vault_locked`,
 * `service_fault`, `unreachable`, `timeout`, `cancelled`. Its `details` hold `operation`, `attempts`
 * and `mayHaveArrived`: whether the service may have carried the call out all the same.
 */
export type MintingClient = Calls & {
  /** Asks for one collection, to see that address and key are good; tells that collection's network. */
  readonly ping: (options?: CallOptions) => Promise<{ readonly network: WireNetwork | undefined }>
}

/** @throws ColdpressError `invalid` when the address, app id or key cannot be used */
export const createMintingClient = (_options: MintingClientOptions): MintingClient => {
  throw new ColdpressError('not_implemented', 'The client is being written.')
}
