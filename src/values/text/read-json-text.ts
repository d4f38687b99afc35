import { findJsonError } from './json-error.ts'
import { textEncodingOf } from './text-encoding.ts'

/** The text of a file of JSON; undefined where it is neither UTF-8 nor UTF-16, as PowerShell writes it. */
export const jsonTextOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(textEncodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export type ParsedJson = { readonly value: unknown } | { readonly error: string }

/** The value of a JSON text, or where it is none. A number of more digits than JSON keeps is its text. */
export const parseJsonText = (text: string): ParsedJson => {
  try {
    // A reviver takes longer, and hardly any file has such a number.
    const value: unknown = /\d{16}/u.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
    return { value }
  } catch {
    const found = findJsonError(text)
    return {
      error:
        found === undefined
          ? 'it is not valid JSON.'
          : `it is not valid JSON: line ${found.line}, column ${found.column}: ${found.what}.`,
    }
  }
}

/** Node 24 passes a number's source as a third argument; TypeScript doesn't declare it yet. */
const keepDigits = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && Math.abs(value) >= 2 ** 53
    ? (context?.source ?? value)
    : value
