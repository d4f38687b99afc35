import type { Network } from '#cardano/network.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Gateway } from './gateway.ts'

/**
 * A gateway that calls `reachNow` first and forwards each call to its result, for setup before the
 * first call or a gateway that starts later. Errors of `reachNow` are the call's errors.
 */
export const reachedGateway = (
  network: Network,
  reachNow: (signal?: AbortSignal) => Promise<Gateway>,
): Gateway => {
  let last: Gateway | undefined
  const reach = async (signal?: AbortSignal): Promise<Gateway> => {
    last = await reachNow(signal)
    return last
  }
  const by =
    <A extends readonly unknown[], T>(call: (gateway: Gateway) => (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const signal = args.find((argument) => argument instanceof AbortSignal)
      return call(await reach(signal))(...args)
    }
  return {
    network,
    get lacks() {
      return last?.lacks ?? []
    },
    usedUpUntil: () => last?.usedUpUntil?.(),
    bannedUntil: () => last?.bannedUntil?.(),
    busyUntil: () => last?.busyUntil?.(),
    budget: () => last?.budget?.(),
    networkMagic: by((gateway) => gateway.networkMagic),
    parameters: async (options) => (await reach(options?.signal)).parameters(options),
    securityParam: by((gateway) => gateway.securityParam),
    tip: by((gateway) => gateway.tip),
    utxosAt: by((gateway) => gateway.utxosAt),
    usesOf: by((gateway) => gateway.usesOf),
    block: by((gateway) => gateway.block),
    transaction: by((gateway) => gateway.transaction),
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
