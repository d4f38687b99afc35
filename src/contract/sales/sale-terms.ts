import { z } from 'zod'
import { durationWords } from '#values/text/format.ts'
import { deliveryTerms } from './delivery-terms.ts'

/** The terms of a sale, each described once: for the request, the answer, the stored row and people. */

/** One day: a buyer who has not paid by then is not expected to. */
export const longestReservation = 86_400
const minDeliverySeconds = 60
const maxDeliverySeconds = 30 * 86_400

/** Every sale has these. */
const basicFields = {
  /** Lovelace for one token. */
  price: z.int('not a whole number of lovelace').positive('not above 0'),
  /** Seconds. */
  reservation_time: z
    .int('not a whole number of seconds')
    .min(1, 'below 1')
    .max(longestReservation, `above ${longestReservation}, a day`),
  /** Confirmations before a payment counts; by default what suits the network. */
  confirmations: z.int().min(0, 'below 0').max(100, 'above 100').optional(),
}

type StatedTerm = {
  readonly field: z.ZodNumber
  /** What buyers read before they pay. */
  readonly sentence: (value: number) => string
  /** What the creator reads who confirms the sale. */
  readonly fact: (value: number) => string
  /** Whether the seal of the sale states it. Earlier seals have no fact for a term that is not stated. */
  readonly isSealed: boolean
}

/** A sale may state these, or not. */
export const statedTerms = {
  /**
   * Seconds from the payment to the signatures, where keys that are not in the studio's vault sign.
   * Required once for such a collection, whose later sales take it over. Not part of the original
   * interface.
   */
  delivers_within: {
    field: z
      .int('not a whole number of seconds')
      .min(minDeliverySeconds, `below ${minDeliverySeconds}, a minute`)
      .max(maxDeliverySeconds, `above ${maxDeliverySeconds}, 30 days`),
    sentence: deliveryTerms,
    fact: (seconds) => `signed within ${durationWords(BigInt(seconds))} of the payment`,
    isSealed: true,
  },
} satisfies Record<string, StatedTerm>

export type TermName = keyof typeof statedTerms
/** Null where the sale does not state the term. */
export type StatedTerms = Readonly<Record<TermName, number | null>>

const termNames =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.keys(statedTerms) as readonly TermName[]

const eachTerm = <Value>(valueOf: (name: TermName) => Value) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(termNames.map((name) => [name, valueOf(name)])) as Record<TermName, Value>

/** The terms as a request has them. */
export const termFields = {
  ...basicFields,
  ...eachTerm((name) => statedTerms[name].field.optional()),
}

/** The stated terms as a row has them. */
export const termColumns = eachTerm(() => z.int().nullable())

/** The facts of a seal. */
export const sealedTerms = (terms: StatedTerms): Readonly<Record<string, number>> =>
  Object.fromEntries(
    termNames.flatMap((name) => {
      const value = terms[name]
      return value === null || !statedTerms[name].isSealed ? [] : [[name, value] as const]
    }),
  )

/** What buyers read before they pay, a sentence for each term that is stated. */
export const termSentences = (terms: StatedTerms): readonly string[] =>
  termNames.flatMap((name) => {
    const value = terms[name]
    return value === null ? [] : [statedTerms[name].sentence(value)]
  })

/** The facts of a seal in words. */
export const termFacts = eachTerm(
  (name) => (value: unknown) => statedTerms[name].fact(z.int().parse(value)),
)

type Requested = { readonly [Name in TermName]?: number | undefined }

/** The stated terms of a request. */
export const requestedTerms = (request: Requested): StatedTerms =>
  eachTerm((name) => request[name] ?? null)

/** The stated terms of a sale as a service answers it. */
export const answeredTerms = ({
  delivery,
}: {
  readonly delivery?: { readonly within: number } | null | undefined
}): StatedTerms => ({ delivers_within: delivery?.within ?? null })
