/**
 * A process that opens a vault and does what each line of standard input says, answering in JSON
 * lines: the keychain library reads the environment of its process, so tests of it need real ones.
 */
import { createInterface } from 'node:readline'
import { AsyncEntry } from '@napi-rs/keyring'
import { KeyHash } from '#cardano/ids.ts'
import { policyKeyOf } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import type { Vault, VaultOptions } from '#keys/vault/vault.ts'
import { isColdpressError, messageOf } from '#values/errors/errors.ts'

let vault: Vault | undefined

const opened = (): Vault => {
  if (vault === undefined) throw new Error('open first')
  return vault
}

const keyOf = (hex: string) => policyKeyOf(Uint8Array.from(Buffer.from(hex, 'hex')))

const verbs = {
  open: async (options: VaultOptions) => {
    vault = await openVault(options)
    return vault.status()
  },
  status: async () => opened().status(),
  create: async (passphrase: string) => opened().create(Secret.ofText(passphrase)),
  unlock: async (passphrase: string) => opened().unlock(Secret.ofText(passphrase)),
  changePassphrase: async (before: string, after: string) =>
    opened().changePassphrase({ before: Secret.ofText(before), after: Secret.ofText(after) }),
  storeKeys: async (...keys: string[]) => opened().storeKeys(keys.map(keyOf)),
  hasKey: async (keyHash: string) => opened().hasKey(KeyHash(keyHash)),
  removeKey: async (keyHash: string) => opened().removeKey(KeyHash(keyHash)),
  witness: async (transaction: string, keyHash: string) =>
    opened().witness({
      transaction: Uint8Array.from(Buffer.from(transaction, 'hex')),
      keyHash: KeyHash(keyHash),
    }),
  setApiKey: async (id: string, text: string) =>
    opened().setApiKey({ accountId: id, apiKey: Secret.ofText(text) }),
  getApiKey: async (id: string) => (await opened().getApiKey(id))?.text(),
  removeApiKey: async (id: string) => opened().removeApiKey(id),
  probe: async () => opened().probe(),
  /** Past the vault, straight to the keychain. */
  rawRead: async (service: string, account: string) => {
    const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
    const found = await entry.getSecret()
    return found === null ? null : Buffer.from(found).toString('latin1')
  },
  rawWrite: async (service: string, account: string, text: string) => {
    const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
    await entry.setSecret(Buffer.from(text, 'latin1'))
  },
}

export type Verbs = typeof verbs

type Answer =
  | { readonly value: unknown }
  | { readonly error: { readonly code: string; readonly message: string } }

const answer = async (line: string): Promise<Answer> => {
  const { verb, args } = JSON.parse(line)
  try {
    // The test's own typed client writes these lines.
    return { value: (await Reflect.apply(Reflect.get(verbs, verb), undefined, args)) ?? null }
  } catch (error) {
    const code = isColdpressError(error) ? error.code : 'unknown'
    return { error: { code, message: messageOf(error) } }
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(line))}\n`)
