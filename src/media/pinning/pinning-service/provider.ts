import { z } from 'zod'
import { pinProvider } from '../provider.ts'
import { requireSecret } from '../require-secret.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'
import { createPinningService } from './pinning-service.ts'

/** A service of the Pinning Services API. */
export const pinningService = pinProvider({
  kind: 'pinning-service',
  label: 'Pinning service (by CID)',
  description:
    'A service of the Pinning Services API. It fetches each image by its CID, so another place must have it already.',
  fields: [
    {
      name: 'url',
      label: 'Address',
      hint: 'Address of the service, such as https://api.pinata.cloud/psa',
      type: 'url',
      need: 'required',
    },
    {
      name: 'token',
      label: 'Access token',
      hint: 'Access token of the service',
      type: 'secret',
      need: 'required',
    },
  ],
  settings: z.strictObject({ url: serviceAddress }),
  create: ({ name, settings: { url }, secret }) =>
    createPinningService({ name, url, token: requireSecret(name, secret) }),
})
