import { documentText, longText, shortText } from '../bounded.ts'

/**
 * Text that is a secret on its way to the vault, or to the user's eyes. Each call that has one in its
 * input or its answer is marked `secret: true`: the window then keeps neither of them in a cache. The
 * mark on the schema is for the test that finds a call that lacks its own.
 */
export const secretText = longText.meta({ secret: true })

/** A key or token as a service gives it. */
export const secretKey = shortText.meta({ secret: true })

/** A file with a secret inside. */
export const secretDocument = documentText.meta({ secret: true })
