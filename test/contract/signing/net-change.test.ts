import { describe, expect, it } from 'vitest'
import { netChangeLines, netChangeOf } from '#contract/signing/net-change.ts'

const asset = { policyId: 'ab'.repeat(28), nameHex: '41', name: 'A' }
const change = (lovelace: bigint, tokens = 0n, unprovedInputs = 0) => ({
  netChange: {
    lovelace: String(lovelace),
    assets: tokens === 0n ? [] : [{ ...asset, quantity: String(tokens) }],
  },
  unprovedInputs,
})

describe('the net change of several transactions', () => {
  it('sets no promised return off against a loss: the second may never be sent', () => {
    const found = netChangeOf([change(-10_000_000_000n, -3n), change(9_999_000_000n, 3n)])
    expect(found).toMatchObject({ lovelace: -10_000_000_000n, assets: [{ quantity: -3n }] })
    expect(netChangeLines(found)).toEqual(['-10,000 ADA', `-3 × A (policy ${asset.policyId})`])
  })

  it('adds losses up, and gains where there is no loss', () => {
    expect(netChangeOf([change(-2n), change(-3n)]).lovelace).toBe(-5n)
    expect(netChangeOf([change(2n), change(3n)]).lovelace).toBe(5n)
  })

  it('counts no gain beside an unproved input, which may be the money of this vault', () => {
    const found = netChangeOf([change(10_000_000n, 0n, 1)])
    expect(found.lovelace).toBe(0n)
    expect(netChangeLines(found)).toEqual([
      'no change',
      'not counted: 1 input with unproved contents, which may be yours',
    ])
  })
})

describe('many new tokens', () => {
  const leaves = (count: number, quantity = '1') => ({
    netChange: {
      lovelace: '0',
      assets: Array.from({ length: count }, (_, at) => ({
        policyId: asset.policyId,
        nameHex: at.toString(16).padStart(4, '0'),
        name: `Leaf${at}`,
        quantity,
      })),
    },
    unprovedInputs: 0,
  })

  it('of one policy are counted, so that nobody scrolls past them to the prompt', () => {
    expect(netChangeLines(netChangeOf([leaves(1_000)]))).toEqual([
      `+1 each of 1,000 tokens (policy ${asset.policyId})`,
    ])
  })

  it('are named where they leave, and where there are more of one than one', () => {
    const lost = netChangeLines(netChangeOf([leaves(40, '-1')]))
    expect(lost).toHaveLength(40)
    expect(lost).toContain(`-1 × Leaf39 (policy ${asset.policyId})`)
    expect(netChangeLines(netChangeOf([leaves(40, '2')]))).toHaveLength(40)
  })
})
