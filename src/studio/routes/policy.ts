import { policyExport } from '#contract/policies/policy.ts'
import { existingCollection } from '../store/collections.ts'
import type { Studio } from '../options.ts'
import { policyView } from '../policy.ts'
import { collectionParams, errors, type StudioApp } from './app-type.ts'

export const addPolicyRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    '/nft/collections/:collection_id/policy',
    {
      schema: {
        tags: ['Policies'],
        summary: "Export a collection's policy with the signing keys that are on this computer",
        params: collectionParams,
        response: { 200: policyExport, ...errors },
      },
    },
    async ({ params }, reply) => {
      const row = existingCollection(studio, params.collection_id)
      const { key_hashes: here } = row
      const keys = here.length === 0 ? [] : await studio.keys.revealKeys(here)
      try {
        reply.header('cache-control', 'no-store')
        return { ...policyView(row), signing_keys: keys.map((key) => key.text()) }
      } finally {
        for (const key of keys) key.wipe()
      }
    },
  )
}
