import type { MintTerms } from '#contract/mints/calls.ts'

/** Of a collection whose payment address is empty. */
export const terms: MintTerms = {
  network: 'testnet',
  funding: { address: 'addr_own', lovelace: 0, reserved_lovelace: 0, hasTestWallet: true },
  policy: {
    policyId: '00'.repeat(28),
    script: { type: 'sig', keyHash: 'aa'.repeat(28) },
    keys: [],
    hasChoice: false,
    suggested: [],
  },
}
