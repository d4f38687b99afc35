import { adaText, countText, durationWords, numberText } from './format.ts'
import { z } from 'zod'
import { documentText, listOf, longText } from './bounded.ts'
import { paymentFor } from './min-payment.ts'
import { startOfSlot } from './eras.ts'
import type { ServiceNetwork } from './networks.ts'
import { refundsSurplusOnly } from './refund-rules.ts'
import { printable } from './printable.ts'
import type { SaleResolution } from './wire/sale.ts'

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
  const row = rows.get(name ?? '')
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

/** The usual resolution, and a sentence that recommends it. */
type Advice = readonly [SaleResolution | undefined, string]

type Row = {
  readonly title: string
  readonly advise: (status: string | undefined) => Advice
  /** Undefined for a message that does not match the name. */
  readonly cause: (message: unknown, network: ServiceNetwork) => string | undefined
}

const row = <Message extends z.ZodType>(
  title: string,
  message: Message,
  cause: (message: z.output<Message>, network: ServiceNetwork) => string,
  advice: Advice | Row['advise'],
): Row => ({
  title,
  advise: typeof advice === 'function' ? advice : () => advice,
  cause: (given, network) => {
    const read = message.safeParse(given)
    return read.success ? cause(read.data, network) : undefined
  },
})

/** Services send the ledger's numbers as numbers or as text. */
const whole = z.union([
  z.int().nonnegative().transform(BigInt),
  longText.regex(/^\d{1,20}$/u).transform(BigInt),
])
const text = documentText.transform((given) => plain(given))
const lovelace = whole.transform((amount) => adaText(String(amount), 'ADA'))

