/** A number from 0 to 1 with the digits that JavaScript shows, but without the exponent of `1.5e-7`. */
export const decimalText = (rate: number): string => {
  const [digits = '', exponent] = String(rate).split('e-')
  if (exponent === undefined) return digits
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}
