import { z } from 'zod'
import { urlHostError } from './host-name.ts'
import { limits } from '../bounds/limits.ts'

/** An address is stored in the database and shown, so it must not contain a secret. */
const isBare = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username + url.password + url.search + url.hash === ''
}

/** The address of a pinning service, among the settings of its provider. */
export const serviceAddress = z
  .url({ protocol: /^https?$/u, error: 'not an http or https address', abort: true })
  .max(limits.shortTextChars, { abort: true })
  .refine((text) => urlHostError(text) === undefined, {
    error: ({ input }) => `cannot be reached: ${urlHostError(String(input)) ?? ''}`,
    abort: true,
  })
  .refine(
    isBare,
    'carries a name, a password, a query or a fragment; leave it out and give the access token apart',
  )
