import { describe, expect, it, onTestFinished } from 'vitest'
import { alikeImages } from '#app/imports/plan/alike-images.ts'
import type { FileEntry, PlannedToken } from '#app/imports/plan/plan-types.ts'
import { fileOf, issuesOf, plainHeader, planOf } from './plan-fixture.ts'

const looking = (name: string, look: string, sha256: string | null = null): FileEntry =>
  fileOf(name, {
    check: {
      kind: 'sound',
      image: {
        mediaType: 'image/png',
        header: null,
        hasGps: false,
        look,
        source: { size: 1000, mtimeMs: 1, inode: '1', sha256 },
      },
    },
  })

const tokensOf = (files: readonly FileEntry[]): readonly PlannedToken[] =>
  planOf({
    rows: [plainHeader, ...files.map(({ name }, at) => [`Bean${at}`, `Bean ${at}`, name])],
    files,
  }).tokens

describe('images that look alike', () => {
  it('are named with the earlier row, at four bits apart and not at five', () => {
    const files = [
      looking('1.png', '00000000ffffffff'),
      looking('2.png', '10010010fffffffe'),
      looking('3.png', '10010010ffffff3e'),
    ]
    const plan = planOf({
      rows: [plainHeader, ...files.map(({ name }, at) => [`Bean${at}`, `Bean ${at}`, name])],
      files,
    })
    const found = issuesOf(plan, 'similar_image')
    expect(found).toMatchObject([{ severity: 'info', row: 3, column: 'image', value: '2.png' }])
    expect(found[0]?.message).toContain('looks like 1.png of row 2')
  })

  it('are no hint where the file or its content is the same: that is said already', () => {
    const same = looking('1.png', 'ff00ff00ff00ff00', 'a'.repeat(64))
    const copy = looking('2.png', 'ff00ff00ff00ff00', 'a'.repeat(64))
    expect(alikeImages(tokensOf([same, same, copy]))).toEqual([])
  })

  it('are found whichever bits differ', () => {
    for (let first = 0n; first < 64n; first += 7n) {
      const bits = (1n << first) | (1n << ((first + 19n) % 64n)) | (1n << ((first + 38n) % 64n))
      const other = bits.toString(16).padStart(16, '0')
      const pair = [looking('1.png', '0'.repeat(16)), looking('2.png', other)]
      expect(alikeImages(tokensOf(pair)), other).toHaveLength(1)
    }
  })

  it('are found among 10,000 with 250 comparisons of each at most, also where all share most bits', () => {
    const masks = [0xffff_ffff_ffff_ffffn, 0xffffn, 0xffff_ffff_ffff_0000n]
    const files = Array.from({ length: 10_000 }, (_, at) => {
      const scattered = (BigInt(at) * 0x9e3779b97f4a7c15n) % (1n << 64n)
      // Each third is anywhere, shares its upper bits, or shares one band and is far apart in the others.
      const shown = scattered & (masks[at % 3] ?? 0n)
      return looking(`${at}.png`, shown.toString(16).padStart(16, '0'))
    })
    const tokens = files.map((file, at): PlannedToken => ({
      row: at + 2,
      assetName: `Bean${at}`,
      request: { asset_name: `Bean${at}`, name: `Bean ${at}` },
      image: { kind: 'file', file },
      works: [],
      state: 'new',
    }))
    const { imul } = Math
    onTestFinished(() => void Object.assign(Math, { imul }))
    // Each half of a hash that is compared is counted by one product.
    let halves = 0
    Math.imul = (one, other) => {
      halves += 1
      return imul(one, other)
    }
    expect(alikeImages(tokens).length).toBeGreaterThan(1000)
    expect(halves).toBeGreaterThan(tokens.length)
    expect(halves / 2).toBeLessThanOrEqual(250 * tokens.length)
  })
})
