import { isColdpressError } from '#shared/errors.ts'
import { adaText } from '#shared/format.ts'
import type { TxId } from '#core/cardano/ids.ts'
import { type Network, networkId } from '#core/cardano/network.ts'
import { assemble } from '#core/cardano/transactions/assemble.ts'
import { buildPayment } from '#core/cardano/transactions/build/build-payment.ts'
import { keyAddressOf, missingAdaOf } from '#core/cardano/transactions/build/pay.ts'
import type { BuildContext, BuiltTransaction } from '#core/cardano/transactions/build/types.ts'
import {
  type OfferedOutput,
  readOfferedOutput,
  readWalletAddress,
  readWitnessSet,
} from '#core/cardano/transactions/wallet-offer.ts'
import { keyHashOf } from '#core/cardano/keys.ts'
import { refText, type Utxo } from '#core/cardano/utxo.ts'
import { isSameValue, lovelaceOnly } from '#core/cardano/value.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { chainAnswer, chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import { requireCalls } from '../sales/calls-used-up.ts'
import { fetchTip, slotNow } from '../sales/tip.ts'
import type { SaleRow } from '../store/sales.ts'
import type { SaleState } from './sale-state.ts'
import { openPayments, type WalletPayment } from './open-payments.ts'
import { walletError } from './wallet-error.ts'

/**
 * A payment by a wallet in the buyer's browser (CIP-30). Amount and address are those of the sealed
 * sale, never the page's. The studio signs nothing: it builds the bytes, the wallet signs them, and
 * only bytes that were built here are sent.
 */

/** What the page hands over of the wallet. */
export type WalletOffer = { readonly utxos: readonly string[]; readonly change: string }

/** A buyer reads and signs in a minute; after this a forgotten payment stops nobody any more. */
const longestValiditySlots = 1_800n
/** With fewer slots left it might come too late. */
const leastValiditySlots = 60n
/** Each costs a call of the gateway. */
const mostTransactionsRead = 20
const readAtOnce = 5

/** The payment that was sent for a sale and may still reach a block. */
export const sentPayment = (studio: Studio, saleId: string): TxId | undefined => {
  const sent = openPayments(studio).find(saleId)?.sent
  return sent === undefined || isPast(studio, sent) ? undefined : sent.built.txId
}

const isPast = (studio: Studio, { ends }: WalletPayment): boolean =>
  studio.now().getTime() > ends.getTime()

/**
 * Builds the payment of what is due, for the wallet to sign.
 * @throws ColdpressError with rule `wallet_payment` and a sentence for the buyer; of the gateway
 */
export const buildWalletPayment = async (
  studio: Studio,
  row: SaleRow,
  { state, offer }: { readonly state: SaleState; readonly offer: WalletOffer },
): Promise<BuiltTransaction> => {
  const { due, address } = state
  if (sentPayment(studio, row.id) !== undefined) throw walletError(onItsWay)
  if (due === 0n) throw walletError('Nothing is to be paid now. Load the page again.')
  const ofSale = openPayments(studio).of(row.id)
  if (!ofSale.limit.receive())
    throw walletError('Too many attempts. Wait a minute, or pay to the address.', 'rate_limited')
  requireCalls(studio)
  const funding = fundingOf(studio.network, offer)
  const { gateway } = chainOf(studio)
  const [tip, { parameters }] = await Promise.all([
    fetchTip(studio),
    chainAnswer(gateway.parameters()),
  ])
  const slot = slotNow(studio, tip)
  const end = smaller(row.reserved_until, slot + longestValiditySlots)
  if (end - slot < leastValiditySlots)
    throw walletError('The reservation ends too soon for a payment. Do not pay any more.')
  const context = { network: studio.network, parameters, slot, validForSlots: end - slot }
  const build = (utxos: readonly Utxo[]): BuiltTransaction =>
    buildPayment({ ...context, funding: { ...funding, utxos } }, [
      { address, value: lovelaceOnly(due) },
    ])
  const built = await buildFromChain(studio, funding.offered, build)
  const ends = new Date(studio.now().getTime() + Number(end - slot) * 1_000)
  ofSale.add({ built, due, ends })
  return built
}

const onItsWay =
  'A payment from a wallet was sent already. Do not pay a second time: this page shows it once it is in a block.'

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

type Offered = Pick<BuildContext['funding'], 'changeAddress'> & {
  readonly offered: readonly OfferedOutput[]
}

