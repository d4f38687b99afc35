import type { policyOperations } from '#contract/policies/operations.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { exportedPolicyView } from './policy.ts'
import { existingCollection } from '../store/collections.ts'

export const policyHandlers = (studio: Studio): HandlersOf<typeof policyOperations> => ({
  exportPolicy: async ({ params }, reply) => {
    const row = existingCollection(studio, params.collection_id)
    const { key_hashes: here } = row
    const keys = here.length === 0 ? [] : await studio.keys.revealKeys(here)
    try {
      reply.header('cache-control', 'no-store')
      return { ...exportedPolicyView(row), signing_keys: keys.map((key) => key.text()) }
    } finally {
      for (const key of keys) key.wipe()
    }
  },
})
