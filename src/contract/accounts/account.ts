import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { network } from '../collections/collection.ts'
import { serviceNetwork } from '../network.ts'

export const account = z.object({
  id: shortText,
  name: longText,
  kind: z.enum(['local', 'hosted']),
  network,
  chain: serviceNetwork,
  baseUrl: shortText,
  appId: shortText,
  createdAt: shortText,
})
export type AccountView = z.output<typeof account>
