import { expect, it } from 'vitest'
import type { ImageFormat, Raster } from '#core/images/image-job.ts'
import { fileOf, planOf } from './plan-fixture.ts'

const rulesOf = (
  raster: Raster,
  { hasGps = false, format }: { readonly hasGps?: boolean; readonly format?: ImageFormat },
) => {
  const source = { size: 1000, mtimeMs: 1, inode: '1', sha256: null }
  const header = { raster, width: 100, height: 100, frames: 1, upright: true }
  const image = { mediaType: `image/${raster}`, header, hasGps, source }
  const plan = planOf({
    rows: [
      ['asset_name', 'name', 'image'],
      ['Bean1', 'Bean #1', `bean.${raster}`],
    ],
    files: [fileOf(`bean.${raster}`, { check: { kind: 'sound', image } })],
    ...(format === undefined ? {} : { format }),
  })
  return plan.issues.map(({ rule }) => rule)
}

it('an image that stays as it is and says where it was taken is a warning, and none where it is made anew', () => {
  expect(rulesOf('jpeg', { hasGps: true })).toEqual(['image_location'])
  expect(rulesOf('jpeg', { hasGps: true, format: 'webp' })).toEqual([])
  expect(rulesOf('jpeg', {})).toEqual([])
})

it('an animated PNG that another format is asked for is a warning', () => {
  expect(rulesOf('apng', { format: 'webp' })).toContain('image_not_changed')
  expect(rulesOf('apng', {})).not.toContain('image_not_changed')
})
