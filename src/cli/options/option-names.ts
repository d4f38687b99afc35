import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'

/** Fields of a request, as its errors name them, and the options that they come from. */
export type OptionNames = Readonly<Record<string, string>>

/**
 * Does work of which an error may name a field (`price: below 1`), and has it name the option
 * (`--price: below 1`): that is what the user wrote.
 */
export const namingOptions = async <T>(names: OptionNames, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isColdpressError(error)) throw error
    const message = withOptions(error.message, names)
    if (message === error.message) throw error
    throw new ColdpressError(error.code, message, { details: error.details, cause: error })
  }
}

/** A field stands at the beginning of an error, with places in it (`tokens[3]`), before a colon. */
const withOptions = (message: string, names: OptionNames): string =>
  message.replaceAll(
    /(?<=^|[:;.] )(?<field>[a-z_]+)(?<place>(?:\[\d+\]|\.\w+)*)(?=: )/gu,
    (whole, field: string, fieldPath: string) => {
      const option = Object.hasOwn(names, field) ? names[field] : undefined
      return option === undefined ? whole : `${option}${positionText(fieldPath)}`
    },
  )

/** Options list from 1 on, and have no fields inside. */
const positionText = (fieldPath: string): string => {
  const index = /^\[(?<index>\d+)\]/u.exec(fieldPath)?.groups?.['index']
  return index === undefined ? '' : ` (number ${Number(index) + 1})`
}
