import { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { numberText } from '#values/text/format.ts'
import { joinTexts } from '#values/text/text-pieces.ts'
import { bytesOf } from '#values/text/text.ts'
import { wellFormed } from '../fields.ts'

const piece = wellFormed
  .min(1, 'empty, leave the piece out')
  .superRefine((text, context) => {
    const bytes = bytesOf(text)
    const message = `${bytes} bytes in UTF-8, at most ${limits.metadatumBytes} allowed in one piece`
    if (bytes > limits.metadatumBytes) context.addIssue({ code: 'custom', message })
  })
  .meta({ maxLength: limits.metadatumBytes })

/** A list of texts that goes on chain as it is: CIP-25 cuts a text of more than 64 bytes into one. */
export const textPieces = listOf(piece)
  .min(1, 'no piece, at least one required')
  .max(limits.textPieces, {
    error: ({ input }) =>
      `${Array.isArray(input) ? input.length : 'too many'} pieces, at most ${limits.textPieces} allowed`,
  })

/** JSON holds no other whole numbers exactly: 9007199254740993 arrives as 9007199254740992. */
const exactNumber = z
  .number()
  .refine(
    (value) => !Number.isInteger(value) || Number.isSafeInteger(value),
    `a whole number beyond ±${numberText(Number.MAX_SAFE_INTEGER)}, which JSON cannot hold exactly; send it as text`,
  )
  .meta({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** The value of an attribute, as a client sends it. */
export const attributeValue = z.union([wellFormed, exactNumber, textPieces])
/** A whole number is an integer on chain, a fraction is text; a list stays a list. */
export type AttributeValue = string | number | readonly string[]

/** What a description or an image says, whose pieces have nothing between them (CIP-25). */
export const joinPieces = (text: string | readonly string[]): string =>
  typeof text === 'string' ? text : text.join('')

/** An attribute as one text, as every view shows it. */
export const textOfValue = (value: AttributeValue): string =>
  typeof value === 'object' ? joinTexts(value) : String(value)
