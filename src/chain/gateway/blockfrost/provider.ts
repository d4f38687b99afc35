import { gatewayErrors } from '#contract/gateways/errors.ts'
import { detailsOf } from '#values/errors/error-rules.ts'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Network } from '#cardano/network.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { gatewayProvider } from '../provider.ts'
import { createBlockfrost } from './client.ts'

const hosted = ['mainnet', 'preprod', 'preview'] as const

/** Calls a day of Blockfrost's free plan. */
const freePlan = 50_000

const isHosted = (baseUrl: string): boolean => new URL(baseUrl).host.endsWith('.blockfrost.io')

/** Blockfrost's project IDs start with their network, as its hosts do. */
const networkOfId = (projectId: Secret): Network | undefined =>
  projectId.use((bytes) => {
    const start = Buffer.from(bytes.subarray(0, 7)).toString('latin1')
    return hosted.find((name) => start.startsWith(name))
  })

/** https://docs.blockfrost.io/, Authentication */
const hasForm = (projectId: Secret): boolean =>
  projectId.use((bytes) =>
    /^(?:mainnet|preprod|preview)[A-Za-z0-9]{8,}$/u.test(Buffer.from(bytes).toString('latin1')),
  )

/** Blockfrost, or any server of its API. */
export const blockfrost = gatewayProvider({
  kind: 'blockfrost',
  label: 'Blockfrost',
  description: 'Blockfrost, or any server of its API.',
  fields: [
    {
      name: 'baseUrl',
      label: 'Base URL',
      hint: 'Address of the API (default: that of the service for the network)',
      type: 'url',
      need: 'optional',
    },
    {
      name: 'projectId',
      label: 'Project ID',
      hint: 'Project ID; Blockfrost needs one, other servers may not',
      type: 'secret',
      need: 'expected',
    },
  ],
  networks: hosted,
  settings: (network) =>
    z.strictObject({
      baseUrl: shortText
        .transform((text) => text.replace(/\/+$/u, ''))
        .default(`https://cardano-${network}.blockfrost.io/api/v0`),
    }),
  nameOf: ({ settings: { baseUrl } }) => (isHosted(baseUrl) ? 'Blockfrost' : new URL(baseUrl).host),
  advice: 'Get a project ID at blockfrost.io, or name any server of the same API.',
  check: ({ network, settings: { baseUrl }, secret }) => {
    // Making a client checks address and project ID by the rules of every later call.
    createBlockfrost({ baseUrl, network, secret })
    if (isHosted(baseUrl)) checkHosted(network, baseUrl, secret)
  },
  callsPerDay: ({ baseUrl }) => (isHosted(baseUrl) ? freePlan : undefined),
  networkOf: networkOfId,
  create: ({ network, name, settings: { baseUrl }, secret, meter, patience }) => {
    if (secret !== undefined || !isHosted(baseUrl))
      return createBlockfrost({ network, baseUrl, secret, meter, ...patience })
    throw new ColdpressError(
      'key_missing',
      `The vault has no project ID for ${name} on ${network}. Set the gateway up again.`,
      { details: detailsOf(gatewayErrors, 'no_gateway', { network }) },
    )
  },
})

const invalid = (reason: string): ColdpressError => new ColdpressError('invalid', reason)

/** Blockfrost's project IDs start with their network, as its hosts do. */
const checkHosted = (network: Network, baseUrl: string, projectId: Secret | undefined): void => {
  if (projectId === undefined) {
    throw invalid(`Blockfrost answers nobody without a project ID; give that of ${network}`)
  }
  const idNetwork = networkOfId(projectId)
  if (idNetwork !== undefined && idNetwork !== network) {
    throw invalid(`the project ID is one of ${idNetwork}, not of ${network}`)
  }
  const hostNetwork = hosted.find((name) => new URL(baseUrl).host.includes(name))
  if (hostNetwork !== undefined && hostNetwork !== network) {
    throw invalid(`the base URL is that of ${hostNetwork}, not of ${network}`)
  }
  if (!hasForm(projectId))
    throw invalid(
      `the project ID has another form than those of Blockfrost: ${network}, then letters and digits; copy it whole`,
    )
}
