import { z } from 'zod'
import { documentText, longText } from '#values/bounds/bounded.ts'
import { startOfSlot } from '#values/networks/eras.ts'
import { adaText, numberText, utcText } from '#values/text/format.ts'
import type { ServiceNetwork } from '#values/networks/networks.ts'
import { printable } from '#values/text/printable.ts'
import type { SaleResolution } from './sale-status.ts'

/** How one kind of error of a sale is explained. */

/** The usual resolution, and a sentence that recommends it. */
export type Advice = readonly [SaleResolution | undefined, string]

export type SaleErrorRow<Message extends z.ZodType = z.ZodType> = {
  readonly message: Message
  readonly title: string
  readonly advise: (status: string | undefined) => Advice
  /** Undefined for a message that does not match the name. */
  readonly cause: (message: unknown, network: ServiceNetwork) => string | undefined
}

export type SaleErrorRows = Readonly<Record<string, SaleErrorRow<z.ZodObject>>>

export const row = <Message extends z.ZodType>(
  title: string,
  message: Message,
  cause: (message: z.output<Message>, network: ServiceNetwork) => string,
  advice: Advice | SaleErrorRow['advise'],
): SaleErrorRow<Message> => ({
  message,
  title,
  advise: typeof advice === 'function' ? advice : () => advice,
  cause: (given, network) => {
    const read = message.safeParse(given)
    return read.success ? cause(read.data, network) : undefined
  },
})

/** Services send the ledger's numbers as numbers or as text. */
export const whole = z.union([
  z.int().nonnegative().transform(BigInt),
  longText.regex(/^\d{1,20}$/u).transform(BigInt),
])
export const shownText = documentText.transform((given) => plain(given))
export const lovelace = whole.transform((amount) => adaText(String(amount), 'ADA'))

export const reasonOf = ({ reason }: { readonly reason: string }): string => sentence(reason)

const maxShown = 5

export const listed = (names: readonly string[], separator = ', '): string =>
  names.length <= maxShown
    ? names.join(separator)
    : `${names.slice(0, maxShown).join(separator)} and ${names.length - maxShown} more`

export const sentence = (words: string): string => (/[.!?…]$/u.test(words) ? words : `${words}.`)

/** `slot 57,900,000 (2026-11-02 03:20:00 UTC)` */
export const slotText = (slot: bigint, network: ServiceNetwork): string => {
  const at = network === 'testnet' ? undefined : startOfSlot(network, slot)
  return `slot ${numberText(slot)}${at === undefined ? '' : ` (${utcText(at, 'second')})`}`
}

const longest = 600

/** A service's text made safe for one line. */
export const plain = (words: string): string => {
  const line = printable(words.replaceAll(/\s+/gu, ' ').trim())
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
