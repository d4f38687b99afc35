import { describe, expect, it } from 'vitest'
import { changesPlan } from '#app/imports/pipeline/check-images.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import { readTable } from '#app/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'
import { collectionOf, fileOf, issuesOf, plainHeader, plainRow, withCell } from './plan-fixture.ts'

const checked = (width: number, height: number, inks?: boolean) =>
  fileOf('1.png', {
    check: {
      kind: 'sound',
      image: {
        mediaType: 'image/png',
        header: { raster: 'png', width, height, frames: 1, upright: true, inks },
        hasGps: false,
        source: { size: 1000, mtimeMs: 1, inode: '1', sha256: null },
      },
    },
  })

describe('an image in a wallet', () => {
  it('image_not_square: once its sides are known', () => {
    const plan = withCell('name', 'Bean', { files: [checked(580, 550)] })
    expect(issuesOf(plan, 'image_not_square')).toMatchObject([
      { severity: 'info', row: 2, column: 'image', value: '1.png' },
    ])
    expect(changesPlan(checked(580, 550))).toBe(true)
    expect(
      issuesOf(withCell('name', 'Bean', { files: [checked(5, 5)] }), 'image_not_square'),
    ).toEqual([])
    expect(changesPlan(checked(5, 5))).toBe(false)
  })

  it('image_inks: as soon as it is checked', () => {
    const inked = checked(5, 5, true)
    expect(issuesOf(withCell('name', 'Bean', { files: [inked] }), 'image_inks')).toHaveLength(1)
    expect(changesPlan(inked)).toBe(true)
  })

  it.each([
    ['a megabyte and a byte, kept as it is', 1_000_001, {}, 1],
    ['a megabyte', 1_000_000, {}, 0],
    ['made smaller', 1_000_001, { maxPixels: 1024 }, 0],
    ['written anew', 1_000_001, { format: 'webp' }, 0],
  ] as const)('image_heavy: %s', (_what, size, settings, times) => {
    const plan = planImport({
      table: readTable(writeCsv([plainHeader, plainRow])),
      files: [fileOf('1.png', { size })],
      collection: collectionOf(),
      settings: { maxPixels: null, format: 'keep', ...settings },
    })
    expect(issuesOf(plan, 'image_heavy')).toHaveLength(times)
  })

  it('image_in_pieces: an address of more than 64 bytes, with the same CID in its short form', () => {
    const v1 = 'ipfs://bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf47mvof4'
    expect(issuesOf(withCell('image', v1), 'image_in_pieces')).toMatchObject([
      { severity: 'warning', row: 2, fix: { value: expect.stringMatching(/^ipfs:\/\/Qm.{44}$/u) } },
    ])
    // what is no dag-pb has no short form
    const raw = 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
    const [found] = issuesOf(withCell('image', raw), 'image_in_pieces')
    expect(found).toBeDefined()
    expect(found?.fix).toBeUndefined()
  })
})
