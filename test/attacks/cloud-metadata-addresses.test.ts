import { describe, expect, it } from 'vitest'
import { callbackUrlError, callbackAddressError } from '#studio/deliveries/callback-address.ts'
import { createImageFetcher, isPublicAddress } from '#studio/tokens/fetch-image.ts'

/** Where clouds serve the credentials of a machine; the last three lead there through IPv6. */
const metadata = [
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  '::ffff:100.100.100.200',
  '64:ff9b::100.100.100.200',
  '2002:6464:64c8::1',
]

const urlOf = (address: string): string =>
  address.includes(':') ? `http://[${address}]/` : `http://${address}/`

describe('an address where a cloud machine serves its credentials', () => {
  it.each(metadata)('is refused as the target of a webhook: %s', (address) => {
    expect(callbackUrlError(urlOf(address))).toMatch(/^leads to/u)
    // names are judged by the address that they lead to
    expect(callbackAddressError(address)).toMatch(/^leads to/u)
  })

  it.each(metadata)(
    'is refused as the source of an image, private ones allowed: %s',
    async (it) => {
      expect(isPublicAddress(it)).toBe(false)
      const fetcher = createImageFetcher({ mayConnect: () => true, timeoutMs: 30_000 })
      const fetched = fetcher.fetchImage(urlOf(it), () => Promise.resolve())
      await expect(fetched).rejects.toThrow(/^leads to .+, where no image is served/u)
      await fetcher.close()
    },
  )

  it.each(['100.100.100.201', '10.0.0.1', '127.0.0.1', 'fd00::1', '::1', '64:ff9b::192.0.2.7'])(
    'is not taken for a receiver in the same network: %s',
    (address) => {
      expect(callbackAddressError(address)).toBeUndefined()
    },
  )
})
