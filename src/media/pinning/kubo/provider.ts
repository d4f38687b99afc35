import { z } from 'zod'
import { pinProvider } from '../provider.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'

const settings = z.strictObject({ url: serviceAddress })

/** A Kubo node, or a service with its RPC interface. */
export const kubo = pinProvider({
  kind: 'kubo',
  label: 'Kubo node',
  description: 'A Kubo node, or a service with its RPC interface.',
  fields: [
    {
      name: 'url',
      label: 'RPC address',
      hint: "Address of the node's RPC interface, such as http://127.0.0.1:5001",
      type: 'url',
      need: 'required',
    },
    {
      name: 'token',
      label: 'Access token',
      hint: 'Access token, if the node asks for one',
      type: 'secret',
      need: 'optional',
    },
  ],
  settings,
  // Kubo's own default address of its RPC interface.
  defaultTarget: { name: 'kubo', settings: { url: 'http://127.0.0.1:5001' } },
  create: async ({ name, settings: { url }, secret, content }) => {
    // its library loads more slowly than most commands run
    const { createKuboPinner } = await import('./kubo.ts')
    const token = secret === undefined ? {} : { token: secret }
    return createKuboPinner({ name, url, store: content, archives: content.archives, ...token })
  },
})
