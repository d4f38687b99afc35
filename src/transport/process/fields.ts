import { z } from 'zod'
import { documentText, listOf } from '#values/bounds/bounded.ts'
import { Secret } from '#platform/secret/secret.ts'

/** Schemas of the fields in messages between processes. */

export const bytesField = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** A secret, which travels as bytes. */
export const secret = bytesField.transform((plain) => Secret.ofBytes(plain))

/** A list that either side may pass without a copy of its own. */
export const manyOf = <T extends z.ZodType>(item: T) => listOf(item).readonly()

/** Text parsed by a function that throws on errors. */
export const parsedBy = <T>(read: (text: string) => T) =>
  documentText.transform((text, context) => {
    try {
      return read(text)
    } catch {
      context.addIssue('not what it should be')
      return z.NEVER
    }
  })

/** For operations without input or output. */
export const nothingField = z.void()
