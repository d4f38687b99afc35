import { describe, expect, it } from 'vitest'
import { metadataBytes, tokenMetadata } from '#core/cardano/metadata.ts'
import { estimateImport, mintPacking } from '#core/imports/estimate/estimate.ts'
import { metadataInput } from '#core/imports/plan/metadata-input.ts'
import { fileOf, plainHeader, planOf } from '../plan/plan-fixture.ts'

const here = { cores: 2, pace: 1 }
const cid = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'

describe('estimateImport', () => {
  it('counts the bytes of each file once, and none for what is on IPFS', () => {
    const plan = planOf({
      rows: [plainHeader, ['B1', 'Bean', '1.png'], ['B2', 'Bean', '1.png'], ['B3', 'Bean', cid]],
      files: [fileOf('1.png', { size: 700 }), fileOf('2.png', { size: 9000 })],
    })
    expect(estimateImport(plan, here).bytes).toBe(700)
  })

  it('guesses the time of a thousand drawings as it was measured, within a half', () => {
    const names = Array.from({ length: 1000 }, (_, at) => `${at + 10}.png`)
    const plan = planOf({
      rows: [plainHeader, ...names.map((name) => [name, 'Bean', name])],
      files: names.map((name) => fileOf(name, { size: 300_000 })),
    })
    const { seconds } = estimateImport(plan, here)
    expect(seconds).toBeGreaterThan(33 / 1.5)
    expect(seconds).toBeLessThan(33 * 1.5)
    expect(estimateImport(plan, { cores: 2, pace: 2 }).seconds).toBeCloseTo(seconds * 2, -1)
    expect(estimateImport(plan, { cores: 8, pace: 1 }).seconds).toBeLessThan(seconds / 2)
  })

  it('takes the cost of all new tokens, whatever their lengths', () => {
    const plan = planOf({
      rows: [
        [...plainHeader, 'Lore'],
        ['B1', 'Bean', cid, 'short'],
        ['B2', 'Bean', cid, 'long '.repeat(500).trim()],
        ['B3', 'Bean', cid, 'short'],
      ],
    })
    const sizes = plan.tokens.map((token) =>
      metadataBytes(tokenMetadata(undefined, metadataInput(token, plan.format), plan.policyId)),
    )
    const metadataOfOne = sizes.reduce((sum, size) => sum + size, 0) / 3
    expect(estimateImport(plan, here).mintLovelace).toBe(
      mintPacking(3, { nameBytes: 2, metadataBytes: metadataOfOne }).lovelace,
    )
  })

  it('is nothing for nothing', () => {
    const none = planOf({ rows: [plainHeader] })
    expect(estimateImport(none, here)).toEqual({ bytes: 0, seconds: 0, mintLovelace: 0n })
  })
})
