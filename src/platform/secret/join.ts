import { Secret } from './secret.ts'

/**
 * Joins public and secret pieces to one secret text. Works on bytes, because strings cannot be
 * wiped. The caller keeps the pieces.
 */
export const joinSecret = (pieces: readonly (string | Secret)[]): Secret => {
  const encoder = new TextEncoder()
  const parts = pieces.map((piece) =>
    typeof piece === 'string'
      ? encoder.encode(piece)
      : piece.use((bytes) => Uint8Array.from(bytes)),
  )
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
    part.fill(0)
  }
  return Secret.ofBytes(whole)
}

/** A JSON list of texts that need no escaping, such as bech32 keys. */
export const secretList = (texts: readonly Secret[]): readonly (string | Secret)[] => [
  '[',
  ...texts.flatMap((text, index) => [index === 0 ? '"' : ',"', text, '"']),
  ']',
]
