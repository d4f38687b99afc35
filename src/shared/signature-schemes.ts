/**
 * How a delivery is signed: `standard` is Standard Webhooks, whose signature covers the time it was
 * made; `tangocrypto` is the older `x-tangocrypto-signature`, over the body alone.
 */
export const signatureSchemes = ['standard', 'tangocrypto'] as const
export type SignatureScheme = (typeof signatureSchemes)[number]
