import { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import { startOfSlot } from '#values/networks/eras.ts'
import { countText, durationWords } from '#values/text/format.ts'
import type { ServiceNetwork } from '#values/networks/networks.ts'
import { utcText } from '#values/text/format.ts'
import { paymentErrors } from './payment-errors.ts'
import {
  listed,
  lovelace,
  plain,
  reasonOf,
  row,
  type SaleErrorRow,
  type SaleErrorRows,
  sentence,
  slotText,
  shownText,
  whole,
} from './sale-error-row.ts'
import type { Sale, SaleError } from './sale.ts'
import type { SaleResolution } from './sale-status.ts'

/** An error of an event or a sale. Services fill its fields freely. */
export type ReportedError = {
  readonly name?: string | undefined
  readonly message?: unknown
}

/** One error in plain words: a title, the cause, and the next step. */
export type SaleErrorText = {
  readonly title: string
  readonly cause: string
  readonly next: string
  /** The usual resolution. Whether it is possible now is in the sale's `resolutions`. */
  readonly resolution?: SaleResolution
}

/**
 * Explains what went wrong with a sale. An unknown name, or a message without the fields that the
 * name implies, is passed on in the service's words. Never throws.
 * @param network `testnet` if no more is known: slots are then given without their time
 * @param status the sale's current status; an event alone does not have it
 */
export const explainSaleError = (
  { name, message }: ReportedError,
  network: ServiceNetwork,
  status?: string,
): SaleErrorText => {
  const row = rowOf(name)
  if (row === undefined) {
    return {
      title: name === undefined ? 'An error without a name' : `The service says ${plain(name)}`,
      cause: `The service says: ${said(message)}`,
      next: 'Ask the service what it means.',
    }
  }
  const { title, advise, cause } = row
  const [resolution, next] = advise(status)
  const words = { title, cause: cause(message, network) ?? `The service says: ${said(message)}` }
  return resolution === undefined ? { ...words, next } : { ...words, next, resolution }
}

/**
 * Every error of a sale by its name, with the form of its message (interface, "Event"). Amounts are
 * lovelace. Some are errors of a sale or of a list of sales only, never of an event.
 */
export const saleErrorTable = {
  ...paymentErrors,
  OutsideOfValidityIntervalError: row(
    'Outside the time in which it can be minted',
    z.object({
      interval: z.object({ invalidBefore: whole.nullish(), invalidHereafter: whole.nullish() }),
      currentSlot: whole,
    }),
    ({ interval, currentSlot }, network) => outsideText(interval, currentSlot, network),
    [
      'refund',
      'Refund what was paid. If it is the lock of the policy that has passed, nothing can be minted under it any more.',
    ],
  ),
  ReservationEndedError: row(
    'Paid after the reservation had ended',
    z.object({ reservedUntil: whole, paidAt: whole, lovelace }),
    ({ reservedUntil, paidAt, lovelace: paid }, network) =>
      paidAt < reservedUntil
        ? `${paid} came in ${slotText(paidAt, network)}, when the sale was over already.`
        : `${paid} came in ${slotText(paidAt, network)}: ${lateText(reservedUntil, paidAt, network)} the reservation had ended, in ${slotText(reservedUntil, network)}.`,
    [
      'refund',
      'Refund what was paid. The tokens are free again: the buyer can reserve them again.',
    ],
  ),
  SigningKeyMissingError: row(
    'A signing key is missing',
    z.object({ keyHashes: listOf(shownText), reason: shownText }),
    ({ keyHashes, reason }) => {
      const unnamed = keyHashes.filter((keyHash) => !reason.includes(keyHash))
      return sentence(`${reason}${unnamed.length === 0 ? '' : ` (key ${unnamed.join(', key ')})`}`)
    },
    ['retry', 'Bring the key back into the vault, from its backup, then retry; or refund.'],
  ),
  RoyaltyNotMintedError: row(
    'The royalty token is not minted',
    z.object({ reason: shownText }),
    reasonOf,
    ['retry', 'Mint the royalty token, which has to come first, then retry; or refund.'],
  ),
  AlreadyMintedError: row(
    'On chain already',
    z.object({ assetNames: listOf(shownText).min(1) }),
    ({ assetNames }) =>
      `${listed(assetNames)} of this policy ${assetNames.length === 1 ? 'is' : 'are'} on chain already, and an NFT is minted once.`,
    ['refund', 'Refund what was paid.'],
  ),
  TransactionBuildError: row(
    'The transaction cannot be built',
    z.object({ reason: shownText }),
    reasonOf,
    ['retry', 'Fix what it says, then retry; or refund.'],
  ),
  PaidByScriptError: row(
    'Paid by a script',
    z.object({ address: shownText }),
    ({ address }) =>
      `The payment came from ${address}, the address of a script, as exchanges that trade by contract use it. What is sent back there may be lost.`,
    [
      'retry',
      'Ask the buyer for an address of a wallet, and retry with it: the tokens go there. Or refund to it.',
    ],
  ),
  GatewayRefusedError: row(
    'The gateway rejects the transaction',
    z.object({ reason: shownText }),
    reasonOf,
    ['retry', 'Retry: the same bytes are sent again. If it refuses them again, refund.'],
  ),
  GatewayUnreachableError: row(
    'The gateway cannot be reached',
    z.object({ reason: shownText, since: z.union([shownText, z.int().transform(String)]) }),
    ({ reason, since }) => sentence(`Since ${sinceText(since)}: ${reason}`),
    [
      'retry',
      'It is tried again by itself. See that this machine is online and the gateway is the right one, or retry at once.',
    ],
  ),
  TransactionMissingError: row(
    'Sent, but not on chain',
    z.object({ txId: shownText, validUntilSlot: whole, currentSlot: whole }),
    ({ txId, validUntilSlot, currentSlot }, network) =>
      currentSlot < validUntilSlot
        ? `Transaction ${txId} is not on chain; it can still get there before ${slotText(validUntilSlot, network)}.`
        : `Transaction ${txId} was valid up to ${slotText(validUntilSlot, network)} and was not in a block by then, so it never will be.`,
    ['retry', 'Retry, which builds it again once the old one can count no more; or refund.'],
  ),
  RolledBackError: row(
    'Taken off the chain again',
    z.object({ txId: shownText }),
    ({ txId }) =>
      `The block with transaction ${txId} was replaced by another one (a rollback), as the newest blocks sometimes are.`,
    [
      undefined,
      'Wait: mostly the next blocks take it in again, and the sale goes on by itself. Otherwise it can be retried or refunded once its time is over.',
    ],
  ),
  NotConfirmedError: row('Not as it was sealed', z.object({ reason: shownText }), reasonOf, [
    undefined,
    'Nobody is asked to pay it until this is cleared up.',
  ]),
  DeliveryLateError: row(
    'The delivery time has passed',
    z.object({ deliverBy: whole, currentSlot: whole }),
    ({ deliverBy, currentSlot }, network) =>
      `It had to be signed before ${slotText(deliverBy, network)}, as its buyer was told, and the chain is in ${slotText(currentSlot, network)}.`,
    [
      'refund',
      'Refund what was paid, as its payment page says. If the buyer agrees to wait, retry: it is in the next signing round, and the delivery time starts again.',
    ],
  ),
} satisfies SaleErrorRows
export type SaleErrorName = keyof typeof saleErrorTable

/** An error as a sale and its events have it. */
export const saleErrorOf = <Name extends SaleErrorName>(
  name: Name,
  message: z.input<(typeof saleErrorTable)[Name]['message']>,
): SaleError => ({ name, message: { ...message } })

/** Whether a sale has an error of that name. */
export const hasSaleError = ({ error }: Pick<Sale, 'error'>, name: SaleErrorName): boolean =>
  (error ?? []).some((found) => isSaleError(found, name))

export const isSaleError = (
  error: Pick<SaleError, 'name'> | undefined,
  name: SaleErrorName,
): boolean => error?.name === name

const rowOf = (name: string | undefined): SaleErrorRow | undefined => {
  const rows: Readonly<Record<string, SaleErrorRow>> = saleErrorTable
  return name !== undefined && Object.hasOwn(rows, name) ? rows[name] : undefined
}

type Interval = {
  readonly invalidBefore?: bigint | null | undefined
  readonly invalidHereafter?: bigint | null | undefined
}

const outsideText = (
  { invalidBefore, invalidHereafter }: Interval,
  slot: bigint,
  network: ServiceNetwork,
): string => {
  const now = `the chain was in ${slotText(slot, network)}`
  if (invalidHereafter !== undefined && invalidHereafter !== null && slot >= invalidHereafter)
    return `It could be minted before ${slotText(invalidHereafter, network)}, and ${now}: ${spanText(invalidHereafter, slot, network)} too late.`
  if (invalidBefore !== undefined && invalidBefore !== null && slot < invalidBefore)
    return `It can be minted from ${slotText(invalidBefore, network)} on, and ${now}: ${spanText(slot, invalidBefore, network)} too early.`
  return `The service says that it could not be minted when ${now}, although that is within the bounds that it names.`
}

const lateText = (end: bigint, at: bigint, network: ServiceNetwork): string =>
  end === at ? 'in the very slot in which' : `${spanText(end, at, network)} after`

/** `1,200 slots (20 minutes)`. Since Shelley, a slot lasts one second on every network. */
const spanText = (from: bigint, to: bigint, network: ServiceNetwork): string => {
  const slots = to - from
  const counted = countText(slots, 'slot')
  if (network === 'testnet') return `${counted} (${durationWords(slots)})`
  const [start, end] = [startOfSlot(network, from), startOfSlot(network, to)]
  if (start === undefined || end === undefined) return counted
  return `${counted} (${durationWords(BigInt(end.getTime() - start.getTime()) / 1000n)})`
}

/** A time from a service; other text is left unchanged. */
const sinceText = (since: string): string => {
  const isIso = /^\d{4}-\d\d-\d\dT/u.test(since)
  const at = new Date(since)
  return isIso && !Number.isNaN(at.getTime()) ? utcText(at, 'second') : since
}

const said = (message: unknown): string => {
  if (typeof message === 'string') return plain(message)
  try {
    return plain(JSON.stringify(message) ?? 'nothing more')
  } catch {
    return 'nothing that can be shown'
  }
}
