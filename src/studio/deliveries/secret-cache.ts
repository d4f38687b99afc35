import type { Secret } from '#platform/secret/secret.ts'

export type SecretCache = {
  /**
   * The caller must not wipe it.
   * @throws what `load` throws
   */
  readonly of: (webhookId: string) => Promise<Secret>
  /** Wipes secrets that were not used lately. */
  readonly clear: () => void
  readonly wipeAll: () => void
}

/** `usedAt` is undefined while it loads, so that it is not cleared then. */
type CachedSecret = { readonly secret: Promise<Secret>; usedAt: number | undefined }

/**
 * Caches secrets during deliveries: a vault may be another process that is slower than a receiver.
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
