import { extname } from 'node:path'

/** File names that a format may go by. Containers for both sound and images share theirs. */
const mpeg4 = ['mp4', 'm4v', 'm4a', 'm4b', 'mov', 'qt', '3gp', '3g2', 'f4v']
const ogg = ['ogg', 'oga', 'ogv', 'opus', 'ogm']
const matroska = ['mkv', 'mka', 'webm', 'weba']
const mpeg = ['mp3', 'mp2', 'mpga', 'mpg', 'mpeg', 'mp1', 'aac']
const extensions: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/apng': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'audio/mpeg': mpeg,
  'audio/aac': [...mpeg, ...mpeg4],
  'audio/flac': ['flac'],
  'audio/wav': ['wav', 'wave'],
  'audio/aiff': ['aif', 'aiff', 'aifc'],
  'audio/midi': ['mid', 'midi'],
  'audio/ogg': ogg,
  'video/ogg': ogg,
  'audio/mp4': mpeg4,
  'audio/x-m4a': mpeg4,
  'video/mp4': mpeg4,
  'video/x-m4v': mpeg4,
  'video/quicktime': mpeg4,
  'video/3gpp': mpeg4,
  'video/3gpp2': mpeg4,
  'video/webm': matroska,
  'video/matroska': matroska,
  'video/x-matroska': matroska,
  'audio/x-matroska': matroska,
  'video/mpeg': mpeg,
  'model/gltf-binary': ['glb'],
  'model/gltf+json': ['gltf'],
  'text/html': ['html', 'htm'],
  'image/svg+xml': ['svg'],
  'application/pdf': ['pdf'],
}

const nouns: Readonly<Record<string, string>> = {
  'image/png': 'a PNG',
  'image/jpeg': 'a JPEG',
  'image/webp': 'a WebP image',
  'image/gif': 'a GIF',
  'image/avif': 'an AVIF image',
}

const nounOf = (mediaType: string): string => nouns[mediaType] ?? `a file of type ${mediaType}`

/**
 * The sentence, which starts with the name, about a file whose name promises another format than it holds; undefined where they
 * agree. A name without an extension promises nothing.
 */
export const nameNote = (name: string, mediaType: string): string | undefined => {
  const given = extname(name).slice(1).toLowerCase()
  const fitting = extensions[mediaType]
  if (given === '' || fitting === undefined || fitting.includes(given)) return undefined
  return `${name} is named .${given}. It is really ${nounOf(mediaType)} and will be imported as one.`
}
