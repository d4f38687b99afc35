import type { Secret } from '#core/secret/secret.ts'

export type SecretCache = {
  /** Not to be wiped by the caller. @throws what `load` throws */
  readonly of: (webhookId: string) => Promise<Secret>
  /** Wipes those that nobody asked for lately. */
  readonly clear: () => void
  readonly wipeAll: () => void
}

/** `usedAt` is undefined while it is loaded: however long that takes, somebody waits for it. */
type CachedSecret = { readonly secret: Promise<Secret>; usedAt: number | undefined }

/**
 * Secrets for as long as deliveries are under way: a vault may be a process of its own, and takes
 * longer to answer than a receiver.
 */
export const createSecretCache = (
  load: (webhookId: string) => Promise<Secret>,
  ttlMs: number,
): SecretCache => {
  const cached = new Map<string, CachedSecret>()
  const drop = (webhookId: string): void => {
    const one = cached.get(webhookId)
    cached.delete(webhookId)
    one?.secret.then(
      (secret) => secret.wipe(),
      () => undefined,
    )
  }
  return {
    of: async (webhookId) => {
      const known = cached.get(webhookId)
      const one: CachedSecret = known ?? { secret: load(webhookId), usedAt: undefined }
      if (known === undefined) cached.set(webhookId, one)
      try {
        const secret = await one.secret
        one.usedAt = performance.now()
        return secret
      } catch (error) {
        if (cached.get(webhookId) === one) cached.delete(webhookId)
        throw error
      }
    },
    clear: () => {
      for (const [id, { usedAt }] of cached) {
        if (usedAt !== undefined && performance.now() - usedAt > ttlMs) drop(id)
      }
    },
    wipeAll: () => {
      for (const id of cached.keys()) drop(id)
    },
  }
}
