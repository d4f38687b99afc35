import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { extname, resolve, sep } from 'node:path'

export type ResponseHeaders = Readonly<Record<string, string>>

/**
 * The most that one answer holds of a file that is asked for in parts, as players do. A player asks
 * for the next part by itself.
 */
export const partBytes = 4 * 1024 ** 2

/** A file as a stream: however large, it is never whole in memory. Undefined: there is none. */
export const fileResponse = async (
  path: string,
  request: { readonly headers: { get(name: string): string | null } },
  headers: ResponseHeaders,
): Promise<Response | undefined> => {
  const details = await stat(path).catch(() => undefined)
  if (details?.isFile() !== true) return undefined
  const { size } = details
  const all = { ...headers, 'accept-ranges': 'bytes' }
  const asked = request.headers.get('range')
  if (asked === null || size === 0)
    return new Response(Readable.toWeb(createReadStream(path)), {
      headers: { ...all, 'content-length': String(size) },
    })
  const part = partOf(asked, size)
  if (part === undefined)
    return new Response(null, {
      status: 416,
      headers: { ...all, 'content-range': `bytes */${size}` },
    })
  const { start, end } = part
  return new Response(Readable.toWeb(createReadStream(path, { start, end })), {
    status: 206,
    headers: {
      ...all,
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${size}`,
    },
  })
}

/**
 * The bytes that a `Range` header asks for, first and last, at most {@link partBytes}. Undefined for
 * a range outside of the file, and for several of them, which no player asks for.
 */
const partOf = (
  header: string,
  size: number,
): { readonly start: number; readonly end: number } | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header.trim()) ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start > last) return undefined
  return { start, end: Math.min(last, start + partBytes - 1) }
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

export const ownMediaTypeOf = (path: string): string =>
  mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream'

/** The file of `folder` that a path of an address names; undefined when it names none inside it. */
export const fileWithin = (folder: string, pathname: string): string | undefined => {
  const path = decodePath(pathname)
  if (path === undefined || path.includes('\0')) return undefined
  const file = resolve(folder, `.${path}`)
  return file.startsWith(resolve(folder) + sep) ? file : undefined
}

const decodePath = (pathname: string): string | undefined => {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
