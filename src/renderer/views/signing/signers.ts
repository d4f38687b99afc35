import type { ShownTransaction } from '#contract/signing/calls.ts'
import type { SignerReason } from '#contract/signing/transactions.ts'

/** A key and how it stands with the transaction. */
export type ShownSigner = {
  readonly keyHash: string
  readonly reasons: readonly SignerReason[]
  readonly state: 'signed' | 'signedHere' | 'wrong' | 'missingHere' | 'missing' | 'mayHere' | 'may'
}

/** Every key that a transaction names or carries: those that signed first, then those that are missing. */
export const shownSignersOf = ({
  summary,
  keysHere,
  signedHere,
}: Pick<ShownTransaction, 'summary' | 'keysHere' | 'signedHere'>): readonly ShownSigner[] => {
  const here = new Set(keysHere)
  const own = new Set(signedHere)
  const missing = new Set(summary.missing.keys)
  const signatures = new Map(
    summary.signatures.map((signature) => [signature.keyHash, signature.isValid]),
  )
  const reasons = new Map(summary.signers.map((signer) => [signer.keyHash, signer.reasons]))
  const keys = [
    ...new Set([
      ...reasons.keys(),
      ...summary.scripts.flatMap(({ of }) => of),
      ...signatures.keys(),
      ...own,
    ]),
  ]
  const stateOf = (key: string): ShownSigner['state'] => {
    if (signatures.get(key) === false) return 'wrong'
    if (own.has(key)) return 'signedHere'
    if (signatures.has(key)) return 'signed'
    if (missing.has(key)) return here.has(key) ? 'missingHere' : 'missing'
    return here.has(key) ? 'mayHere' : 'may'
  }
  const order: readonly ShownSigner['state'][] = [
    'wrong',
    'signedHere',
    'signed',
    'missingHere',
    'mayHere',
    'missing',
    'may',
  ]
  return keys
    .map((keyHash) => ({
      keyHash,
      reasons: reasons.get(keyHash) ?? [],
      state: stateOf(keyHash),
    }))
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
