/**
 * The part of CBOR (RFC 8949) that scripts and transactions need. Writes definite lengths, reads
 * both.
 */

/** Major types by name. */
export const major = {
  unsigned: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  list: 4,
  map: 5,
  tag: 6,
  simple: 7,
} as const

/** Bytes that the head of an item takes: its type together with a length or a number. */
export const headBytes = (value: number | bigint): number =>
  value < 24 ? 1 : value < 0x100 ? 2 : value < 0x1_0000 ? 3 : value < 0x1_0000_0000 ? 5 : 9

/** The shortest head for a value up to 2^64 - 1. */
export const writeHead = (type: number, value: number | bigint): Uint8Array => {
  const length = headBytes(value)
  const head = new Uint8Array(length)
  if (length === 1) {
    head[0] = (type << 5) | Number(value)
    return head
  }
  head[0] = (type << 5) | (24 + Math.log2(length - 1))
  let rest = BigInt(value)
  for (let at = length - 1; at > 0; at -= 1, rest >>= 8n) head[at] = Number(rest & 0xffn)
  return head
}

/** `length` is undefined where the list has no stated length and ends with a break. */
export type Head = { readonly type: number; readonly value: bigint | undefined }

/** Reads heads and bytes in order; every error is an Error whose message completes a sentence. */
export class CborReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** How many bytes have been read. */
  get at(): number {
    return this.#at
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  readBytes(count: number): Uint8Array {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new Error('it ends too early')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  /** Skips the break that ends a list of indefinite length, if it is next. */
  readBreak(): boolean {
    if (this.#bytes[this.#at] !== 0xff) return false
    this.#at += 1
    return true
  }

  head(): Head {
    const [first = 0] = this.readBytes(1)
    const type = first >> 5
    const info = first & 0x1f
    if (info < 24) return { type, value: BigInt(info) }
    if (info === 31) return { type, value: undefined }
    if (info > 27) throw new Error('it is not CBOR')
    const argument = this.readBytes(2 ** (info - 24))
    return { type, value: argument.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n) }
  }
}
