import { limits } from '#values/bounds/limits.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openArray, closeArray] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

/**
 * Reads a request body. The shape is bounded before anything is built from it: 64 MiB of `[` or of
 * `{},` would cost gigabytes as objects.
 * @returns undefined for an empty body.
 * @throws ColdpressError `invalid`; never with a piece of the body in it, which may hold keys.
 */
export const readJsonBody = (bytes: Uint8Array): unknown => {
  if (bytes.length === 0) return undefined
  const error = shapeError(bytes)
  if (error !== undefined) throw new ColdpressError('invalid', `body: ${error}`)
  const text = decode(bytes)
  const body = parse(text)
  if (mayNamePrototype.test(text)) requireNoPrototypeKeys(body)
  return body
}

/** The name itself, or an escape that could spell a part of it. */
const mayNamePrototype = /__proto__|\\u/u

/** Counts nesting and values outside of strings, without judging whether the rest is JSON. */
const shapeError = (bytes: Uint8Array): string | undefined => {
  let depth = 0
  let values = 0
  let inString = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === backslash && inString) index += 1
    else if (byte === quote) inString = !inString
    else if (inString) continue
    else if (byte === openArray || byte === openObject) {
      depth += 1
      values += 1
      if (depth > limits.jsonDepth) return `nested deeper than ${limits.jsonDepth} levels`
    } else if (byte === closeArray || byte === closeObject) depth -= 1
    else if (byte === comma) values += 1
    if (values > limits.jsonValues) return `more than ${limits.jsonValues} values`
  }
  return undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ColdpressError('invalid', 'body: not valid UTF-8')
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The error's own message quotes the text, and the text may hold signing keys.
    throw new ColdpressError('invalid', 'body: not valid JSON, or cut off')
  }
}

/** A field of this name would vanish without a word where objects are copied. */
const requireNoPrototypeKeys = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) {
    throw new ColdpressError('invalid', 'body: "__proto__" is not allowed as the name of a field')
  }
  for (const child of Object.values(value)) requireNoPrototypeKeys(child)
}

/**
 * Bounds the bytes of all bodies that are held at the same time, since each is read into memory
 * whole. What the bodies announce is counted; one without a length counts as the largest allowed.
 * A request above the limit is answered with 429, before any of its body is read.
 */
export const addLoadLimit = (app: FastifyInstance): void => {
  let held = 0
  app.addHook('onRequest', async (request, reply) => {
    const bytes = announcedBytes(request)
    if (bytes === 0) return
    if (held + bytes > limits.bodiesHeldBytes) {
      throw new ColdpressError(
        'rate_limited',
        'the studio is reading as many large requests as it can hold; send this one again later',
      )
    }
    held += bytes
    reply.raw.once('close', () => {
      held -= bytes
    })
  })
}

const announcedBytes = (request: FastifyRequest): number => {
  if (request.headers['transfer-encoding'] !== undefined) return limits.requestBodyBytes
  const bytes = Number(request.headers['content-length'] ?? 0)
  // A body over the limit is refused without being held.
  return bytes > limits.requestBodyBytes ? 0 : bytes
}
