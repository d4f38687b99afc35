import { makeCodec } from '../page/codec.ts'

/** Node's end of what page/preload-world.ts speaks. */
export const codec = makeCodec({
  toText: (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  toBytes: (text) => Uint8Array.from(Buffer.from(text, 'base64')),
})
