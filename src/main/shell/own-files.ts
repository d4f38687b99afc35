import { extname, resolve, sep } from 'node:path'

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
  const path = decoded(pathname)
  if (path === undefined || path.includes('\0')) return undefined
  const file = resolve(folder, `.${path}`)
  return file.startsWith(resolve(folder) + sep) ? file : undefined
}

const decoded = (pathname: string): string | undefined => {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
