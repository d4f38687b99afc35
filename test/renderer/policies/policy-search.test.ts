import { describe, expect, it } from 'vitest'
import { collectionsUnder, searchPolicies } from '#renderer/views/policies/policy-search.ts'
import { samplePolicy as policy } from './sample-policy.ts'

describe('searching policies', () => {
  const herbarium = policy({})
  const nameless = policy({ name: null, network: 'mainnet', policyId: '0b1c'.repeat(14) })
  const all = [herbarium, nameless]

  it('keeps all for no words', () => {
    expect(searchPolicies(all, '  ')).toBe(all)
  })

  it('looks in name, ids, network and origin, in whatever case', () => {
    expect(searchPolicies(all, 'HERB')).toEqual([herbarium])
    expect(searchPolicies(all, '0b1c0b')).toEqual([nameless])
    expect(searchPolicies(all, 'preprod')).toEqual([herbarium])
    expect(searchPolicies(all, 'c373 created')).toEqual(all)
    expect(searchPolicies(all, 'unnamed')).toEqual([nameless])
  })

  it('the search of policies asks for every word', () => {
    expect(searchPolicies(all, 'herb mainnet')).toEqual([])
  })
})

describe('the collections under a policy', () => {
  it('come with their accounts', () => {
    const collection = (id: string, policy_id: string) => ({ id, policy: { policy_id } })
    const lists = [
      { account: 'local', collections: [collection('1', 'a'), collection('2', 'b')] },
      { account: 'hosted', collections: [collection('3', 'a')] },
    ]
    expect(collectionsUnder('a', lists)).toEqual([
      { account: 'local', collection: collection('1', 'a') },
      { account: 'hosted', collection: collection('3', 'a') },
    ])
    expect(collectionsUnder('c', lists)).toEqual([])
  })
})
