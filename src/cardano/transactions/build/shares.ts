import { decimalText } from '../../decimals.ts'

/**
 * Splits `amount` in proportion to `weights`, exact to the unit: each share is rounded down, and
 * the first gets the remainder.
 */
export const sharesOf = (amount: bigint, weights: readonly bigint[]): readonly bigint[] => {
  const whole = sumOfWeights(weights)
  const [, ...others] = weights.map((weight) => (amount * weight) / whole)
  return [others.reduce((left, share) => left - share, amount), ...others]
}

/**
 * The least amount at which every share reaches its minimum in `least`. The first share is never
 * below its exact part, and the rounding of others can raise it: hence the few steps down.
 * @param least above 0
 */
export const minAmount = (least: readonly bigint[], weights: readonly bigint[]): bigint => {
  const whole = sumOfWeights(weights)
  const suffices = (amount: bigint): boolean =>
    sharesOf(amount, weights).every((share, position) => share >= (least[position] ?? 0n))
  let amount = weights
    .map((weight, position) => {
      const wanted = (least[position] ?? 0n) * whole
      return position === 0 ? (wanted - whole) / weight + 1n : ceilDivide(wanted, weight)
    })
    .reduce((most, one) => (one > most ? one : most))
  while (suffices(amount - 1n)) amount -= 1n
  return amount
}

/** Decimals from 0 to 1 as whole numbers of the same proportions, without floats. */
export const weightsOf = (ratios: readonly number[]): readonly bigint[] => {
  const fractions = ratios.map((ratio) => decimalText(ratio).split('.'))
  const digits = Math.max(...fractions.map(([, fraction = '']) => fraction.length))
  return fractions.map(([units = '', fraction = '']) =>
    BigInt(units + fraction.padEnd(digits, '0')),
  )
}

const sumOfWeights = (weights: readonly bigint[]): bigint =>
  weights.reduce((sum, weight) => sum + weight, 0n)

const ceilDivide = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by
