import type { Secret } from '../../core/secret/secret.ts'

export type KeptSecrets = {
  /** Not to be wiped by the caller. @throws what `load` throws */
  readonly of: (webhookId: string) => Promise<Secret>
  /** Wipes those that nobody asked for lately. */
  readonly forget: () => void
  readonly wipeAll: () => void
}

type Kept = { readonly secret: Promise<Secret>; usedAt: number }

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
      const one = known ?? { secret: load(webhookId), usedAt: 0 }
      one.usedAt = performance.now()
      if (known === undefined) kept.set(webhookId, one)
      try {
        return await one.secret
      } catch (error) {
        if (kept.get(webhookId) === one) kept.delete(webhookId)
        throw error
      }
    },
    forget: () => {
      for (const [id, { usedAt }] of kept) if (performance.now() - usedAt > keepMs) drop(id)
    },
    wipeAll: () => {
      for (const id of kept.keys()) drop(id)
    },
  }
}
