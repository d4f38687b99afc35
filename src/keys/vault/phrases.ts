import { ColdpressError } from '#values/errors/errors.ts'
import { phraseFingerprint } from '#cardano/derive.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import { decryptWith } from './age.ts'
import { phraseItem, type SecretStore } from './secret-store.ts'
import { type SealTarget, storeSealed } from './store-sealed.ts'

/** Stores the entropy of a phrase; {@link storeSealed} seals and verifies it. */
export const storePhrase = async (
  store: SecretStore,
  entropy: Secret,
  target: SealTarget,
): Promise<string> => {
  const fingerprint = entropy.use(phraseFingerprint)
  await storeSealed(store, phraseItem(fingerprint), entropy, target, (sealed, identity) =>
    unsealPhrase(sealed, fingerprint, identity),
  )
  return fingerprint
}

/**
 * Provides the entropy of a stored phrase to one call, then wipes it.
 * @throws ColdpressError `key_missing`, `corrupt`
 */
export const usePhrase = async <T>(
  store: SecretStore,
  fingerprint: string,
  identity: Secret,
  work: (entropy: Secret) => Promise<T>,
): Promise<T> => {
  const sealed = await store.read(phraseItem(fingerprint))
  if (sealed !== undefined)
    return useAndWipe(await unsealPhrase(sealed, fingerprint, identity), work)
  throw new ColdpressError(
    'key_missing',
    `The vault holds no phrase ${fingerprint}. Restore it from its words, or a wallet from its backup.`,
    { details: { phrase: fingerprint } },
  )
}

/** Items can be swapped by anybody who can write them, so the phrase must match its name. */
export const unsealPhrase = async (
  sealed: Uint8Array,
  fingerprint: string,
  identity: Secret,
): Promise<Secret> => {
  const item = phraseItem(fingerprint)
  const entropy = await decryptWith(identity, sealed, item)
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
