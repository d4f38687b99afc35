import { ColdpressError, type ErrorCode, isColdpressError } from '#values/errors/errors.ts'

/** An error whose sentence is for the buyer. */
export const walletError = (sentence: string, code: ErrorCode = 'conflict'): ColdpressError =>
  new ColdpressError(code, sentence, { details: { rule: 'wallet_payment' } })

export const isWalletError = (error: unknown): boolean =>
  isColdpressError(error) && error.details['rule'] === 'wallet_payment'
