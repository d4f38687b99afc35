import type { PolicyView } from '#contract/policies/policy-view.ts'

export const keyHash = 'c373'.repeat(14)

/** A policy whose one key is here, with what a test is about changed. */
export const samplePolicy = (part: Partial<PolicyView> = {}): PolicyView => ({
  policyId: '7eae'.repeat(14),
  name: 'Herbarium',
  network: 'preprod',
  origin: 'generated',
  accountId: null,
  collectionId: null,
  script: { type: 'sig', keyHash },
  keys: [{ keyHash, here: true, path: null }],
  canMint: true,
  lock: null,
  backup: { state: 'none' },
  createdAt: '2026-11-21T12:00:00.000Z',
  isPractice: false,
  ...part,
})
