import type { Network } from '#cardano/network.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Gateway } from './gateway.ts'

/** Chooses the gateway of one call, and may try another one. */
export type RunOnGateway = <T>(
  work: (gateway: Gateway) => Promise<T>,
  signal: AbortSignal | undefined,
) => Promise<T>

/**
 * A gateway that calls `reachNow` first and forwards each call to its result, for setup before the
 * first call or a gateway that starts later. Errors of `reachNow` are the call's errors.
 */
export const reachedGateway = (
  network: Network,
  reachNow: (signal?: AbortSignal) => Promise<Gateway>,
): Gateway => {
  let last: Gateway | undefined
  return {
    ...forwardedCalls(network, async (work, signal) => {
      last = await reachNow(signal)
      return work(last)
    }),
    get lacks() {
      return last?.lacks ?? []
    },
    usedUpUntil: () => last?.usedUpUntil?.(),
    bannedUntil: () => last?.bannedUntil?.(),
    busyUntil: () => last?.busyUntil?.(),
    budget: () => last?.budget?.(),
  }
}

/** Every call of a gateway, each run by `run`. */
export const forwardedCalls = (network: Network, run: RunOnGateway): Gateway => {
  const by =
    <A extends readonly unknown[], T>(call: (gateway: Gateway) => (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> => {
      const signal = args.find((argument) => argument instanceof AbortSignal)
      return run((gateway) => call(gateway)(...args), signal)
    }
  return {
    network,
    networkMagic: by((gateway) => gateway.networkMagic),
    parameters: (options) => run((gateway) => gateway.parameters(options), options?.signal),
    securityParam: by((gateway) => gateway.securityParam),
    tip: by((gateway) => gateway.tip),
    utxosAt: by((gateway) => gateway.utxosAt),
    usesOf: by((gateway) => gateway.usesOf),
    block: by((gateway) => gateway.block),
    transaction: by((gateway) => gateway.transaction),
    isKnown: by((gateway) => gateway.isKnown),
    outputsOf: by((gateway) => gateway.outputsOf),
    transactionCbor: by((gateway) => gateway.transactionCbor),
    metadata: by((gateway) => gateway.metadata),
    asset: by((gateway) => gateway.asset),
    holdersOf: by((gateway) => gateway.holdersOf),
    assetsOf: by((gateway) => gateway.assetsOf),
    submit: by((gateway) => gateway.submit),
    ...(network === 'devnet' ? { fund: by(fundOf), testWallet: by(testWalletOf) } : {}),
  }
}

const fundOf = ({ fund }: Gateway): NonNullable<Gateway['fund']> => {
  if (fund !== undefined) return fund
  throw noTestWallet()
}

const testWalletOf = ({ testWallet }: Gateway): NonNullable<Gateway['testWallet']> => {
  if (testWallet !== undefined) return testWallet
  throw noTestWallet()
}

const noTestWallet = (): ColdpressError =>
  new ColdpressError('internal', 'The gateway of a devnet has no test wallet.')
