import { errorsThroughVault, type Operations } from '../operation.ts'
import { policyExport } from './policy.ts'

export const policyOperations = {
  exportPolicy: {
    method: 'GET',
    path: '/nft/collections/:collection_id/policy',
    response: policyExport,
    idempotent: true,
    tag: 'Policies',
    summary: "Export a collection's policy with the signing keys that are on this computer",
    description:
      'The only answer with secrets: whoever has the keys can mint. Keys that never were on this computer are not in it.',
    errors: {
      not_found: 'No collection has this ID.',
      ...errorsThroughVault,
      key_missing: 'The vault no longer holds a key of the policy.',
      conflict: 'Nothing proves that the policy is that of the collection.',
      keychain_unreachable: 'The keychain does not answer.',
    },
    action: 'export the policy',
  },
} as const satisfies Operations
