import { z } from 'zod'
import { serviceAddress } from '#values/addresses/service-address.ts'
import { pinProvider } from '#media/pinning/provider.ts'

/** A pinning service that exists only in this test: one folder. */
export const fakePinning = pinProvider({
  kind: 'fake-pinning',
  label: 'Fake pinning service',
  description: 'Pins nothing.',
  fields: [
    {
      name: 'serviceUrl',
      label: 'Service',
      hint: 'Address of the service',
      type: 'url',
      need: 'required',
    },
    {
      name: 'pinningKey',
      label: 'Pinning key',
      hint: 'Pinning key of the service',
      type: 'secret',
      need: 'required',
    },
  ],
  settings: z.strictObject({ serviceUrl: serviceAddress }),
  create: ({ name, settings: { serviceUrl }, secret }) => ({
    name,
    identify: async () => ({ kind: 'fake-pinning', url: serviceUrl, peer: '' }),
    pin: async () => undefined,
    resend: async () => undefined,
    pinned: async (cids) => new Set(cids),
    state: async () => 'unread',
    test: async () => {
      if (secret?.text() !== 'the right key') throw new Error(`${serviceUrl} refused the key`)
    },
  }),
})
