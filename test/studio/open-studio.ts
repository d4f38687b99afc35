import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { collection } from '#contract/collections/collection.ts'
import { errorBody } from '#contract/error-body.ts'
import { addTokensResponse } from '#contract/tokens/token.ts'
import {
  generatePolicyKey,
  type PolicyKey,
  readSigningKey,
  signBody,
  writeSigningKey,
} from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson, scriptToJson } from '#cardano/scripts.ts'
import { type ContentStore, openContentStore } from '#media/content/store.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { createStudioServers } from '#studio/app.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import type { PaymentWallet } from '#keys/vault-schemas.ts'
import type { StudioOptions } from '#studio/options.ts'
import { orderedId, testSeals } from '../support/test-seals.ts'
import { watchErrors } from './undeclared-errors.ts'
import { keptTestWallet, newTestWallet, signFromWallet } from './test-wallet.ts'

export const appId = 'local'
export const apiKey = 'key-of-the-tests-4711'
export const base = `/${appId}/v1`

/** CIP-19's test vectors. */
export const testAddress = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
export const mainAddress = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
export const baseAddress =
  'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs68faae'
export const stakeAddress = 'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn'
export const image = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'

/** Keeps keys in memory like a vault; can be made to fail like one. */
export const createFakeVault = () => {
  const kept = new Map<string, string>()
  const wallets = new Map<string, string>()
  const signed: string[] = []
  const policies: Parameters<PolicyKeys['storeKeys']>[0][] = []
  const requireUnlocked = (): void => {
    if (state.locked)
      throw new ColdpressError('vault_locked', 'The vault is locked. Unlock it, then try again.')
  }
  const state: {
    locked: boolean
    sealsWhileLocked: boolean
    keysError: Error | undefined
    watched: PaymentWallet | undefined
    creatorKey: string | undefined
  } = {
    locked: false,
    watched: undefined,
    creatorKey: undefined,
    sealsWhileLocked: false,
    keysError: undefined,
  }
  const keys: PolicyKeys = {
    storeKeys: async (policy) => {
      if (state.keysError !== undefined) throw state.keysError
      policies.push(policy)
      for (const key of policy.keys) kept.set(key.keyHash, writeSigningKey(key, 'bech32').text())
    },
    revealKeys: async (keyHashes) => {
      requireUnlocked()
      return keyHashes.map((hash) => Secret.ofText(kept.get(hash) ?? 'missing'))
    },
    createWallet: async () => {
      if (state.keysError !== undefined) throw state.keysError
      const { wallet, entropy } = newTestWallet()
      wallets.set(wallet.id, entropy)
      return wallet
    },
    watchedWallet: async () => state.watched,
    keptWallet: async (id) => {
      const entropy = wallets.get(id)
      if (entropy !== undefined) return keptTestWallet(entropy)
      const { watched } = state
      if (watched?.id !== id) return undefined
      return { ...watched, isWatched: true, createdAt: '2026-01-02T00:00:00.000Z' }
    },
    availability: async ({ keyHashes, wallet }) => ({
      isOpen: !state.locked,
      missing: [
        ...keyHashes.filter((keyHash) => !kept.has(keyHash)),
        ...(wallet === undefined || wallets.has(wallet) ? [] : [wallet]),
      ],
    }),
    seal: async (statements) => {
      if (!state.sealsWhileLocked) requireUnlocked()
      return testSeals.seal(statements)
    },
    sealKey: testSeals.sealKey,
    creatorKey: async () => state.creatorKey,
    witness: async (ordered) => {
      requireUnlocked()
      const { keyHash, walletIndex } = ordered
      const bodyHash = orderedId(ordered, state.creatorKey)
      if (walletIndex !== undefined) {
        const witness = signFromWallet(
          wallets.get(walletIndex.wallet),
          walletIndex,
          bodyHash,
          keyHash,
        )
        signed.push(keyHash)
        return witness
      }
      const text = kept.get(keyHash)
      if (text === undefined)
        throw new ColdpressError('key_missing', `The vault holds no key with the hash ${keyHash}.`)
      const key = readSigningKey(Secret.ofText(text))
      signed.push(keyHash)
      return signBody(key, bodyHash)
    },
  }
  return { keys, kept, wallets, state, signed, policies }
}

