/**
 * How a delivery is signed. `standard`: Standard Webhooks, whose signature also covers the time.
 * `tangocrypto`: the older `x-tangocrypto-signature` over the body alone.
 */
export const signatureSchemes = ['standard', 'tangocrypto'] as const
export type SignatureScheme = (typeof signatureSchemes)[number]
