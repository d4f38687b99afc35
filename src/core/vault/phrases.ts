import { ColdpressError } from '../../shared/errors.ts'
import { phraseFingerprint } from '../cardano/derive.ts'
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
 * Lends the bytes of a stored phrase for the length of one call, and wipes them.
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