/** Keeps webhook secrets in memory; can be made to fail like a locked vault with sealed files. */
export const createWebhookSecretKeeper = () => {
  const kept = new Map<string, string>()
  const state = { locked: false }
  const webhookSecrets: WebhookSecrets = {
    set: async (webhookId, secret) => void kept.set(webhookId, secret.text()),
    get: async (webhookId) => {
      const text = kept.get(webhookId)
      if (text === undefined) return undefined
      if (!state.locked) return Secret.ofText(text)
      throw new ColdpressError('vault_locked', 'The vault is locked. Unlock it, then try again.')
    },
    remove: async (webhookId) => void kept.delete(webhookId),
  }
  return { webhookSecrets, kept, state }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export type TestStudio = {
  readonly app: FastifyInstance
  /** Where the studio was opened with `publicAccess`. */
  readonly publicApp: FastifyInstance | undefined
  readonly content: ContentStore
  readonly fakeVault: ReturnType<typeof createFakeVault>
  readonly webhookKeeper: ReturnType<typeof createWebhookSecretKeeper>
  readonly databasePath: string
  /** Calls a path after `/<app_id>/v1` with the right key. */
  call(method: Method, path: string, body?: object): Promise<Reply>
  /** Brings a token where only a sale would bring it. */
  setStatus(assetName: string, collectionId: string, status: string): void
  /** @throws Error where a route answered an error that its operation does not declare */
  close(): Promise<void>
}

export const openStudio = async (
  changes: Partial<StudioOptions> = {},
  fakeVault = createFakeVault(),
): Promise<TestStudio> => {
  const dir = mkdtempSync(join(tmpdir(), 'coldpress-studio-'))
  const content = await openContentStore({ dir: join(dir, 'content') })
  const webhookKeeper = createWebhookSecretKeeper()
  const databasePath = changes.database ?? join(dir, 'studio.db')
  const { app, publicApp } = await createStudioServers({
    database: databasePath,
    content,
    network: 'devnet',
    appId,
    apiKey: Secret.ofText(apiKey),
    keys: fakeVault.keys,
    webhookSecrets: webhookKeeper.webhookSecrets,
    ...changes,
  })
  const undeclared = watchErrors(app)
  return {
    app,
    publicApp,
    content,
    fakeVault,
    webhookKeeper,
    databasePath,
    call: async (method, path, body) => {
      const reply = await app.inject({
        method,
        url: `${base}${path}`,
        headers: { 'x-api-key': apiKey },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
    },
    setStatus: (assetName, collectionId, status) => {
      const database = new Database(databasePath, [])
      const parameters = { assetName, collectionId, status }
      database.run(
        'UPDATE tokens SET status = :status WHERE asset_name = :assetName AND collection_id = :collectionId',
        parameters,
      )
      database.close()
    },
    close: async () => {
      await app.close()
      content.close()
      rmSync(dir, { recursive: true, force: true })
      if (undeclared.length > 0)
        throw new Error(`errors that no operation declares: ${undeclared.join(', ')}`)
    },
  }
}

/** The message of an error, which must have the status and the shape of one. */
export const errorMessage = (reply: Reply, status: number): string => {
  const body = errorBody.parse(reply.body)
  if (reply.status !== status || body.status_code !== status) {
    throw new Error(`expected ${status}, got ${reply.status}: ${body.message}`)
  }
  return body.message
}

export const colorTemplate = {
  asset_name: '<asset_name>',
  name: '<name>',
  image: '<image>',
  media_type: '<media_type>',
  description: '<description>',
  attributes: { Color: '<color>', artist: 'Ada' },
}

export const collectionBody = (changes: object = {}) => ({
  name: 'Faces',
  payout_address: testAddress,
  policy: { lock: false },
  ...changes,
})

/**
 * What is made while the vault is locked is not offered: its owner makes it with an open vault. This
 * one signs nothing meanwhile, or the studio would sign all that waits for it.
 */
export const withSealingVault = async <T>(
  { fakeVault: { state } }: Pick<TestStudio, 'fakeVault'>,
  work: () => Promise<T>,
): Promise<T> => {
  state.sealsWhileLocked = true
  try {
    return await work()
  } finally {
    state.sealsWhileLocked = false
  }
}

export const createCollection = async (studio: TestStudio, changes: object = {}) => {
  const reply = await withSealingVault(studio, () =>
    studio.call('POST', '/nft/collections', collectionBody(changes)),
  )
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return collection.parse(reply.body)
}

export const tokenBody = (assetName: string, changes: object = {}) => ({
  asset_name: assetName,
  name: `Name of ${assetName}`.slice(0, 32),
  image,
  ...changes,
})

export const addTokens = async (studio: TestStudio, collectionId: string, ...tokens: object[]) => {
  const reply = await postTokens(studio, collectionId, ...tokens)
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return addTokensResponse.parse(reply.body).data
}

export const postTokens = (studio: TestStudio, collectionId: string, ...tokens: object[]) =>
  studio.call('POST', `/nft/collections/${collectionId}/tokens`, { tokens })

export const listedNames = async (studio: TestStudio, collectionId: string): Promise<string[]> => {
  const reply = await studio.call(
    'GET',
    `/nft/collections/${collectionId}/tokens?size=100&order=asc`,
  )
  const page = z.object({ data: z.array(z.object({ asset_name: z.string() })) }).parse(reply.body)
  return page.data.map((token) => token.asset_name)
}

/** A policy as it would be exported elsewhere. */
export const policyOf = (
  keys: readonly PolicyKey[],
  more: readonly { type: 'before' | 'after'; slot: number }[] = [],
) => {
  const script = scriptFromJson({
    type: 'all',
    scripts: [...keys.map(({ keyHash }) => ({ type: 'sig' as const, keyHash })), ...more],
  })
  return {
    policy_id: policyIdOf(script) as string,
    script: scriptToJson(script),
    signing_keys: keys.map((key) => writeSigningKey(key, 'bech32').text()),
  }
}

export { generatePolicyKey }
