import {
  proofChallenge,
  proofPath,
  proofText,
  type provenStudio,
} from '#contract/home/served-studio.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { proofBy } from '#platform/secret/key-proof.ts'
import packageJson from '#package' with { type: 'json' }
import type { z } from 'zod'
import type { StudioOptions } from '../options.ts'

/** `GET /proof`, for commands of this data folder. It is no part of the interface. */
export const addProofRoute = (
  app: TypedApp,
  { apiKey, appId, keys, network, publicAccess }: StudioOptions,
): void => {
  app.get(
    proofPath,
    { config: { public: true }, schema: { querystring: proofChallenge } },
    async ({ query, socket }): Promise<z.output<typeof provenStudio>> => {
      const served = {
        version: packageJson.version,
        network,
        app_id: appId,
        public_url: publicAccess?.origin ?? null,
        signs: (await keys.availability({ keyHashes: [] })).isOpen,
      }
      return {
        ...served,
        proof: proofBy(apiKey, proofText(query.challenge, socket.localPort, served)),
      }
    },
  )
}
