import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { pinProvider } from '../provider.ts'

/** An address is stored in the database and shown, so it must not contain a secret. */
const isBare = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username + url.password + url.search + url.hash === ''
}

const settings = z.strictObject({
  url: z
    .url({ protocol: /^https?$/u, error: 'not an http or https address' })
    .max(limits.shortTextChars, { abort: true })
    .refine(
      isBare,
      'carries a name, a password, a query or a fragment; leave it out and give the access token apart',
    ),
})

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
    return createKuboPinner({ name, url, store: content, ...token })
  },
})
