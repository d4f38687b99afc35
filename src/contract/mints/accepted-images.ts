import { z } from 'zod'

/** What a call that leads to a mint is told about the images of its tokens, and the works beside them. */
export const acceptedImages = {
  /** They may exist on this computer only. */
  acceptsLocalImages: z.boolean().optional(),
  /** The IPFS gateway may not have given them. */
  acceptsUnfetchedImages: z.boolean().optional(),
}
export type AcceptedImages = {
  readonly [Field in keyof typeof acceptedImages]?: z.output<(typeof acceptedImages)[Field]>
}
