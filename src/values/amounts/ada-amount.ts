import { decimalReadings, unambiguous } from './decimal.ts'
import { plainAda } from '../text/format.ts'

/** All ADA there can ever be. */
export const maxLovelace = 45_000_000_000n * 1_000_000n

const oneAda = 1_000_000n

export type AdaReading =
  | { readonly lovelace: bigint; readonly error?: undefined }
  /** A sentence that says how to write the amount. */
  | { readonly lovelace?: undefined; readonly error: string }

/**
 * An amount of ADA as people write it, in lovelace: above 0, at most {@link maxLovelace}, with at
 * most six decimals. The rule for every field, option and table column: a comma or a point is the
 * decimal sign (`1,5`, `1.5`), and digits may be grouped by three (`1 234`, `1,234.50`, `1.234,50`).
 * What can be read as two amounts is rejected: `1,234` and `1.234` are 1234 to some people and
 * 1.234 to others.
 */
export const readAda = (text: string): AdaReading => {
  const readings = decimalReadings(text)
  const [only] = readings
  if (only === undefined) return { error: words.none }
  if (readings.length > 1) return { error: words.ambiguous(text.trim(), readings) }
  const [whole = '', rest = ''] = only.split('.')
  if (rest.length > 6) return { error: words.decimals }
  const lovelace = BigInt(whole) * oneAda + BigInt(rest.padEnd(6, '0'))
  if (lovelace === 0n) return { error: words.zero }
  return lovelace > maxLovelace ? { error: words.tooMuch } : { lovelace }
}

const words = {
  none: 'Write an amount in ADA, such as 25 or 12.5.',
  zero: 'Write an amount above 0, such as 25 or 12.5.',
  decimals: 'ADA has at most six decimals, such as 12.345678.',
  tooMuch: 'There are only 45 billion ADA. Write a smaller amount.',
  ambiguous: (text: string, readings: readonly string[]) =>
    `${text} can mean ${readings.join(' or ')} ADA. Write ${readings.map(unambiguous).join(' or ')}.`,
}

/** As it is written into a field: `12.5`. {@link readAda} reads it back. */
export const adaField = (lovelace: bigint | string): string =>
  unambiguous(plainAda(BigInt(lovelace)))
