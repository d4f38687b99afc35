import { decimalReadings } from './decimal.ts'

/** Moves the decimal point without a float, so that 7.3 stays 7.3. */
const shifted = (decimal: string, places: number): string | undefined => {
  const parts = /^(?<whole>\d*)(?:\.(?<rest>\d*))?$/u.exec(decimal)?.groups
  const digits = `${parts?.['whole'] ?? ''}${parts?.['rest'] ?? ''}`
  if (parts === undefined || digits === '') return undefined
  const point = (parts['whole'] ?? '').length + places
  const padded = point > 0 ? digits.padEnd(point, '0') : `${'0'.repeat(1 - point)}${digits}`
  const split = Math.max(point, 1)
  const whole = padded.slice(0, split).replace(/^0+(?=\d)/u, '')
  const rest = padded.slice(split).replace(/0+$/u, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

/**
 * `7.5` percent as the rate `0.075`. Read as amounts of ADA are (`readAda`): a comma or a point is
 * the decimal sign. Undefined outside 0 to 100.
 */
export const rateOfPercent = (percent: string): string | undefined => {
  const rates = decimalReadings(percent).flatMap((reading) => shifted(reading, -2) ?? [])
  // 12,345 percent can only be 12.345: the other reading is above 100.
  const within = rates.filter((rate) => Number(rate) <= 1)
  return within.length === 1 ? within[0] : undefined
}

/** The rate `0.075` as `7.5`; text that is no plain decimal is returned unchanged. */
export const percentOfRate = (rate: string): string => shifted(rate, 2) ?? rate
