/** Lovelace as ADA, without zeros at the end: `2.5 ADA`. */
export const ada = (lovelace: string): string => {
  const amount = BigInt(lovelace)
  const digits = String(amount < 0n ? -amount : amount).padStart(7, '0')
  const whole = digits.slice(0, -6).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',')
  const rest = digits.slice(-6).replace(/0+$/u, '')
  return `${amount < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`} ADA`
}
