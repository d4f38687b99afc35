import type { Secret } from '../../core/secret/secret.ts'

export type KeptSecrets = {
  /** Not to be wiped by the caller. @throws what `load` throws */
  readonly of: (webhookId: string) => Promise<Secret>
  /** Wipes those that nobody asked for lately. */
  readonly forget: () => void
  readonly wipeAll: () => void
}

/** `usedAt` is undefined while it is loaded: however long that takes, somebody waits for it. */
type Kept = { readonly secret: Promise<Secret>; usedAt: number | undefined }

/**
 * Secrets for as long as deliveries are under way: a vault may be a process of its own, and takes
 * longer to answer than a receiver.
 */
export const keepSecrets = (
  load: (webhookId: string) => Promise<Secret>,
  keepMs: number,
): KeptSecrets => {
  const kept = new Map<string, Kept>()
  const drop = (webhookId: string): void => {
    const one = kept.get(webhookId)
    kept.delete(webhookId)
    one?.secret.then(
      (secret) => secret.wipe(),
      () => undefined,
    )
  }
  return {
    of: async (webhookId) => {
      const known = kept.get(webhookId)
      const one: Kept = known ?? { secret: load(webhookId), usedAt: undefined }
      if (known === undefined) kept.set(webhookId, one)
      try {
        const secret = await one.secret
        one.usedAt = performance.now()
        return secret
      } catch (error) {
        if (kept.get(webhookId) === one) kept.delete(webhookId)
        throw error
      }
    },
    forget: () => {
      for (const [id, { usedAt }] of kept) {
        if (usedAt !== undefined && performance.now() - usedAt > keepMs) drop(id)
      }
    },
    wipeAll: () => {
      for (const id of kept.keys()) drop(id)
    },
  }
}
