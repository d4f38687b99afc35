import { z } from 'zod'
import type { VaultProbe, VaultStatus } from '../../../core/vault/vault.ts'
import { keyHash, nothing, policyKey, secret, txId, witness } from '../fields.ts'

const backend = z.enum(['keychain', 'sealed-files'])

const status = z.strictObject({
  state: z.enum(['new', 'locked', 'unlocked']),
  backend,
  note: z.string().exactOptional(),
}) satisfies z.ZodType<VaultStatus>

const probeResult = z.discriminatedUnion('works', [
  z.strictObject({ works: z.literal(true) }),
  z.strictObject({ works: z.literal(false), reason: z.string() }),
])
const probe = z.strictObject({
  store: probeResult,
  keychain: probeResult,
}) satisfies z.ZodType<VaultProbe>

const accountId = z.string()
const done = nothing

/** What the main process may ask of the keys process: the vault's functions, after `open`. */
export const keysCalls = {
  open: {
    input: z.strictObject({
      home: z.string(),
      isDefaultHome: z.boolean(),
      autoLockMs: z.number(),
      backend: z.enum(['auto', ...backend.options]).exactOptional(),
      scryptWorkFactor: z.number().exactOptional(),
      keychainTimeoutMs: z.number().exactOptional(),
    }),
    output: status,
  },
  create: { input: secret, output: done },
  unlock: { input: secret, output: done },
  lock: { input: nothing, output: done },
  setAutoLock: { input: z.number(), output: done },
  changePassphrase: { input: z.strictObject({ before: secret, after: secret }), output: done },
  storeKeys: { input: z.array(policyKey), output: done },
  hasKey: { input: keyHash, output: z.boolean() },
  witness: { input: z.strictObject({ bodyHash: txId, keyHash }), output: witness },
  revealKeys: { input: z.array(keyHash), output: z.array(secret) },
  removeKey: { input: keyHash, output: done },
  putApiKey: { input: z.strictObject({ accountId, apiKey: secret }), output: done },
  getApiKey: { input: accountId, output: secret.optional() },
  removeApiKey: { input: accountId, output: done },
  destroy: {
    input: z.strictObject({ keyHashes: z.array(keyHash), accountIds: z.array(accountId) }),
    output: done,
  },
  probe: { input: nothing, output: probe },
} as const

/** What the keys process tells by itself. */
export const keysNews = { status: { input: status, output: nothing } } as const
