import { ColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import { scriptsWarning, type WarningCode, warningCodes } from '#contract/signing/transactions.ts'
import { errorsToAccept } from '#app/signing/acceptance.ts'
import { hint } from '#cli/terminal/hint.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'

type Opened = Pick<OpenedTransactions, 'transactions'>

/**
 * What `--accept` takes for an error: its code, and for one of several transactions `CODE@2` with its
 * place, so that nobody accepts an error of a transaction that they did not look at.
 */
export const acceptanceCode = (code: WarningCode, position?: number): string =>
  position === undefined ? code : `${code}@${position}`

/** Errors of one transaction that were not accepted, each with what `--accept` takes for it. */
export const openErrors = (
  { transactions }: Opened,
  accepted: readonly string[],
  allowScripts: boolean,
) => {
  const codesOf = transactions.map(
    ({ warnings }) => new Set(errorsToAccept(warnings, new Set()).map(({ code }) => code)),
  )
  const isAlone = (code: WarningCode): boolean =>
    codesOf.filter((codes) => codes.has(code)).length === 1
  return transactions.flatMap(({ warnings }, at) => {
    const position = transactions.length === 1 ? undefined : at + 1
    const here = [...(codesOf[at] ?? [])].filter((code) =>
      code === scriptsWarning
        ? allowScripts
        : accepted.includes(`${code}@${at + 1}`) || (accepted.includes(code) && isAlone(code)),
    )
    return errorsToAccept(warnings, new Set(here)).map((warning) => ({
      warning,
      acceptance: acceptanceCode(warning.code, position),
    }))
  })
}

/** A code that is misspelt accepts nothing, and scripts have an option of their own. */
export const requireKnownCodes = ({ transactions }: Opened, accept: readonly string[]): void => {
  for (const given of accept) {
    const [code = '', position, ...more] = given.split('@')
    if (code === scriptsWarning)
      throw new ColdpressError(
        'usage',
        `--accept ${code}: use --allow-scripts, which is for this alone.`,
      )
    if (more.length > 0 || warningCodes.every((known) => known !== code))
      throw new ColdpressError(
        'usage',
        `--accept ${quoted(given)}: there is no such code. Each error shows its code at the end of its line: ${hint('tx inspect FILE')}`,
      )
    if (position !== undefined && transactions.every((_, at) => String(at + 1) !== position))
      throw new ColdpressError(
        'usage',
        `--accept ${quoted(given)}: there is no transaction ${quoted(position)}. The request has ${transactions.length}, counted from 1.`,
      )
  }
}
