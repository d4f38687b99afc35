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

/** `7.5` per cent as the rate `0.075`. Accepts a decimal comma. Undefined outside 0 to 100. */
export const rateOfPercent = (percent: string): string | undefined => {
  const rate = shifted(percent.trim().replace(',', '.'), -2)
  return rate === undefined || Number(rate) > 1 ? undefined : rate
}

/** The rate `0.075` as `7.5`; text that is no plain decimal is returned unchanged. */
export const percentOfRate = (rate: string): string => shifted(rate, 2) ?? rate
