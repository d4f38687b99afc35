import { ColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'

/** @throws ColdpressError `key_missing` */
export const requireSecret = (name: string, secret: Secret | undefined): Secret => {
  if (secret !== undefined) return secret
  throw new ColdpressError(
    'key_missing',
    `The vault has no key for the pin target ${name}. Set it up again.`,
  )
}
