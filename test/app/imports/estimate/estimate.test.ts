import { describe, expect, it } from 'vitest'
import { metadataBytes, tokenMetadata } from '#cardano/metadata.ts'
import { estimateImport, estimating } from '#app/imports/estimate/estimate.ts'
import { mintPacking } from '#app/imports/estimate/mint-packing.ts'
import { metadataInput } from '#app/imports/plan/metadata-input.ts'
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
    const sizes = plan.tokens.map((token) => ({
      nameBytes: 2,
      metadataBytes: metadataBytes(
        tokenMetadata(undefined, metadataInput(token, plan.format), plan.policyId),
      ),
    }))
    expect(estimateImport(plan, here).mint).toEqual(mintPacking(sizes))
  })

  it('of ten thousand tokens comes in pieces, so that the window can ask in between', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => [`B${at}`, `Bean ${at}`, cid])
    const pieces = [...estimating(planOf({ rows: [plainHeader, ...rows] }), here)]
    expect(pieces.length).toBeGreaterThan(10_000 / 500)
  })

  it('is nothing for nothing', () => {
    const none = planOf({ rows: [plainHeader] })
    expect(estimateImport(none, here)).toMatchObject({
      bytes: 0,
      seconds: 0,
      mint: { transactions: 0, lovelace: 0n },
    })
  })
})
