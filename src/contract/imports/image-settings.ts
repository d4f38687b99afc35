import { z } from 'zod'

/** The output format; `keep` keeps the source's format where that is possible. */
export const imageFormats = ['keep', 'png', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** What an import makes of images, as the window, its journal and the image process say it. */
export const imageSettings = z.object({
  /** Longest side in pixels of the result; null leaves the size alone. Images are never enlarged. */
  maxPixels: z.int().positive().nullable(),
  format: z.enum(imageFormats),
  /** For JPEG and WebP. */
  quality: z.int().min(1).max(100),
  /** Cuts the middle out to a square, as wallets do. */
  square: z.boolean().optional(),
  /** Makes an image anew that says where it was taken, which leaves that out. */
  withoutLocation: z.boolean().optional(),
  /** Makes an image anew whose colours are not those of sRGB in 8 bits a channel. */
  srgb: z.boolean().optional(),
  /** A changed image keeps its colour profile; by default its colours become sRGB. */
  keepsProfile: z.boolean().optional(),
})
export type ImageSettings = Readonly<z.output<typeof imageSettings>>
