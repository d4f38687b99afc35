import { z } from 'zod'
import { documentText, listOf } from '#values/bounds/bounded.ts'

/** Texts of QR codes that a camera read since the last call. `restart`: forget earlier codes. */
export const scannedParts = z.object({
  parts: listOf(documentText.max(5000)).max(100).readonly(),
  restart: z.boolean(),
})
