import { isoMedia, wav } from './images.ts'

/** The smallest files that are what they say: a start by which programs know them. */

/** EBML header with the document type. */
const webm = (): Buffer =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]),
    Buffer.from('webm'),
    Buffer.alloc(64),
  ])

/** An MPEG-1 layer III frame of 128 kbit/s and 44.1 kHz, which has 417 bytes, and the next one. */
const mp3 = (): Buffer => {
  const frame = Buffer.alloc(417)
  Buffer.from([0xff, 0xfb, 0x90, 0x00]).copy(frame)
  return Buffer.concat([frame, frame])
}

const flac = (): Buffer => Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(64)])

/** A page of Ogg that starts an Opus stream. */
const ogg = (): Buffer => {
  const page = Buffer.alloc(28)
  page.write('OggS')
  page[26] = 1
  return Buffer.concat([page, Buffer.from('OpusHead'), Buffer.alloc(64)])
}

/** Head of 12 bytes (magic, version, length), and the chunk of a scene's JSON where one is given. */
export const glb = (scene?: string): Buffer => {
  const json = Buffer.from(scene ?? '')
  const head = Buffer.alloc(scene === undefined ? 12 : 20)
  head.write('glTF')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(head.length + json.length, 8)
  if (scene !== undefined) {
    head.writeUInt32LE(json.length, 12)
    head.write('JSON', 16)
  }
  return Buffer.concat([head, json])
}

export const gltf = (buffer = 'data:application/octet-stream;base64,AAAA'): string =>
  JSON.stringify({ buffers: [{ uri: buffer, byteLength: 3 }], asset: { version: '2.0' } })

export const html = '<!doctype html><html><body><script>document.title = 1</script></body></html>'

const svg =
  '<?xml version="1.0"?><!-- a drawing --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

export const pdf = (): Buffer => Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')

/** Every kind of work, by the type that goes on chain. */
export const worksByType: Readonly<Record<string, () => Buffer | string>> = {
  'video/mp4': () => isoMedia('isom'),
  'video/webm': webm,
  'audio/mpeg': mp3,
  'audio/flac': flac,
  'audio/wav': wav,
  'audio/ogg': ogg,
  'model/gltf-binary': () => glb(),
  'model/gltf+json': () => gltf(),
  'text/html': () => html,
  'image/svg+xml': () => svg,
  'application/pdf': pdf,
}
