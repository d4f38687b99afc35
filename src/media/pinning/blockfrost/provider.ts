import { z } from 'zod'
import { pinProvider } from '../provider.ts'
import { requireSecret } from '../require-secret.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'
import { createBlockfrostPinner } from './blockfrost-ipfs.ts'

/** Blockfrost's IPFS interface. */
export const blockfrostIpfs = pinProvider({
  kind: 'blockfrost-ipfs',
  label: 'Blockfrost IPFS',
  description: 'The IPFS service of Blockfrost. Its project is another than that of a gateway.',
  advice: 'Make a project for IPFS at blockfrost.io and copy its ID.',
  fields: [
    {
      name: 'projectId',
      label: 'Project ID',
      hint: 'Project ID of the IPFS project',
      type: 'secret',
      need: 'required',
    },
    {
      name: 'url',
      label: 'Address',
      hint: "Address of the IPFS interface (default: Blockfrost's own)",
      type: 'url',
      need: 'optional',
    },
  ],
  settings: z.strictObject({ url: serviceAddress.default('https://ipfs.blockfrost.io/api/v0') }),
  create: ({ name, settings: { url }, secret, content }) =>
    createBlockfrostPinner({ name, url, projectId: requireSecret(name, secret), store: content }),
})
