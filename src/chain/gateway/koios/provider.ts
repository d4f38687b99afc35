import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Network } from '#cardano/network.ts'
import { gatewayProvider } from '../provider.ts'
import { createKoios, isKoiosRest } from './client.ts'

const hosted = ['mainnet', 'preprod', 'preview'] as const

/** The hosts of koios.rest: mainnet's is `api`. */
const hostOf = (network: Network): string => `${network === 'mainnet' ? 'api' : network}.koios.rest`

/** Koios, or an instance of one's own. */
export const koios = gatewayProvider({
  kind: 'koios',
  label: 'Koios',
  description: 'Koios, or an instance of your own.',
  fields: [
    {
      name: 'baseUrl',
      label: 'Base URL',
      hint: 'Address of the API (default: that of the service for the network)',
      type: 'url',
      need: 'optional',
    },
    {
      name: 'token',
      label: 'Token',
      hint: 'Bearer token of koios.rest; without one it takes transactions of 1,024 bytes at most',
      type: 'secret',
      need: 'optional',
    },
  ],
  limits: [
    'koios.rest takes transactions of 1,024 bytes at most, and of 5,120 with a token. That is a mint of few tokens; a Koios of your own has no such limit.',
    'Its list of the tokens of a policy may lag behind the chain by some minutes.',
  ],
  networks: hosted,
  settings: (network) =>
    z.strictObject({
      baseUrl: shortText
        .transform((text) => text.replace(/\/+$/u, ''))
        .default(`https://${hostOf(network)}/api/v1`),
    }),
  nameOf: ({ settings: { baseUrl } }) => (isKoiosRest(baseUrl) ? 'Koios' : new URL(baseUrl).host),
  advice: 'Get a token at koios.rest, or name a Koios of your own.',
  check: ({ network, settings: { baseUrl }, secret }) => {
    // Making a client checks address and token by the rules of every later call.
    createKoios({ baseUrl, network, secret })
    if (!isKoiosRest(baseUrl) || new URL(baseUrl).host === hostOf(network)) return
    throw new ColdpressError(
      'invalid',
      `the base URL is not that of ${network}, which is https://${hostOf(network)}/api/v1`,
    )
  },
  create: ({ network, settings: { baseUrl }, secret, meter, patience }) =>
    createKoios({ network, baseUrl, secret, meter, ...patience }),
})
