import { documentText, filled, longText, shortText } from '#values/bounds/bounded.ts'

/**
 * Text that is a secret, sent to the vault or shown to the user. A call with such text in its input
 * or output is marked `secret: true`, so that the window caches neither. The mark on the schema
 * lets a test find a call without it.
 */
export const secretText = longText.meta({ secret: true })

/** Such text in a form that requires it. */
export const requiredSecret = filled(longText).meta({ secret: true })

/** A key or token that a service issued, in a form that requires it. */
export const secretKey = filled(shortText).meta({ secret: true })

/** A file that contains a secret. */
export const secretDocument = documentText.meta({ secret: true })
