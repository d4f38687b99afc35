/** The field of an answer, which is absent where there is nothing to warn of. */
export const warningsField = (warnings: readonly string[]): { readonly warnings?: string[] } =>
  warnings.length === 0 ? {} : { warnings: [...warnings] }
