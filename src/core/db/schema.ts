/**
 * The tables of one domain, beside the code that owns them: `steps[n]` brings version n to n + 1.
 * A step that has shipped never changes.
 */
export type Schema = { readonly name: string; readonly steps: readonly string[] }
