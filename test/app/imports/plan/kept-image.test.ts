import { expect, it } from 'vitest'
import type { OutputSettings, Raster } from '#media/images/image-job.ts'
import { settingsFix } from '#contract/imports/settings-fixes.ts'
import { fileOf, planOf } from './plan-fixture.ts'

const rulesOf = (
  raster: Raster,
  {
    hasGps = false,
    height = 100,
    size = 1000,
    inks = false,
    otherProfile = false,
    deep = false,
    ...settings
  }: Partial<OutputSettings> & {
    readonly hasGps?: boolean
    readonly height?: number
    readonly size?: number
    readonly inks?: boolean
    readonly otherProfile?: boolean
    readonly deep?: boolean
  },
) => {
  const source = { size, mtimeMs: 1, inode: '1', sha256: null }
  const header = { raster, width: 100, height, frames: 1, upright: true, inks, otherProfile, deep }
  const image = { mediaType: `image/${raster}`, header, hasGps, source }
  const plan = planOf({
    rows: [
      ['asset_name', 'name', 'image'],
      ['Bean1', 'Bean #1', 'bean.png'],
    ],
    files: [fileOf('bean.png', { size, check: { kind: 'sound', image } })],
    settings: { maxPixels: null, format: 'keep', ...settings },
  })
  return plan.issues.map(({ rule }) => rule).filter((rule) => rule !== 'name_differs_from_content')
}

it('an image that stays as it is and says where it was taken is a warning, and none where it is made anew', () => {
  expect(rulesOf('jpeg', { hasGps: true })).toEqual(['image_location'])
  expect(rulesOf('jpeg', { hasGps: true, format: 'webp' })).toEqual([])
  expect(rulesOf('jpeg', {})).toEqual([])
})

it('an image in printing inks is named, whether the settings change it or not', () => {
  expect(rulesOf('jpeg', { inks: true })).toEqual(['image_inks'])
  expect(rulesOf('jpeg', { inks: true, maxPixels: 50 })).toEqual(['image_inks'])
})

it.each([{ otherProfile: true }, { deep: true }])(
  'other colours than sRGB in 8 bits are noted where the image stays as it is: %o',
  (facts) => {
    expect(rulesOf('png', facts)).toEqual(['image_colours'])
    expect(rulesOf('png', { ...facts, maxPixels: 50 })).toEqual([])
    const kept = 'deep' in facts ? ['image_colours'] : []
    expect(rulesOf('png', { ...facts, keepsProfile: true })).toEqual(kept)
  },
)

it.each(['apng', 'avis'] as const)(
  'an animation that the library cannot change (%s) is a warning where another format, size or shape is asked for',
  (raster) => {
    expect(rulesOf(raster, { otherProfile: true })).toEqual([])
    expect(rulesOf(raster, { otherProfile: true, srgb: true })).toEqual(['image_not_changed'])
    for (const asked of [{ format: 'webp' }, { maxPixels: 50 }] as const)
      expect(rulesOf(raster, asked)).toEqual(['image_not_changed'])
    expect(rulesOf(raster, { square: true, height: 90 }).toSorted()).toEqual([
      'image_not_changed',
      'image_not_square',
    ])
  },
)

it.each([
  ['image_not_square', { height: 90 }],
  ['image_location', { hasGps: true }],
  ['image_colours', { otherProfile: true }],
  ['image_colours', { deep: true }],
  ['image_heavy', { size: 1_000_001 }],
  ['image_huge', { size: 10_000_001 }],
] as const)('%s is fixed in all images by the settings of its fix', (rule, facts) => {
  expect(rulesOf('jpeg', facts)).toEqual([rule])
  expect(rulesOf('jpeg', { ...facts, ...settingsFix(rule)?.settings })).toEqual([])
})
