import type { Session } from 'electron'
import type { Services } from '../services/services.ts'
import { fileResponse, type ResponseHeaders } from './file-response.ts'
import { isWork, scheme, workScheme } from './origin.ts'

/** Serves HTML and SVG works, byte for byte, under headers that leave them alone with themselves. */
export const serveWorks = (session: Session, work: Services['work']): void => {
  session.protocol.handle(workScheme, async (request) => {
    try {
      return await answer(request, work)
    } catch {
      return errorResponse(500)
    }
  })
}

const answer = async (request: Request, work: Services['work']): Promise<Response> => {
  if (!isWork(request.url)) return errorResponse(404)
  if (request.method !== 'GET') return errorResponse(405)
  const found = await work(new URL(request.url))
  if (found === undefined) return errorResponse(404)
  // never in parts: a page is one document
  const whole = { headers: new Headers() }
  const headers = { ...workHeaders, 'content-type': found.mediaType }
  return (await fileResponse(found.path, whole, headers)) ?? errorResponse(404)
}

const errorResponse = (status: number): Response =>
  new Response(null, { status, headers: workHeaders })

/**
 * A work may use what is in its own file: inline programs and styles, `data:` and `blob:`. The
 * sandbox gives it an origin that nothing else has, so it has no storage, no service worker and no
 * way to the app; no form, popup, dialog, download or navigation of the window is possible.
 */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data: blob:",
  'img-src data: blob:',
  'media-src data: blob:',
  'font-src data: blob:',
  'connect-src data: blob:',
  'worker-src blob:',
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${scheme}:`,
  'sandbox allow-scripts',
].join('; ')

/** Features of the browser that a work is never given; the frame that shows it grants none either. */
const features = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const workHeaders: ResponseHeaders = {
  'content-security-policy': policy,
  'permissions-policy': features.map((feature) => `${feature}=()`).join(', '),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  // the app's page, which has another origin, may embed it
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
}
