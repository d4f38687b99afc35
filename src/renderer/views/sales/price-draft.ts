import { z } from 'zod'
import { adaField, readAda } from '#values/amounts/ada-amount.ts'
import type { PriceRule } from '#values/amounts/price-rule.ts'
import { text } from '#renderer/text/en.ts'
import type { ErrorsByPath } from '../use-draft-form.ts'

/** How several tokens are priced, as it stands in the form: amounts in ADA as they are typed. */
export type PriceDraft = { [Field in AmountField]: string } & {
  kind: PriceRule['kind']
  trait: string
  /** Of the attribute; without an amount a value costs what others do. */
  values: { value: string; price: string }[]
  size: string | number
}

type AmountField = (typeof amounts)[PriceRule['kind']][number]

/** The amounts that each kind of rule asks for. */
const amounts = {
  fixed: ['price'],
  ranks: ['rarest', 'commonest'],
  trait: ['others'],
  steps: ['first', 'step'],
} as const satisfies Record<PriceRule['kind'], readonly string[]>

/** @param price what all the tokens cost now; undefined: they differ, or have none */
export const emptyPriceDraft = (price: number | undefined): PriceDraft => ({
  kind: 'fixed',
  price: price === undefined ? '' : adaField(String(price)),
  rarest: '',
  commonest: '',
  trait: '',
  values: [],
  others: '',
  first: '',
  step: '',
  size: 10,
})

export const mostPerStep = 10_000

const sizeOf = ({ size }: PriceDraft): number | undefined => {
  const written = String(size).trim()
  const value = /^\d{1,5}$/u.test(written) ? Number(written) : 0
  return value >= 1 && value <= mostPerStep ? value : undefined
}

const isBlank = (typed: string): boolean => typed.trim() === ''

/** What is wrong with the fields of the chosen kind. */
export const priceErrorsOf = (draft: PriceDraft): ErrorsByPath => {
  const typed: [string, string][] = amounts[draft.kind].map((field) => [field, draft[field]])
  if (draft.kind === 'trait')
    for (const [index, { price }] of draft.values.entries())
      if (!isBlank(price)) typed.push([`values.${index}.price`, price])
  const errors = typed.flatMap(([path, amount]) => {
    const { error } = readAda(amount)
    return error === undefined ? [] : [[path, error] as const]
  })
  return Object.fromEntries([
    ...errors,
    ...(draft.kind === 'trait' && draft.trait === ''
      ? [['trait', text.picking.price.errors.trait] as const]
      : []),
    ...(draft.kind === 'steps' && sizeOf(draft) === undefined
      ? [['size', text.picking.price.errors.size(mostPerStep)] as const]
      : []),
  ])
}

/** The rule that is written; undefined while a field is wrong. */
export const readPriceRule = (draft: PriceDraft): PriceRule | undefined => {
  if (Object.keys(priceErrorsOf(draft)).length > 0) return undefined
  const amount = (typed: string): bigint => readAda(typed).lovelace ?? 0n
  switch (draft.kind) {
    case 'fixed':
      return { kind: 'fixed', price: amount(draft.price) }
    case 'ranks':
      return {
        kind: 'ranks',
        rarest: amount(draft.rarest),
        commonest: amount(draft.commonest),
      }
    case 'trait':
      return {
        kind: 'trait',
        name: draft.trait,
        prices: draft.values.flatMap(({ value, price }) =>
          isBlank(price) ? [] : [{ value, price: amount(price) }],
        ),
        others: amount(draft.others),
      }
    case 'steps':
      return {
        kind: 'steps',
        first: amount(draft.first),
        step: amount(draft.step),
        size: sizeOf(draft) ?? 1,
      }
    default:
      return draft.kind satisfies never
  }
}

export const priceRule = z.custom<PriceRule>((rule) => rule !== undefined, 'Required')
