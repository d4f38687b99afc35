import { createHash } from 'node:crypto'

/**
 * The tables of one domain, beside the code that owns them: `steps[n]` brings version n to n + 1.
 * A step that has shipped never changes: a database names the steps that made it by their
 * {@link schemaFingerprint}.
 */
export type Schema = { readonly name: string; readonly steps: readonly string[] }

/** SHA-256 of the steps, whatever their indentation. */
export const schemaFingerprint = (steps: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(steps.map((step) => step.replaceAll(/\s+/gu, ' ').trim())))
    .digest('hex')
