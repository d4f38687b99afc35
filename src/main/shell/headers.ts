const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const everywhere = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

export type Headers = Readonly<Record<string, string>>

/** Of the app's own files. */
export const pageHeaders: Headers = { ...everywhere, 'content-security-policy': policy }

/** Of what came from the user's folders and the network: an image runs and loads nothing, even by itself. */
export const imageHeaders: Headers = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
