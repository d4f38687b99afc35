import { policyExport } from '#shared/wire/policy.ts'
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
        summary: "Export a collection's policy with its signing keys",
        params: collectionParams,
        response: { 200: policyExport, ...errors },
      },
    },
    async ({ params }, reply) => {
      const row = existingCollection(studio, params.collection_id)
      const keys = await studio.keys.revealKeys(row.key_hashes)
      try {
        reply.header('cache-control', 'no-store')
        return { ...policyView(row), signing_keys: keys.map((key) => key.text()) }
      } finally {
        for (const key of keys) key.wipe()
      }
    },
  )
}
