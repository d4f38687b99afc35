import { expect, it } from 'vitest'
import { traitsOfToken } from '#cardano/token-traits.ts'

it('the address and the type of a work are no attributes of its token', () => {
  const src = 'ipfs://QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'
  const content = {
    name: 'Print 1',
    ink: 'sepia',
    format: 'video/mp4',
    files: [{ name: 'Print 1', mediaType: 'video/mp4', src }],
  }
  const traits = traitsOfToken({
    asset_name: 'Print1',
    metadata: { '721': { ab: { Print1: content }, version: '1.0' } },
    metadata_attributes: [
      { tag: '<ink>', name: 'Ink', value: 'sepia' },
      { tag: '<format>', name: 'Format', value: 'video/mp4' },
      { tag: '<work>', name: 'work', value: src },
      { tag: '<work_type>', name: 'work_type', value: 'video/mp4' },
    ],
    custom_attributes: { edition: '1' },
  })
  expect(traits).toEqual([
    { name: 'Ink', value: 'sepia' },
    { name: 'Format', value: 'video/mp4' },
    { name: 'edition', value: '1' },
  ])
})
