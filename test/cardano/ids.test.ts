import { describe, expect, it } from 'vitest'
import { KeyHash, PolicyId, TxId } from '#cardano/ids.ts'
import { networkId, wireNetwork } from '#cardano/network.ts'

describe('ids', () => {
  it('are hex in lower case', () => {
    expect(PolicyId('AB'.repeat(28))).toBe('ab'.repeat(28))
    expect(KeyHash('0F'.repeat(28))).toBe('0f'.repeat(28))
    expect(TxId('FF'.repeat(32))).toBe('ff'.repeat(32))
  })

  it.each(['', 'ab', 'ab'.repeat(27), 'ab'.repeat(29), 'xy'.repeat(28), ` ${'ab'.repeat(28)}`])(
    'refuses %j as a policy ID',
    (hex) => expect(() => PolicyId(hex)).toThrow('policy ID: not 28 bytes of hex'),
  )

  it('tells the kinds apart in its messages', () => {
    expect(() => KeyHash('')).toThrow('key hash: not 28 bytes')
    expect(() => TxId('ab'.repeat(28))).toThrow('transaction ID: not 32 bytes')
  })
})

describe('networks', () => {
  it('are mainnet or a testnet on the wire and in addresses', () => {
    expect(networkId('mainnet')).toBe(1)
    expect(wireNetwork('mainnet')).toBe('mainnet')
    for (const network of ['preprod', 'preview', 'devnet'] as const) {
      expect(networkId(network)).toBe(0)
      expect(wireNetwork(network)).toBe('testnet')
    }
  })
})
