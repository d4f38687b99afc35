import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { countText, numberText } from '#values/text/format.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { isBudgetUsedUp, slowdownOf } from '#chain/gateway/call-pace.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { nameHexOf, type Unit } from '#cardano/value.ts'
import { sleep } from '#platform/http/sleep.ts'
import type { AdoptionJournal, PolicyRef } from './journal.ts'
import { tokenAddresses } from './token-addresses.ts'

const atOnce = 4
/** Between two calls of each, once most of the day's budget is used. */
const slowMs = 100

export type TokenReading = {
  /** Units that exist; burned ones need no images. */
  readonly units: ReadonlySet<Unit>
  /** A royalty token was minted, which may be burned by now (CIP-27). */
  readonly hasRoyalty: boolean
  /** Why some were not read; null when all were. */
  readonly stopped: string | null
}

export type ReadTokensOptions = {
  readonly policy: PolicyRef
  readonly gateway: Pick<Gateway, 'assetsOf' | 'asset' | 'budget'>
  readonly journal: Pick<AdoptionJournal, 'tokens' | 'noteToken'>
  readonly signal: AbortSignal
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void
}

/**
 * Reads from the chain which content the tokens of a policy name. What the journal knows is not asked
 * for again, so a run that stops at the day's calls goes on the next day.
 * @throws ColdpressError `not_found` for a policy without tokens, `cancelled`, what the gateway throws
 */
export const readTokens = async (options: ReadTokensOptions): Promise<TokenReading> => {
  const { policy, gateway, journal, signal, onProgress } = options
  const assets = await gateway.assetsOf(policy.policyId, signal)
  const units = new Set(assets.filter(({ quantity }) => quantity > 0n).map(({ unit }) => unit))
  if (units.size === 0) throw noTokens(policy, assets.length)
  const known = new Set(journal.tokens(policy).map(({ unit }) => unit))
  const unread = [...units].filter((unit) => !known.has(unit))
  let read = units.size - unread.length
  let stopped: string | null = null
  onProgress({ done: read, total: units.size })
  await inParallel(unread, atOnce, async (unit) => {
    signal.throwIfAborted()
    if (stopped !== null) return
    if (isBudgetUsedUp(gateway)) {
      stopped = `Your budget of calls to the gateway is used up for today. ${restText(read, units.size)}`
      return
    }
    await sleep((slowdownOf(gateway) - 1) * slowMs, signal)
    try {
      const asset = await gateway.asset(unit, signal)
      journal.noteToken(policy, unit, tokenAddresses(asset?.metadata))
      onProgress({ done: (read += 1), total: units.size })
    } catch (error) {
      if (!isColdpressError(error, 'rate_limited')) throw error
      stopped ??= `${error.message} ${restText(read, units.size)}`
    }
  })
  return { units, hasRoyalty: assets.some(({ unit }) => nameHexOf(unit) === ''), stopped }
}

const restText = (read: number, total: number): string =>
  `${numberText(read)} of ${countText(total, 'token')} are read; run it again later for the others.`

const noTokens = ({ policyId, network }: PolicyRef, burned: number): ColdpressError =>
  errorBy(
    pinErrors,
    'no_tokens',
    { policyId, network },
    burned === 0
      ? `Nothing was minted under the policy ${policyId} on ${network}. Check the policy ID and the network.`
      : `All ${countText(burned, 'token')} of the policy ${policyId} on ${network} were burned, so nobody needs their images.`,
  )