/** Only outputs that one signature of a key spends, those with the fewest tokens and most ADA first. */
const fundingOf = (network: Network, { utxos, change }: WalletOffer): Offered => {
  try {
    return {
      changeAddress: keyAddressOf(readWalletAddress(change), network),
      offered: utxos
        .map(readOfferedOutput)
        .filter(({ output }) => isPlain(output, network))
        .toSorted(
          ({ output: { value: a } }, { output: { value: b } }) =>
            a.assets.size - b.assets.size || (a.lovelace < b.lovelace ? 1 : -1),
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
  { address, datum, hasReferenceScript }: OfferedOutput['output'],
  network: Network,
): boolean =>
  address.credential.kind === 'key' &&
  address.networkId === networkId(network) &&
  datum === 'none' &&
  !hasReferenceScript

/** Builds as soon as what the chain says of the offered outputs suffices. */
const buildFromChain = async (
  studio: Studio,
  offered: readonly OfferedOutput[],
  build: (utxos: readonly Utxo[]) => BuiltTransaction,
): Promise<BuiltTransaction> => {
  const wanted = new Map(offered.map((one) => [refText(one), one]))
  const ids = [...new Set(offered.map(({ txId }) => txId))].slice(0, mostTransactionsRead)
  const found: Utxo[] = []
  let missing = 0n
  for (let at = 0; at < ids.length; at += readAtOnce) {
    found.push(...(await outputsOnChain(studio, ids.slice(at, at + readAtOnce), wanted)))
    try {
      if (found.length > 0) return build(found)
    } catch (error) {
      const lacking = missingAdaOf(error)
      if (lacking === undefined) throw buildError(error)
      missing = lacking
    }
  }
  throw found.length === 0
    ? walletError(
        `Nothing that your wallet offers is on ${studio.network}. Is your wallet on another network, or did it just receive it? Nothing was paid.`,
      )
    : walletError(
        `Your wallet offers too little for the payment and its change: ${adaText(missing, 'ADA')} are missing. Nothing was paid.`,
      )
}

const buildError = (error: unknown): unknown =>
  isColdpressError(error, 'too_large')
    ? walletError(
        'Your wallet holds too many tokens with its ADA for one transaction. Pay to the address instead.',
      )
    : error

/** Those of the offered outputs that the gateway knows, as it knows them. */
const outputsOnChain = async (
  studio: Studio,
  ids: readonly TxId[],
  wanted: ReadonlyMap<string, OfferedOutput>,
): Promise<readonly Utxo[]> => {
  const { gateway } = chainOf(studio)
  const answers = await chainAnswer(Promise.all(ids.map((id) => gateway.outputsOf(id))))
  return answers.flatMap((answer) =>
    (answer?.outputs ?? []).filter((utxo) => {
      const { output } = wanted.get(refText(utxo)) ?? {}
      return output?.address.text === utxo.address && isSameValue(output.value, utxo.value)
    }),
  )
}

/**
 * Adds the wallet's signatures to the bytes that were built here, and sends them.
 * @throws ColdpressError with rule `wallet_payment` and a sentence for the buyer
 */
export const sendWalletPayment = async (
  studio: Studio,
  row: SaleRow,
  { state, txId, witness }: { state: SaleState; txId: string; witness: string },
): Promise<TxId> => {
  const ofSale = openPayments(studio).find(row.id)
  const payment = ofSale?.built.find(({ built }) => built.txId === txId)
  if (ofSale === undefined || payment === undefined)
    throw walletError('The studio did not build this payment. Nothing was sent. Try again.')
  const isSent = ofSale.sent === payment
  if (!isSent && sentPayment(studio, row.id) !== undefined) throw walletError(onItsWay)
  if (!isSent && state.due !== payment.due)
    throw walletError('What is to be paid has changed meanwhile. Nothing was sent. Try again.')
  const signed = signedBytes(payment.built, witness)
  // Before it is sent: whatever answer is lost, no second payment is built while it may arrive.
  ofSale.sent = payment
  try {
    return await chainOf(studio).gateway.submit(signed)
  } catch (error) {
    if (mayHaveArrived(error)) return payment.built.txId
    ofSale.sent = undefined
    if (!isColdpressError(error, 'rejected')) throw error
    throw walletError(
      'The network did not accept the payment, perhaps because your wallet has spent its ADA meanwhile. Nothing was paid. Try again.',
    )
  }
}

/** The same bytes with the signatures that they need, and no others: more would raise the fee. */
const signedBytes = ({ cbor, requiredSigners }: BuiltTransaction, witness: string): Uint8Array => {
  try {
    const needed = readWitnessSet(witness).filter(({ publicKey }) =>
      requiredSigners.includes(keyHashOf(hexToBytes(publicKey))),
    )
    const { bytes, added } = assemble(cbor, needed)
    if (added.length === requiredSigners.length) return bytes
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
  }
  throw walletError('Your wallet has not signed this payment. Nothing was sent. Try again.')
}

/** A node may have the bytes: asked again, or with the answer lost. */
const mayHaveArrived = (error: unknown): boolean =>
  isColdpressError(error) && error.details['mayHaveArrived'] === true
