import { z } from 'zod'
import { createBlockfrost } from '../blockfrost/client.ts'
import { gatewayProvider } from '../provider.ts'

/** The devnet of the Local studio, which speaks Blockfrost's API. */
export const devnet = gatewayProvider({
  kind: 'devnet',
  label: 'Devnet',
  description: 'The devnet of the Local studio. It runs on this computer and needs nothing.',
  fields: [],
  networks: ['devnet'],
  settings: () => z.strictObject({}),
  nameOf: () => 'Devnet of the Local studio',
  isBuiltIn: true,
  create: async ({ network, devnet }) => {
    const { baseUrl, token, whyDown } = await devnet()
    return createBlockfrost({ network, baseUrl, secret: token, whyDown })
  },
})
