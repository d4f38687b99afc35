import { z } from 'zod'
import { countText, durationWords } from '#values/text/format.ts'
import { deliveryTerms } from './delivery-terms.ts'

/** The terms of a sale, each described once: for the request, the answer, the stored row and people. */

/** One day: a buyer who has not paid by then is not expected to. */
export const longestReservation = 86_400
const minDeliverySeconds = 60
const maxDeliverySeconds = 30 * 86_400
const mostPerBuyer = 10_000

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
  /** How the seller reads the field of a sale's answer; null: it is answered in another shape. */
  readonly answer: { readonly label: string; readonly text: (value: number) => string } | null
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
    // As `delivery.within`, beside what has become of it.
    answer: null,
    sentence: deliveryTerms,
    fact: (seconds) => `signed within ${durationWords(BigInt(seconds))} of the payment`,
    isSealed: true,
  },
  /**
   * How many tokens of the collection one buyer may get by sales that state this. A buyer is the payer of
   * a sale; several wallets are several buyers. Not part of the original interface.
   */
  max_per_buyer: {
    field: z.int('not a whole number').min(1, 'below 1').max(mostPerBuyer, `above ${mostPerBuyer}`),
    answer: { label: 'Most for one buyer', text: (most) => countText(most, 'token') },
    sentence: (most) =>
      `One buyer may get ${countText(most, 'token')} of this collection by such sales. What is paid for more goes back, less the network’s fee.`,
    fact: (most) => `at most ${countText(most, 'token')} of the collection for one buyer`,
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

type AnsweredName = {
  [Name in TermName]: (typeof statedTerms)[Name]['answer'] extends null ? never : Name
}[TermName]
const isAnswered = (name: TermName): name is AnsweredName => statedTerms[name].answer !== null

/** The fields of a sale's answer. */
export const termAnswers =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(
    termNames.filter(isAnswered).map((name) => [name, z.int().nullish()]),
  ) as Record<AnsweredName, z.ZodOptional<z.ZodNullable<z.ZodInt>>>

/** The fields of a sale's answer, those of terms that it states. */
export const answerTerms = (terms: StatedTerms): { readonly [Name in AnsweredName]?: number } =>
  Object.fromEntries(
    termNames.filter(isAnswered).flatMap((name) => {
      const value = terms[name]
      return value === null ? [] : [[name, value] as const]
    }),
  )

/** The stated terms of a sale as a service answers it. */
export const answeredTerms = (
  sale: { readonly [Name in AnsweredName]?: number | null | undefined } & {
    readonly delivery?: { readonly within: number } | null | undefined
  },
): StatedTerms => ({
  ...eachTerm((name) => (isAnswered(name) ? (sale[name] ?? null) : null)),
  delivers_within: sale.delivery?.within ?? null,
})

/** The terms that a sale states, as the seller reads them: a label and what was stated. */
export const termRows = (
  sale: Parameters<typeof answeredTerms>[0],
): readonly (readonly [string, string])[] => {
  const terms = answeredTerms(sale)
  return termNames.flatMap((name) => {
    const { answer } = statedTerms[name]
    const value = terms[name]
    return answer === null || value === null ? [] : [[answer.label, answer.text(value)] as const]
  })
}
