import { z } from 'zod'
import { ColdpressError } from '#values/errors/errors.ts'
import type { SealKind, Statement } from '../seal/seal.ts'
import { asWritten, factWords } from './fact-words.ts'

/**
 * A fact in words, from its statement alone and field by field: whoever confirms it may have nothing
 * else of the studio, and seals all of it. It is one line in which nothing from outside comes first.
 * @param name what the studio calls it, which no seal covers
 * @throws ColdpressError `invalid` for a field that has no words here
 */
export const factText = (about: Statement, name: string | null): string => {
  const { kind, network, collection, id } = about
  const of = collection === null || collection === id ? [] : [`collection ${asWritten(collection)}`]
  const called = name === null ? [] : [`called ${asWritten(name)}, which is not sealed`]
  const parts = [...fieldsOf(about), ...of, `id ${asWritten(id)}`, ...called]
  return `${subjects[kind]} on ${network ?? 'every network'}: ${parts.join('; ')}`
}

const fieldsOf = (about: Statement): readonly string[] => {
  const { kind, facts } = about
  const words = factWords[kind]
  const unknown = Object.keys(facts).find((field) => !Object.hasOwn(words, field))
  if (unknown !== undefined) throw withoutWords(about, unknown)
  return Object.entries(words).flatMap(([field, say]) => {
    const value = facts[field]
    return value === undefined ? [] : [wordsOrJson(field, value, () => say(value, about))]
  })
}

/** A file from elsewhere may state values that no studio states: they are shown as they are. */
const wordsOrJson = (field: string, value: unknown, say: () => string): string => {
  try {
    return say()
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof ColdpressError)
      return `${field.replaceAll('_', ' ')} ${asWritten(value)}`
    throw error
  }
}

const withoutWords = ({ kind, id }: Statement, field: string): ColdpressError =>
  new ColdpressError(
    'invalid',
    `facts to confirm: the ${subjects[kind]} with the id ${asWritten(id)} has the field ${asWritten(field)}, which this version cannot show. Nobody confirms what they have not seen. Update Coldpress, or make the facts again.`,
  )

const subjects: Readonly<Record<SealKind, string>> = {
  address: 'address',
  collection: 'collection',
  delivery: 'receiver of a sale',
  delivery_time: 'delivery time of a collection',
  key: 'key',
  order: 'order',
  payment_key: 'payment address of a collection',
  royalty: 'royalty of a collection',
  sale: 'sale',
  token: 'token',
  wallet: 'wallet',
}
