import { KeyHash } from '#cardano/ids.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { TransactionSummary } from '#contract/signing/transactions.ts'

/** Every key in a transaction that must sign, may sign, or has signed. */
export const namedKeys = ({
  signers,
  scripts,
  signatures,
}: Pick<TransactionSummary, 'signers' | 'scripts' | 'signatures'>): readonly string[] => [
  ...new Set([
    ...signers.map(({ keyHash }) => keyHash),
    ...scripts.flatMap(({ of }) => of),
    ...signatures.map(({ keyHash }) => keyHash),
  ]),
]

/** Every key that must or may still sign. */
export const keysStillMissing = ({
  missing: { keys, choices },
}: Pick<TransactionSummary, 'missing'>): readonly string[] => [
  ...keys,
  ...choices.flatMap(({ of }) => of),
]

/** Those of them that this vault has. */
export const keysInVault = async (
  vault: Pick<Vault, 'hasKey'>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const asked = [...new Set(keys)]
  const answers = await Promise.all(asked.map((key) => vault.hasKey(KeyHash(key))))
  return new Set(asked.filter((_, position) => answers[position]))
}

/**
 * The missing keys in this vault, the fewest that suffice: each signature adds bytes and so fee.
 */
export const chosenKeys = (
  { missing }: Pick<TransactionSummary, 'missing'>,
  here: ReadonlySet<string>,
): readonly string[] => {
  const chosen = new Set(missing.keys.filter((key) => here.has(key)))
  for (const { count, of } of missing.choices) {
    const open = count - of.filter((key) => chosen.has(key)).length
    const free = of.filter((key) => here.has(key) && !chosen.has(key))
    for (const key of free.slice(0, Math.max(0, open))) chosen.add(key)
  }
  return [...chosen]
}
