import { type Mint, mint } from '#contract/mints/mint.ts'
import { sampleMint } from '../app/api/samples.ts'

export const vaultLocked = {
  reason: 'vault_locked',
  since: '2026-01-01T00:00:00.000Z',
  message: 'The vault is locked.',
} as const

/** A mint that waits for the keys `missing`, of which those of `here` are the studio's own. */
export const parkedMint = (
  { missing, here, end }: { missing: string[]; here: string[]; end: number },
  changes: Partial<Mint> = {},
): Mint => ({
  ...mint.parse(sampleMint),
  held: false,
  missing_here: here,
  transactions: [
    {
      tx_id: 'aa11',
      cbor: '84',
      fee: 200_000,
      size: 300,
      inputs: [],
      outputs: [],
      valid_until: new Date(end).toISOString(),
      valid_until_slot: 7_200,
      status: 'awaiting_witnesses',
      confirmations: 0,
      block_height: null,
      required_signers: missing,
      signed_by: [],
      missing,
      message: null,
    },
  ],
  ...changes,
})