const rows: ReadonlyMap<string, Row> = new Map([
  [
    'OutsideOfValidityIntervalError',
    row(
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
  ],
  [
    'ReservationEndedError',
    row(
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
  ],
  [
    'SigningKeyMissingError',
    row(
      'A signing key is missing',
      z.object({ keyHashes: listOf(text), reason: text }),
      ({ keyHashes, reason }) => {
        const unnamed = keyHashes.filter((keyHash) => !reason.includes(keyHash))
        return sentence(
          `${reason}${unnamed.length === 0 ? '' : ` (key ${unnamed.join(', key ')})`}`,
        )
      },
      ['retry', 'Bring the key back into the vault, from its backup, then retry; or refund.'],
    ),
  ],
  [
    'RoyaltyNotMintedError',
    row('The royalty token is not minted', z.object({ reason: text }), reasonOf, [
      'retry',
      'Mint the royalty token, which has to come first, then retry; or refund.',
    ]),
  ],
  [
    'AlreadyMintedError',
    row(
      'On chain already',
      z.object({ assetNames: listOf(text).min(1) }),
      ({ assetNames }) =>
        `${listed(assetNames)} of this policy ${assetNames.length === 1 ? 'is' : 'are'} on chain already, and an NFT is minted once.`,
      ['refund', 'Refund what was paid.'],
    ),
  ],
  [
    'TransactionBuildError',
    row('The transaction cannot be built', z.object({ reason: text }), reasonOf, [
      'retry',
      'Fix what it says, then retry; or refund.',
    ]),
  ],
  [
    'PaidByScriptError',
    row(
      'Paid by a script',
      z.object({ address: text }),
      ({ address }) =>
        `The payment came from ${address}, the address of a script, as exchanges that trade by contract use it. What is sent back there may be lost.`,
      [
        'retry',
        'Ask the buyer for an address of a wallet, and retry with it: the tokens go there. Or refund to it.',
      ],
    ),
  ],
  [
    'GatewayRefusedError',
    row('The gateway rejects the transaction', z.object({ reason: text }), reasonOf, [
      'retry',
      'Retry: the same bytes are sent again. If it refuses them again, refund.',
    ]),
  ],
  [
    'GatewayUnreachableError',
    row(
      'The gateway cannot be reached',
      z.object({ reason: text, since: z.union([text, z.int().transform(String)]) }),
      ({ reason, since }) => sentence(`Since ${sinceText(since)}: ${reason}`),
      [
        'retry',
        'It is tried again by itself. See that this machine is online and the gateway is the right one, or retry at once.',
      ],
    ),
  ],
  [
    'TransactionMissingError',
    row(
      'Sent, but not on chain',
      z.object({ txId: text, validUntilSlot: whole, currentSlot: whole }),
      ({ txId, validUntilSlot, currentSlot }, network) =>
        currentSlot < validUntilSlot
          ? `Transaction ${txId} is not on chain; it can still get there before ${slotText(validUntilSlot, network)}.`
          : `Transaction ${txId} was valid up to ${slotText(validUntilSlot, network)} and was not in a block by then, so it never will be.`,
      ['retry', 'Retry, which builds it again once the old one can count no more; or refund.'],
    ),
  ],
  [
    'RolledBackError',
    row(
      'Taken off the chain again',
      z.object({ txId: text }),
      ({ txId }) =>
        `The block with transaction ${txId} was replaced by another one (a rollback), as the newest blocks sometimes are.`,
      [
        undefined,
        'Wait: mostly the next blocks take it in again, and the sale goes on by itself. Otherwise it can be retried or refunded once its time is over.',
      ],
    ),
  ],
  [
    'OverpaidError',
    row(
      'Paid too much',
      z.object({ expected: lovelace, paid: lovelace, surplus: lovelace }),
      ({ expected, paid, surplus }) =>
        `${paid} came, and the price is ${expected}: ${surplus} too much.`,
      ['accept', 'Accept it: the rest goes back together with the tokens. Or refund all of it.'],
    ),
  ],
  [
    'OtherTokensError',
    row(
      'Paid with other tokens',
      z.object({
        assets: listOf(z.object({ unit: text, quantity: z.union([text, z.int()]) })).min(1),
      }),
      ({ assets }) =>
        `Together with the ADA came ${listed(assets.map(({ unit, quantity }) => `${quantity} of ${unit}`))}, which no price asks for.`,
      [
        'accept',
        'Accept it: the other tokens go back together with those sold. Or refund all of it.',
      ],
    ),
  ],
  [
    'SecondPaymentError',
    row(
      'Paid once more',
      z.object({ txIds: listOf(text).min(1), lovelace }),
      ({ txIds, lovelace: paid }) =>
        `The sale is paid already, and ${paid} came on top, in ${listed(txIds.map((txId) => `transaction ${txId}`))}.`,
      adviseOnTop,
    ),
  ],
  [
    'RefundFailedError',
    row('The refund is not on chain', z.object({ reason: text }), reasonOf, [
      'refund',
      'Nothing was given back. Refund again, or do something else about the sale.',
    ]),
  ],
  [
    'NotConfirmedError',
    row('Not as it was sealed', z.object({ reason: text }), reasonOf, [
      undefined,
      'Nobody is asked to pay it until this is cleared up.',
    ]),
  ],
  [
    'DeliveryLateError',
    row(
      'The delivery time has passed',
      z.object({ deliverBy: whole, currentSlot: whole }),
      ({ deliverBy, currentSlot }, network) =>
        `It had to be signed before ${slotText(deliverBy, network)}, as its buyer was told, and the chain is in ${slotText(currentSlot, network)}.`,
      [
        'refund',
        'Refund what was paid, as its payment page says. If the buyer agrees to wait, retry: it is in the next signing round, and the delivery time starts again.',
      ],
    ),
  ],
  [
    'UnderpaidError',
    row(
      'Paid too little',
      z.object({ expected: whole, paid: whole, missing: whole }),
      ({ expected, paid, missing }) =>
        `${adaText(String(paid), 'ADA')} came, and the price is ${adaText(String(expected), 'ADA')}: ${adaText(String(missing), 'ADA')} are missing.${smallRestText(missing)}`,
      [
        'wait',
        'Ask for the missing amount: the reservation then starts again. Or refund what came.',
      ],
    ),
  ],
])

function reasonOf({ reason }: { readonly reason: string }): string {
  return sentence(reason)
}

/** A refund of a sale that waits for a decision ends the sale, so the text must say so. */
function adviseOnTop(status: string | undefined): Advice {
  if (status === undefined)
    return [
      undefined,
      'Look at the sale first: of one that goes on, a refund gives back what came on top; of one that waits for a decision, all that was paid.',
    ]
  if (refundsSurplusOnly(status, true))
    return ['refund', 'Refund what came on top; the sale itself goes on.']
  const going = goesOnBy.get(status)
  if (going === undefined) return ['refund', 'A refund gives back everything that is still here.']
  return [
    going,
    `${going === 'accept' ? 'Accept' : 'Retry'}, and the sale goes on; what came on top can be refunded after that. A refund now gives back everything that was paid, and nothing is sold.`,
  ]
}

const goesOnBy: ReadonlyMap<string, SaleResolution> = new Map([
  ['UNRESOLVED_OVERPAID', 'accept'],
  ['PROCESSING_FAILED', 'retry'],
  ['UNRESOLVED_SUBMITTING_FAILED', 'retry'],
  ['UNRESOLVED_MINTING_MISSING', 'retry'],
])

const smallRestText = (missing: bigint): string => {
  const asked = paymentFor(missing)
  return asked === missing
    ? ''
    : ` No wallet sends so little, so ${adaText(String(asked), 'ADA')} are asked for; what is too much of it goes back with the tokens.`
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

/** `slot 57,900,000 (2026-11-02 03:20:00 UTC)` */
const slotText = (slot: bigint, network: ServiceNetwork): string => {
  const at = network === 'testnet' ? undefined : startOfSlot(network, slot)
  return `slot ${numberText(slot)}${at === undefined ? '' : ` (${timeText(at)})`}`
}

/** `1,200 slots (20 minutes)`. Since Shelley, a slot lasts one second on every network. */
const spanText = (from: bigint, to: bigint, network: ServiceNetwork): string => {
  const slots = to - from
  const counted = countText(slots, 'slot')
  if (network === 'testnet') return `${counted} (${durationWords(slots)})`
  const [start, end] = [startOfSlot(network, from), startOfSlot(network, to)]
  if (start === undefined || end === undefined) return counted
  return `${counted} (${durationWords(BigInt(end.getTime() - start.getTime()) / 1000n)})`
}

const timeText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A time from a service; other text is left unchanged. */
const sinceText = (since: string): string => {
  const isIso = /^\d{4}-\d\d-\d\dT/u.test(since)
  const at = new Date(since)
  return isIso && !Number.isNaN(at.getTime()) ? timeText(at) : since
}

const maxShown = 5

const listed = (names: readonly string[]): string =>
  names.length <= maxShown
    ? names.join(', ')
    : `${names.slice(0, maxShown).join(', ')} and ${names.length - maxShown} more`

const sentence = (words: string): string => (/[.!?…]$/u.test(words) ? words : `${words}.`)

const longest = 600

/** A service's text made safe for one line. */
const plain = (words: string): string => {
  const line = printable(words.replaceAll(/\s+/gu, ' ').trim())
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const said = (message: unknown): string => {
  if (typeof message === 'string') return plain(message)
  try {
    return plain(JSON.stringify(message) ?? 'nothing more')
  } catch {
    return 'nothing that can be shown'
  }
}
