import { isColdpressError } from '#values/errors/errors.ts'
import { missingAdaText } from '#values/text/format.ts'
import type { TxId } from '#cardano/ids.ts'
import { type Network, networkId } from '#cardano/network.ts'
import { keyAddressOf, missingAdaOf } from '#cardano/transactions/build/pay.ts'
import {
  keyOfPayment,
  type SpendableUtxo,
  type SpendableUtxos,
  spendableUtxos,
} from '#cardano/transactions/build/spendable-utxos.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import {
  type OfferedOutput,
  readOfferedOutput,
  readWalletAddress,
} from '#cardano/transactions/wallet-offer.ts'
import { refText, type Utxo } from '#cardano/utxo.ts'
import { isSameValue } from '#cardano/value.ts'
import { chainAnswer, requireChain } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import { walletError } from './wallet-error.ts'

/** What the page hands over of the wallet. */
export type WalletOffer = { readonly utxos: readonly string[]; readonly change: string }

/** What a wallet offers to spend, as the page says; the chain has not been asked. */
export type WalletFunding = { readonly changeAddress: string; readonly utxos: SpendableUtxos }

/**
 * Only outputs that one signature of a key spends.
 * @throws ColdpressError with rule `wallet_payment` and a sentence for the buyer
 */
export const fundingOf = (network: Network, { utxos, change }: WalletOffer): WalletFunding => {
  try {
    return {
      changeAddress: keyAddressOf(readWalletAddress(change), network),
      utxos: spendableUtxos(
        utxos
          .map(readOfferedOutput)
          .filter((output) => isPlain(output, network))
          .map(asUtxo),
      ),
    }
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    throw walletError(
      `What your wallet offers cannot be used on ${network}. Switch its network, or pay to the address.`,
    )
  }
}

const isPlain = (
  { output: { address, datum, hasReferenceScript } }: OfferedOutput,
  network: Network,
): boolean =>
  address.credential.kind === 'key' &&
  address.networkId === networkId(network) &&
  datum === 'none' &&
  !hasReferenceScript

const asUtxo = ({ txId, index, output: { address, value } }: OfferedOutput): Utxo => ({
  txId,
  index,
  address: address.text,
  value,
})

/** One way to pay: out of these outputs, so much lovelace. */
export type WalletPlan = { readonly utxos: SpendableUtxos; readonly lovelace: bigint }

/** Building each takes milliseconds, and a page can offer 200 keys. */
const mostKeysTried = 8

/**
 * The ways to pay, the best first: one key's own rest, the whole price out of one key's outputs, the richest
 * first, and last the whole price out of all. A payment of several keys stands alone: no other completes it.
 * @param owes what a payment key would pay
 */
export const plansFor = (
  utxos: SpendableUtxos,
  { due, owes }: { readonly due: bigint; readonly owes: (key: string) => bigint },
): readonly WalletPlan[] => {
  const keys = [...Map.groupBy(utxos, ({ key }) => key)]
    .map(([key, its]) => ({ utxos: its, lovelace: owes(key), holds: lovelaceOf(its) }))
    .toSorted((a, b) => (a.holds === b.holds ? 0 : a.holds < b.holds ? 1 : -1))
  const rests = keys.filter(({ lovelace }) => lovelace < due)
  const whole = keys.filter(({ lovelace, holds }) => lovelace === due && holds > due)
  return [
    ...rests.slice(0, mostKeysTried),
    ...(keys.length === 1 ? [] : whole.slice(0, mostKeysTried)),
    { utxos, lovelace: due },
  ]
}

const lovelaceOf = (utxos: SpendableUtxos): bigint =>
  utxos.reduce((sum, { utxo }) => sum + utxo.value.lovelace, 0n)

/** The payment key that all of a transaction's inputs have; undefined for several. */
export const walletPayerOf = ({ inputs }: BuiltTransaction): string | undefined => {
  const [key, ...others] = new Set(inputs.map(({ address }) => keyOfPayment(address)))
  return others.length === 0 ? key : undefined
}

/** Each costs a call of the gateway. */
const mostTransactionsRead = 20
const readAtOnce = 5

type Building = {
  /** All that the plans spend from. */
  readonly offered: SpendableUtxos
  readonly plans: readonly WalletPlan[]
  readonly build: (utxos: readonly Utxo[], lovelace: bigint) => BuiltTransaction
}

