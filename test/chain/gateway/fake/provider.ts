import { z } from 'zod'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { gatewayProvider } from '#chain/gateway/provider.ts'

/** A gateway that exists only in this test: one folder. It reaches a server of Blockfrost's API. */
export const fakeGateway = gatewayProvider({
  kind: 'fake-gateway',
  label: 'Fake gateway',
  description: 'Serves Preview by a port of this computer.',
  fields: [
    {
      name: 'chainPort',
      label: 'Port',
      hint: 'Port of the server on this computer',
      type: 'text',
      need: 'required',
    },
  ],
  networks: ['preview'],
  settings: () => z.strictObject({ chainPort: z.string().regex(/^\d+$/u, 'not a port') }),
  nameOf: ({ settings: { chainPort } }) => `Port ${chainPort}`,
  create: ({ network, settings: { chainPort } }) =>
    createBlockfrost({ network, baseUrl: `http://127.0.0.1:${chainPort}` }),
})
