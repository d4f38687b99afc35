import type { MintForm } from '#shared/calls/minting.ts'
import type { MintRequest } from '#shared/wire/mint.ts'

/** The window's mints are held: the user sees the transactions before anything is signed. */
export const requestFrom = ({
  tokens,
  to,
  funding,
  signers,
  validForSeconds,
}: MintForm): MintRequest => ({
  tokens,
  to,
  funding,
  hold: true,
  ...(signers === null ? {} : { signers }),
  ...(validForSeconds === null ? {} : { valid_for_seconds: validForSeconds }),
})
