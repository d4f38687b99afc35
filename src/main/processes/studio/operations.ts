import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { networks } from '#values/networks/networks.ts'
import { nothingField, secret } from '#transport/process/fields.ts'

const port = z.int().min(0).max(65_535)

/** What the main process asks of the studio process. */
export const studioOperations = {
  /** Once; again only after a failure. */
  start: {
    input: z.strictObject({
      home: shortText,
      network: z.enum(networks),
      apiKey: secret,
      /** 0: any free one. */
      port,
      /** For the network devnet: also serves its chain, to clients with this token. */
      devnet: z.strictObject({ token: secret, port }).optional(),
      /** The last event stored by the app; absent before the first. */
      lastEventId: shortText.optional(),
    }),
    output: z.strictObject({
      baseUrl: shortText,
      appId: shortText,
      /** The base URL of the devnet. */
      devnet: shortText.optional(),
    }),
  },
  /** Resolves when running requests are done and the database is closed. */
  close: { input: nothingField, output: nothingField },
} as const
