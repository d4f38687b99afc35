import { z } from 'zod'
import { pinProvider } from '../provider.ts'
import { requireSecret } from '../require-secret.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'

/** Filebase, which speaks Kubo's RPC interface. */
export const filebase = pinProvider({
  kind: 'filebase',
  label: 'Filebase',
  description: "Filebase, through its interface of Kubo's kind. The token is that of a bucket.",
  advice: 'Make a bucket for IPFS at filebase.com and copy its token.',
  fields: [
    {
      name: 'url',
      label: 'RPC address',
      hint: "Address of Filebase's RPC interface (default: its own)",
      type: 'url',
      need: 'optional',
    },
    {
      name: 'token',
      label: 'Access token',
      hint: 'Token of the bucket',
      type: 'secret',
      need: 'required',
    },
  ],
  settings: z.strictObject({ url: serviceAddress.default('https://rpc.filebase.io') }),
  create: async ({ name, settings: { url }, secret, content }) => {
    const { createKuboPinner } = await import('../kubo/kubo.ts')
    const token = requireSecret(name, secret)
    return createKuboPinner({
      name,
      kind: 'filebase',
      url,
      token,
      store: content,
      archives: content.archives,
      listsAll: false,
    })
  },
})
