import type { Operations } from '../operation.ts'
import { policyExport } from './policy.ts'

export const policyOperations = {
  exportPolicy: {
    method: 'GET',
    path: '/nft/collections/:collection_id/policy',
    response: policyExport,
    idempotent: true,
    tag: 'Policies',
    summary: "Export a collection's policy with the signing keys that are on this computer",
    action: 'export the policy',
  },
} as const satisfies Operations
