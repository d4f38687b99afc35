import { expect, it } from 'vitest'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import { settingsKey } from '#media/images/image-job.ts'

const settings: ImageSettings = { maxPixels: 1024, format: 'webp', quality: 85 }
const versions = { sharp: '0.35.5', vips: '8.18.7' }

it('is the same for the same settings, however they were put together', () => {
  const other = { quality: 85, format: 'webp', maxPixels: 1024 } as const
  expect(settingsKey(other, { vips: '8.18.7', sharp: '0.35.5' })).toBe(
    settingsKey(settings, versions),
  )
})

it.each([
  ['size', { ...settings, maxPixels: 1025 }, versions],
  ['no size', { ...settings, maxPixels: null }, versions],
  ['format', { ...settings, format: 'png' }, versions],
  ['quality', { ...settings, quality: 84 }, versions],
  ['library', settings, { ...versions, vips: '8.18.8' }],
] as const)('the key of image settings differs with the %s', (_, changed, changedVersions) => {
  expect(settingsKey(changed, changedVersions)).not.toBe(settingsKey(settings, versions))
})
