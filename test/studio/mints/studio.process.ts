/**
 * A studio in a process of its own, to be killed at any moment. Arguments: folder, the devnet's base
 * URL, its token, the API key. Its keys lie in a file of the folder, as only a test's may. Says its
 * address in a line once it is up.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openContentStore } from '#media/content/store.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import { readSigningKey, signBody, writeSigningKey } from '#cardano/keys.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startStudio } from '#studio/start-studio.ts'
import { orderedId, testSeals } from '../../support/test-seals.ts'
import { keptTestWallet, newTestWallet, signFromWallet } from '../test-wallet.ts'

const [folder = '', baseUrl = '', token = '', apiKey = ''] = process.argv.slice(2)
const keyFile = join(folder, 'keys.json')
const keysIn = (): Record<string, string> =>
  existsSync(keyFile)
    ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(keyFile, 'utf8')))
    : {}

const keys: PolicyKeys = {
  storeKeys: async (policy) => {
    const all = keysIn()
    for (const key of policy.keys) all[key.keyHash] = writeSigningKey(key, 'bech32').text()
    writeFileSync(keyFile, JSON.stringify(all))
  },
  revealKeys: async () => [],
  createWallet: async () => {
    const { wallet, entropy } = newTestWallet()
    writeFileSync(keyFile, JSON.stringify({ ...keysIn(), [wallet.id]: entropy }))
    return wallet
  },
  watchedWallet: async () => undefined,
  keptWallet: async (id) => {
    const entropy = keysIn()[id]
    return entropy === undefined ? undefined : keptTestWallet(entropy)
  },
  availability: async () => ({ isOpen: true, missing: [] }),
  witness: async (ordered) => {
    const { keyHash, walletIndex } = ordered
    const bodyHash = orderedId(ordered)
    return walletIndex === undefined
      ? signBody(readSigningKey(Secret.ofText(keysIn()[keyHash] ?? '')), bodyHash)
      : signFromWallet(keysIn()[walletIndex.wallet], walletIndex, bodyHash, keyHash)
  },
  ...testSeals,
}

const running = await startStudio({
  database: join(folder, 'studio.db'),
  content: await openContentStore({ dir: join(folder, 'content') }),
  network: 'devnet',
  appId: 'local',
  apiKey: Secret.ofText(apiKey),
  keys,
  gateway: createBlockfrost({ baseUrl, network: 'devnet', secret: Secret.ofText(token) }),
  following: { pollMs: 10, resendMs: 300, marginSlots: 5n },
})
console.log(running.baseUrl)