/**
 * Builds the first of the plans that the wallet's outputs suffice for, and asks the chain about what it
 * spends: what is not there as the wallet says is left out, and it is built again.
 * @throws ColdpressError with rule `wallet_payment` and a sentence for the buyer; of the gateway
 */
export const buildFromChain = async (
  studio: Studio,
  { offered, plans, build }: Building,
): Promise<BuiltTransaction> => {
  const known = createKnownOutputs(studio, offered)
  let [lastError, least]: [unknown, bigint | undefined] = [undefined, undefined]
  for (const { utxos, lovelace } of plans)
    for (;;) {
      const there = utxos.filter((utxo) => !known.isWrong(utxo)).map(({ utxo }) => utxo)
      if (there.length === 0) break
      const outcome = attempt(() => build(there, lovelace))
      if ('error' in outcome) {
        lastError = outcome.error
        const { missing } = outcome
        if (missing !== undefined && (least === undefined || missing < least)) least = missing
        break
      }
      const { built } = outcome
      const unread = known.unread(built)
      if (unread.length === 0) return built
      if (!known.mayRead(unread)) {
        lastError = tooMany()
        break
      }
      await known.read(unread)
    }
  throw reasonOf(studio, lastError, least)
}

type Outcome =
  | { readonly built: BuiltTransaction }
  | { readonly error: unknown; readonly missing: bigint | undefined }

const attempt = (build: () => BuiltTransaction): Outcome => {
  try {
    return { built: build() }
  } catch (error) {
    const missing = missingAdaOf(error)
    if (missing === undefined && !isColdpressError(error, 'too_large')) throw error
    return { error, missing }
  }
}

/** @param least what the plan lacks that lacks the least */
const reasonOf = (
  { network }: Pick<Studio, 'network'>,
  error: unknown,
  least: bigint | undefined,
): unknown => {
  if (error === undefined)
    return walletError(
      `Nothing that your wallet offers is on ${network}. Is your wallet on another network, or did it just receive it? Nothing was paid.`,
    )
  if (isColdpressError(error, 'too_large'))
    return walletError(
      'Your wallet holds too many tokens with its ADA for one transaction. Pay to the address instead.',
    )
  if (least === undefined || missingAdaOf(error) === undefined) return error
  return walletError(
    `Your wallet offers too little for the payment and its change: ${missingAdaText(least)}. Nothing was paid.`,
  )
}

const tooMany = () =>
  walletError(
    'Your wallet holds its ADA in too many small parts to pay here. Pay to the address instead. Nothing was paid.',
  )

/** What the chain says of offered outputs; only what it has in the same way is spent. */
const createKnownOutputs = (studio: Studio, offered: SpendableUtxos) => {
  const { gateway } = requireChain(studio)
  const asked = new Set<TxId>()
  const wrong = new Set<string>()
  return {
    isWrong: ({ utxo }: SpendableUtxo): boolean => wrong.has(refText(utxo)),
    unread: ({ inputs }: BuiltTransaction): readonly TxId[] => [
      ...new Set(inputs.map(({ txId }) => txId).filter((id) => !asked.has(id))),
    ],
    mayRead: (ids: readonly TxId[]): boolean => asked.size + ids.length <= mostTransactionsRead,
    read: async (ids: readonly TxId[]): Promise<void> => {
      for (let at = 0; at < ids.length; at += readAtOnce) {
        const some = ids.slice(at, at + readAtOnce)
        const answers = await chainAnswer(Promise.all(some.map((id) => gateway.outputsOf(id))))
        const found = new Map(
          answers.flatMap((answer) => (answer?.outputs ?? []).map((utxo) => [refText(utxo), utxo])),
        )
        for (const id of some) asked.add(id)
        for (const { utxo } of offered)
          if (some.includes(utxo.txId) && !isSame(utxo, found.get(refText(utxo))))
            wrong.add(refText(utxo))
      }
    },
  }
}

const isSame = (offered: Utxo, real: Utxo | undefined): boolean =>
  real !== undefined &&
  real.isSpecial !== true &&
  real.address === offered.address &&
  isSameValue(real.value, offered.value)
