import { z } from 'zod'
import { pinProvider } from '../provider.ts'
import { requireSecret } from '../require-secret.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'
import { createPinataPinner } from './pinata.ts'

/** Pinata, interface v3. */
export const pinata = pinProvider({
  kind: 'pinata',
  label: 'Pinata',
  description: 'Pinata, in its public network.',
  advice: 'Make an API key at app.pinata.cloud that may read and write files, and copy its JWT.',
  fields: [
    {
      name: 'token',
      label: 'Access token',
      hint: 'JWT of the API key',
      type: 'secret',
      need: 'required',
    },
    {
      name: 'apiUrl',
      label: 'API address',
      hint: "Address of Pinata's API (default: its own)",
      type: 'url',
      need: 'optional',
    },
    {
      name: 'uploadUrl',
      label: 'Upload address',
      hint: "Address that uploads go to (default: Pinata's own)",
      type: 'url',
      need: 'optional',
    },
  ],
  settings: z.strictObject({
    apiUrl: serviceAddress.default('https://api.pinata.cloud'),
    uploadUrl: serviceAddress.default('https://uploads.pinata.cloud'),
  }),
  create: ({ name, settings, secret, content }) =>
    createPinataPinner({ ...settings, name, token: requireSecret(name, secret), store: content }),
})
