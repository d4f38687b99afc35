import { protocol, type Session } from 'electron'
import type { Services } from '../services/services.ts'
import { crashPage, type ErrorPageContent, errorPageStyle } from './error-page.ts'
import { fileResponse, fileWithin, ownMediaTypeOf, type ResponseHeaders } from './file-response.ts'
import { isOwn, scheme, workScheme } from './origin.ts'

/** To be called before the app is ready. */
export const registerSchemes = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      // a player asks a streaming scheme for parts of a file
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        codeCache: true,
        stream: true,
      },
    },
    { scheme: workScheme, privileges: { standard: true, secure: true } },
  ])
}

export type ServedFile = {
  /** Folder of the window's own files. */
  readonly files: string
  readonly image: Services['image']
  readonly error: () => ErrorPageContent | undefined
}

/** Serves the window's files, the images of the services, and the error page. Nothing else exists. */
export const serveApp = (session: Session, served: ServedFile): void => {
  session.protocol.handle(scheme, async (request) => {
    try {
      return await answer(request, served)
    } catch {
      return errorResponse(500)
    }
  })
}

const answer = async (request: Request, served: ServedFile): Promise<Response> => {
  if (!isOwn(request.url)) return errorResponse(404)
  if (request.method !== 'GET') return errorResponse(405)
  const url = new URL(request.url)
  if (/^\/(?:thumb|content|preview|draft-work|draft-video|proposed)\//u.test(url.pathname))
    return serveImage(request, url, served)
  if (url.pathname === '/error.css') return text(errorPageStyle, 'text/css; charset=utf-8')
  if (url.pathname === '/error.html') {
    const error = served.error()
    return error === undefined
      ? errorResponse(404)
      : text(crashPage(error), 'text/html; charset=utf-8')
  }
  return ownFile(request, url, served.files)
}

const ownFile = async (request: Request, url: URL, folder: string): Promise<Response> => {
  const path = fileWithin(folder, url.pathname === '/' ? '/index.html' : url.pathname)
  if (path === undefined) return errorResponse(403)
  // the bundler puts a hash of the content into every name but the page's
  const isHashed = url.pathname.startsWith('/assets/')
  const headers = {
    ...pageHeaders,
    'content-type': ownMediaTypeOf(path),
    ...cacheHeaders(isHashed),
  }
  return (await fileResponse(path, request, headers)) ?? errorResponse(404)
}

const serveImage = async (request: Request, url: URL, { image }: ServedFile): Promise<Response> => {
  const found = await image(url)
  if (found === undefined) return errorResponse(404)
  const isMedia = /^(?:image|video|audio)\/[\w.+-]+$/u.test(found.mediaType)
  const headers = {
    ...imageHeaders,
    'content-type': isMedia ? found.mediaType : 'application/octet-stream',
    ...cacheHeaders(/^\/(?:thumb|content)\//u.test(url.pathname)),
  }
  return (await fileResponse(found.path, request, headers)) ?? errorResponse(404)
}

const cacheHeaders = (isImmutable: boolean): ResponseHeaders => ({
  'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-store',
})

const text = (body: string, mediaType: string): Response =>
  new Response(body, {
    headers: { ...pageHeaders, 'content-type': mediaType, ...cacheHeaders(false) },
  })

const errorResponse = (status: number): Response =>
  new Response(null, { status, headers: pageHeaders })

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  // works, each in a sandboxed frame of another origin
  `frame-src ${workScheme}:`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const everywhere = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** Of the app's own files. */
const pageHeaders: ResponseHeaders = { ...everywhere, 'content-security-policy': policy }

/** Of what came from the user's folders and the network: an image runs and loads nothing, even by itself. */
const imageHeaders: ResponseHeaders = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
