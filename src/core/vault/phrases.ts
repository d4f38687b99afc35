import { ColdpressError } from '../../shared/errors.ts'
import { phraseFingerprint, policyKeyFromEntropy } from '../cardano/derive.ts'
import type { PolicyKey } from '../cardano/keys.ts'
import { type Secret, useAndWipe } from '../secret/secret.ts'
import { type AgePair, openWith, sealTo } from './age.ts'
import { phraseItem, type SecretStore, writeVerified } from './secret-store.ts'

/**
 * Stores the bytes that a phrase's words stand for, sealed to the recipient. As with keys, what is
 * there already is kept only when it can be opened and is whole.
 */
export const storePhrase = async (
  store: SecretStore,
  entropy: Secret,
  recipient: string,
  opened: AgePair | undefined,
): Promise<string> => {
  const fingerprint = entropy.use(phraseFingerprint)
  const item = phraseItem(fingerprint)
  const before = await store.read(item)
  if (before !== undefined && opened && (await isWhole(before, fingerprint, opened)))
    return fingerprint
  await writeVerified(store, item, await sealTo(recipient, entropy))
  return fingerprint
}

/**
 * The policy key at an index (CIP-1855) of a stored phrase. The caller wipes `key.secret`.
 * @throws ColdpressError `key_missing`, `corrupt`, `invalid` for the index
 */
export const derivePhraseKey = async (
  store: SecretStore,
  phrase: { readonly fingerprint: string; readonly index: number },
  identity: Secret,
): Promise<PolicyKey> => {
  const item = phraseItem(phrase.fingerprint)
  const sealed = await store.read(item)
  if (sealed === undefined) {
    throw new ColdpressError(
      'key_missing',
      `The vault holds no phrase ${phrase.fingerprint}. Restore it from its words.`,
      { details: { phrase: phrase.fingerprint } },
    )
  }
  const entropy = await unsealPhrase(sealed, phrase.fingerprint, identity)
  return useAndWipe(entropy, async () =>
    entropy.use((bytes) => policyKeyFromEntropy(bytes, phrase.index)),
  )
}

/** Whoever can write items can swap them: the phrase inside must be the one that the name says. */
const unsealPhrase = async (
  sealed: Uint8Array,
  fingerprint: string,
  identity: Secret,
): Promise<Secret> => {
  const item = phraseItem(fingerprint)
  const entropy = await openWith(identity, sealed, item)
  const isIt = entropy.use((bytes) => isEntropy(bytes) && phraseFingerprint(bytes) === fingerprint)
  if (isIt) return entropy
  entropy.wipe()
  throw new ColdpressError(
    'corrupt',
    `The vault's item ${item} does not hold the phrase that its name says. Restore the phrase from its words; keys are not affected.`,
    { details: { item } },
  )
}

const isEntropy = ({ length }: Uint8Array): boolean => [16, 20, 24, 28, 32].includes(length)

const isWhole = async (
  sealed: Uint8Array,
  fingerprint: string,
  pair: AgePair,
): Promise<boolean> => {
  try {
    const entropy = await unsealPhrase(sealed, fingerprint, pair.identity)
    entropy.wipe()
    return true
  } catch {
    return false
  }
}
