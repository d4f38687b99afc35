import { z } from 'zod'
import { adaField, readAda } from '#values/amounts/ada-amount.ts'
import { salesCalls } from '#contract/sales/calls.ts'
import { useDraftForm } from '../use-draft-form.ts'

const schema = z.object({ price: salesCalls['sales.setTokenPrice'].input.shape.price.unwrap() })

/**
 * A form of one field, a price in ADA.
 * @param price the one that tokens have now, in lovelace
 */
export const usePriceForm = (
  price: string | null,
  set: (lovelace: number) => Promise<void> | void,
) =>
  useDraftForm({
    initial: { written: price === null ? '' : adaField(price) },
    schema,
    inputOf: ({ written }) => ({ price: Number(readAda(written).lovelace ?? Number.NaN) }),
    errorsOf: ({ written }, [found]) => {
      const message = readAda(written).error ?? found?.message
      return message === undefined ? {} : { written: message }
    },
    submit: async (input) => {
      await set(input.price)
    },
  })
