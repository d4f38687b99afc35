import { expect, test } from 'vitest'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { usablePolicies } from '#renderer/views/collections/new/vault-policies.tsx'

const policy = (policyId: string, change: Partial<PolicyView>): PolicyView => ({
  policyId,
  name: null,
  network: 'preprod',
  origin: 'imported',
  accountId: null,
  collectionId: null,
  script: { type: 'all', scripts: [] },
  keys: [],
  canMint: true,
  lock: null,
  backup: { state: 'none' },
  createdAt: '2026-11-21T00:00:00.000Z',
  isPractice: false,
  ...change,
})
const lock = { slot: 1, time: '2027-01-01T00:00:00.000Z', locked: false }
const policies = [
  policy('free', {}),
  policy('watched', { canMint: false, keys: [{ keyHash: 'ab', here: false, path: null }] }),
  policy('locked', { lock: { ...lock, locked: true } }),
  policy('preprod', { lock }),
  policy('mainnet', { lock, network: 'mainnet' }),
  policy('devnet', { lock, network: 'devnet' }),
]
const usable = (
  chain: 'mainnet' | 'preprod' | 'devnet' | 'testnet',
  kind: 'local' | 'hosted' = 'hosted',
) => usablePolicies(policies, { chain, kind }).map(({ policyId }) => policyId)

test('a policy that locks is offered where its slots mean the same time', () => {
  expect(usable('devnet')).toEqual(['free', 'devnet'])
  expect(usable('testnet')).toEqual(['free', 'preprod'])
  expect(usable('mainnet')).toEqual(['free', 'mainnet'])
  expect(usable('preprod')).toEqual(['free', 'preprod'])
})

test('a policy whose keys are elsewhere is offered where mints wait for signatures', () => {
  expect(usable('devnet', 'local')).toEqual(['free', 'watched', 'devnet'])
  expect(usable('preprod', 'local')).toEqual(['free', 'watched', 'preprod'])
})
