import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { metadataBound } from '#cardano/metadata-bound.ts'
import { metadataBytes, tokenMetadata } from '#cardano/metadata.ts'

const policyId = PolicyId('00'.repeat(28))

const text = (maxLength: number) =>
  fc.string({ maxLength, unit: fc.constantFrom('a', 'é', '€', '𝄞', '👩‍🚀', ' ', '<ink>', '<name>') })

const template = fc.record(
  {
    name: text(20),
    image: text(20),
    description: text(20),
    attributes: fc.dictionary(text(10), text(30), { maxKeys: 8 }),
    files: fc.array(fc.record({ name: text(10), src: text(20) }), { maxLength: 4 }),
  },
  { requiredKeys: [] },
)

const value = fc.oneof(
  text(300),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.string({ minLength: 1, maxLength: 9, unit: fc.constantFrom('a', '€', '<') }), {
    minLength: 1,
  }),
)

const token = fc.record({
  asset_name: text(10),
  name: text(10),
  image: text(60),
  description: text(300),
  corrected_media_type: fc.constantFrom(undefined, 'image/png'),
  metadata_attributes: fc.array(fc.record({ tag: fc.constantFrom('<ink>', '<paper>'), value }), {
    maxLength: 3,
  }),
  custom_attributes: fc.dictionary(text(10), value, { maxKeys: 8 }),
})

describe('metadataBound', () => {
  it('is never below the true bytes', () => {
    fc.assert(
      fc.property(fc.option(template, { nil: undefined }), token, (template, token) => {
        const bytes = metadataBytes(tokenMetadata(template, token, policyId))
        expect(metadataBound(template, token)).toBeGreaterThanOrEqual(bytes)
      }),
      { numRuns: 500 },
    )
  })

  it('is of use: an ordinary token is far under the limit', () => {
    const ordinary = {
      asset_name: 'Herbarium01',
      name: 'Fern No. 01',
      image: `ipfs://Qm${'1'.repeat(44)}`,
      metadata_attributes: [{ tag: '<ink>', value: 'Prussian' }],
      custom_attributes: { edition: '1 of 24' },
    }
    expect(metadataBound({ attributes: { Ink: '<ink>' } }, ordinary)).toBeLessThan(4000)
  })
})
