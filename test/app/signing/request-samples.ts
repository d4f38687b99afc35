import { policyIdOf } from '#cardano/scripts.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import * as given from '../../cardano/transactions/ingredients.ts'
import { provedUtxo } from '../../cardano/transactions/proved-utxo.ts'
import { slotAt } from '#cardano/slots.ts'

/** A mint of so many tokens, chained where one transaction does not hold them. */
export const mintOf = (
  tokens: number,
  change: { readonly now?: Date; readonly policy?: typeof given.plainPolicy } = {},
) => {
  const { utxo: funding, parent } = provedUtxo(given.ada(100))
  const policy = change.policy ?? given.plainPolicy
  const slot = change.now === undefined ? given.slot : slotAt('devnet', change.now)
  const policyId = policyIdOf(policy.script)
  const built = buildMint(given.contextWith([funding], { slot }), {
    policy,
    tokens: given.tokensNamed(tokens, { policyId }),
  })
  return { funding, parent, policy, policyId, built }
}

export const png = (): Uint8Array =>
  Uint8Array.from(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )

export const requestOf = (
  { funding, parent, policy, policyId, built }: ReturnType<typeof mintOf>,
  change: Partial<SigningRequest> = {},
): SigningRequest => ({
  createdAt: new Date('2026-05-01T12:00:00Z'),
  title: 'Mint of Herbarium',
  collectionName: 'Herbarium',
  network: 'devnet',
  transactions: built.map(({ cbor }: BuiltTransaction) => cbor),
  parents: [parent],
  resolvedInputs: [{ ...funding, isSpecial: false }],
  paymentKeys: [],
  scripts: [policy.script],
  parameters: { asOf: new Date('2026-05-01T11:59:00Z'), values: given.parameters },
  expected: built.map(() => ({
    policyId,
    lockSlot: 100_000n,
    hasMinted: true,
    awaitsRoyalty: false,
    addresses: [{ address: given.home, label: 'Wallet' }],
  })),
  thumbnails: [{ name: 'Fern', mediaType: 'image/png', bytes: png() }],
  ...change,
})
