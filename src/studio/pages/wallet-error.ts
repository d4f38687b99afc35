import { ColdpressError, type ErrorCode } from '#values/errors/errors.ts'
import { detailsOf, isErrorBy } from '#values/errors/error-rules.ts'
import { saleErrors } from '#contract/sales/errors.ts'

/** An error whose sentence is for the buyer. */
export const walletError = (sentence: string, code: ErrorCode = 'conflict'): ColdpressError =>
  new ColdpressError(code, sentence, { details: detailsOf(saleErrors, 'wallet_payment', {}) })

export const isWalletError = (error: unknown): boolean =>
  isErrorBy(error, saleErrors, 'wallet_payment')
