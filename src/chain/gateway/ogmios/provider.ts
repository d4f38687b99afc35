import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { createService } from '../calls/exchange.ts'
import { gatewayProvider } from '../provider.ts'
import { createOgmios } from './client.ts'
import { kupoApi } from './kupo-calls.ts'
import { indexWatched } from './patterns.ts'

const address = shortText.transform((text) => text.replace(/\/+$/u, ''))

/** Ogmios 6 or 7 with Kupo 2, beside a node of one's own. */
export const ogmios = gatewayProvider({
  kind: 'ogmios',
  label: 'Ogmios with Kupo',
  description: 'Ogmios 6 or 7 and Kupo 2, beside a node of your own.',
  fields: [
    {
      name: 'ogmiosUrl',
      label: 'Ogmios',
      hint: 'Address of Ogmios, such as http://127.0.0.1:1337',
      type: 'url',
      need: 'required',
    },
    {
      name: 'kupoUrl',
      label: 'Kupo',
      hint: 'Address of Kupo, such as http://127.0.0.1:1442',
      type: 'url',
      need: 'required',
    },
  ],
  limits: [
    'Kupo indexes only its patterns. Coldpress adds one for each wallet and policy of this computer when the gateway is set up; then Kupo indexes the chain again. Set it up again after you add a policy or a wallet.',
    'Sales need an index of everything, to know who paid: start Kupo with --match "*".',
    'It has no bytes of transactions, so a signing request proves no inputs, and it cannot read the royalty of a policy that was minted elsewhere.',
    'It reaches back about ten days: older blocks have no height.',
  ],
  networks: ['mainnet', 'preprod', 'preview'],
  settings: () => z.strictObject({ ogmiosUrl: address, kupoUrl: address }),
  nameOf: ({ settings: { ogmiosUrl } }) => `Ogmios at ${new URL(ogmiosUrl).host}`,
  advice: 'Run a node with Ogmios and Kupo beside it.',
  check: ({ network, settings }) => {
    // Making a client checks both addresses by the rules of every later call.
    createOgmios({ network, ...settings })
  },
  prepare: async ({ network, settings: { kupoUrl } }, watched) => {
    if (network !== 'devnet')
      await indexWatched(createService(kupoApi, { baseUrl: kupoUrl }), network, watched)
  },
  create: ({ network, settings, meter, patience }) =>
    createOgmios({ network, ...settings, meter, ...patience }),
})
