import { plainAda } from '#shared/format.ts'

const written = /^(?:\d{1,11})?(?:\.\d{0,6})?$/u

/** Lovelace of an amount in ADA as a person writes it; undefined where it is none, or nothing. */
export const lovelaceOf = (text: string): string | undefined => {
  const plain = text.trim().replaceAll(/(?<=\d)[, ](?=\d{3}(?:\D|$))/gu, '')
  if (!written.test(plain)) return undefined
  const [whole = '', rest = ''] = plain.split('.')
  const lovelace = BigInt(whole || '0') * 1_000_000n + BigInt(rest.padEnd(6, '0'))
  return lovelace > 0n ? String(lovelace) : undefined
}

/** Lovelace as it is written into a field: `12.5`. */
export const adaField = (lovelace: string): string => plainAda(BigInt(lovelace))
