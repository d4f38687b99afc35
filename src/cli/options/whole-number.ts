import { ColdpressError } from '#values/errors/errors.ts'

/** The number of an option. @throws ColdpressError `usage` */
export const wholeNumberOption = (
  option: string,
  text: string,
  least: number,
  most: number,
): number => {
  const number = Number(text)
  if (/^\d+$/u.test(text) && number >= least && number <= most) return number
  throw new ColdpressError(
    'usage',
    `${option}: ${text} is not a whole number from ${least} to ${most}.`,
  )
}
