import { InvalidArgumentError } from 'commander'
import { readAda } from '#values/amounts/ada-amount.ts'
import { ColdpressError } from '#values/errors/errors.ts'

/** An amount of ADA such as `12`, `2.5` or `2,5`, in lovelace. */
export const adaAmount = (text: string): bigint => {
  const { lovelace, error } = readAda(text)
  if (error !== undefined) throw new InvalidArgumentError(error)
  return lovelace
}

/** An amount with its unit, which is ADA when it is left out: `25`, `2.5ada`, `25000000lovelace`. */
export const amount = (text: string): bigint => {
  const { number = text, unit } =
    /^(?<number>.*?)\s*(?<unit>ada|lovelace)$/iu.exec(text.trim())?.groups ?? {}
  if (unit?.toLowerCase() !== 'lovelace') return adaAmount(number)
  if (/^\d{1,16}$/u.test(number)) return BigInt(number)
  throw new InvalidArgumentError('Lovelace come as a whole number, such as 25000000lovelace.')
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** A length of time such as `90m`, in seconds. */
export const seconds = (text: string): number => {
  const { count, unit } = /^(?<count>\d{1,6})(?<unit>[smhd])$/u.exec(text)?.groups ?? {}
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('It is a number with s, m, h or d after it, such as 2h.')
  return Number(count) * (unitSeconds[unit] ?? 1)
}

/** The longest that a timer of Node can run. */
const longestLockSeconds = 24 * 86_400

/** When a vault that lies unused locks itself: `never`, or a length of time such as `15m`. */
export const lockTime = (text: string): LockTime => {
  if (text === 'never') return { text, milliseconds: Number.POSITIVE_INFINITY }
  const count = /^\d{1,6}[smhd]$/u.test(text) ? seconds(text) : 0
  if (count >= 1 && count <= longestLockSeconds) return { text, milliseconds: count * 1000 }
  throw new InvalidArgumentError('Give "never", or a length of time from 1s to 24d, such as 15m.')
}

export type LockTime = { readonly text: string; readonly milliseconds: number }

export const wholeNumber = (text: string): number => {
  if (/^\d{1,9}$/u.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number, such as 3.')
}

/** As {@link wholeNumber}, up to what a number holds; for an option that commander does not parse. */
export const wholeOf = (option: string, text: string): number => {
  const number = Number(text)
  if (/^\d+$/u.test(text) && Number.isSafeInteger(number)) return number
  throw new ColdpressError('usage', `${option}: ${text} is not a whole number.`)
}
