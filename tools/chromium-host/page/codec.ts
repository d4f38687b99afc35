export type Base64 = {
  readonly toText: (bytes: Uint8Array) => string
  readonly toBytes: (text: string) => Uint8Array
}

export type Codec = {
  readonly encode: (value: unknown) => string
  readonly decode: (text: string) => unknown
}

/**
 * Values that structured clone takes, as JSON text: the form in which they cross the pipe between
 * Node and Chromium. A JSON array here always begins with a tag. The same source runs in Node and,
 * injected as text, in the page: it may use nothing from outside itself.
 */
export const makeCodec = (base64: Base64): Codec => {
  const views: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = {
    DataView,
    Int8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  }
  const errors: Record<string, new (message: string) => Error> = {
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
  }
  const refuse = (value: unknown): never => {
    throw new DOMException(
      `An object could not be cloned: ${typeof value === 'object' ? Object.prototype.toString.call(value) : typeof value}`,
      'DataCloneError',
    )
  }

  const ofNumber = (value: number): unknown =>
    Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : ['number', Object.is(value, -0) ? '-0' : String(value)]

  const ofBytes = (value: ArrayBufferView): unknown => {
    const name = value.constructor.name
    // Node's Buffer is a Uint8Array to everybody else.
    const kind = name in views ? name : 'Uint8Array'
    return [
      'bytes',
      kind,
      base64.toText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
    ]
  }

  const ofObject = (value: object, write: (inner: unknown) => unknown): unknown => {
    if (Array.isArray(value)) return ['array', ...value.map(write)]
    if (ArrayBuffer.isView(value)) return ofBytes(value)
    if (value instanceof ArrayBuffer)
      return ['bytes', 'ArrayBuffer', base64.toText(new Uint8Array(value))]
    if (value instanceof Date) return ['date', ofNumber(value.getTime())]
    if (value instanceof Map) return ['map', ...[...value].map((pair) => pair.map(write))]
    if (value instanceof Set) return ['set', ...[...value].map(write)]
    if (value instanceof RegExp) return ['regexp', value.source, value.flags]
    if (value instanceof Error) return ['error', value.name, value.message, value.stack ?? '']
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
      return refuse(value)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, write(inner)]))
  }

  const toJson = (root: unknown): unknown => {
    const open = new Set<object>()
    const write = (value: unknown): unknown => {
      if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
      if (typeof value === 'number') return ofNumber(value)
      if (value === undefined) return ['undefined']
      if (typeof value === 'bigint') return ['bigint', String(value)]
      if (typeof value !== 'object') return refuse(value)
      if (open.has(value))
        throw new Error('The Chromium host cannot send a value that holds itself.')
      open.add(value)
      const written = ofObject(value, write)
      open.delete(value)
      return written
    }
    return write(root)
  }

  const bytesFrom = (kind: string, text: string): unknown => {
    const bytes = base64.toBytes(text)
    if (kind === 'Uint8Array') return bytes
    const buffer = new ArrayBuffer(bytes.length)
    new Uint8Array(buffer).set(bytes)
    const View = views[kind]
    return View === undefined ? buffer : new View(buffer)
  }

  const errorFrom = (name: string, message: string, stack: string): Error => {
    const Known = errors[name]
    const error = Known === undefined ? new Error(message) : new Known(message)
    if (Known === undefined && name !== 'Error') error.name = name
    error.stack = stack
    return error
  }

  const pairOf = (value: unknown): readonly [unknown, unknown] =>
    Array.isArray(value) ? [fromJson(value[0]), fromJson(value[1])] : [undefined, undefined]

  const fromTagged = ([tag, ...rest]: readonly unknown[]): unknown => {
    const [first, second, third] = rest
    switch (tag) {
      case 'array':
        return rest.map(fromJson)
      case 'bigint':
        return BigInt(String(first))
      case 'number':
        return Number(first)
      case 'date':
        return new Date(Number(fromJson(first)))
      case 'map':
        return new Map(rest.map(pairOf))
      case 'set':
        return new Set(rest.map(fromJson))
      case 'regexp':
        return new RegExp(String(first), String(second))
      case 'error':
        return errorFrom(String(first), String(second), String(third))
      case 'bytes':
        return bytesFrom(String(first), String(second))
      default:
        return undefined
    }
  }

  const fromJson = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return fromTagged(value)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fromJson(inner)]))
  }

  return {
    encode: (value) => JSON.stringify(toJson(value)),
    decode: (text) => fromJson(JSON.parse(text)),
  }
}
