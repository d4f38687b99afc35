import type { BurnForm, MintForm } from '#contract/mints/calls.ts'
import type { BurnRequest, MintRequest } from '#contract/mints/mint.ts'

/** The window's mints are held: the user sees the transactions before anything is signed. */
export const requestFrom = ({
  tokens,
  to,
  funding,
  signers,
  validForSeconds,
  royalty,
}: MintForm): MintRequest => ({
  tokens,
  to,
  funding,
  hold: true,
  ...(signers === null ? {} : { signers }),
  ...(validForSeconds === null ? {} : { valid_for_seconds: validForSeconds }),
  ...(royalty === null || royalty === undefined ? {} : { royalty }),
})

/** Held as well: see {@link requestFrom}. */
export const burnRequestFrom = ({
  tokens,
  addresses,
  funding,
  signers,
  validForSeconds,
}: BurnForm): BurnRequest => ({
  tokens,
  addresses,
  funding,
  hold: true,
  ...(signers === null ? {} : { signers }),
  valid_for_seconds: validForSeconds,
})
