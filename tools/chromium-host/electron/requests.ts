import type { Cdp, Protocol } from '../chromium/cdp.ts'
import { boot } from '../boot.ts'
import { grantedPermissions } from './permissions.ts'
import { addresses } from './schemes.ts'
import type { SessionRules } from './session.ts'

type Paused = Protocol.Fetch.requestPausedPayload
export type Navigation = {
  readonly url: string
  readonly isMainFrame: boolean
  readonly isRedirect: boolean
}
export type RequestGate = {
  readonly cdp: Cdp
  readonly rules: SessionRules
  readonly contents: () => object
  readonly mainFrameId: string
  /** False: the app prevents it. */
  readonly mayNavigate: (navigation: Navigation) => boolean
}

const resourceTypes: Readonly<Record<string, string>> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  EventSource: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  Media: 'media',
  WebSocket: 'webSocket',
}

let lastRequest = 0

const detailsOf = (gate: RequestGate, { request, resourceType, frameId }: Paused, url: string) => {
  lastRequest += 1
  const isMainFrame = frameId === gate.mainFrameId
  const document = isMainFrame ? 'mainFrame' : 'subFrame'
  return {
    id: lastRequest,
    url,
    method: request.method,
    webContents: gate.contents(),
    resourceType: resourceType === 'Document' ? document : (resourceTypes[resourceType] ?? 'other'),
    referrer: addresses.fromWeb(request.headers['Referer'] ?? ''),
    timestamp: Date.now(),
    uploadData: [],
  }
}

const requestOf = ({ request }: Paused, url: string): Request => {
  const entries = request.hasPostData === true ? (request.postDataEntries ?? []) : []
  const body = Buffer.concat(entries.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')))
  const hasBody = entries.length > 0
  return new Request(url, {
    method: request.method,
    headers: request.headers,
    ...(hasBody ? { body } : {}),
  })
}

const answerOf = async (
  response: Response,
): Promise<Omit<Protocol.Fetch.fulfillRequestParameters, 'requestId'>> => ({
  responseCode: response.status,
  responseHeaders: [...response.headers].map(([name, value]) => ({
    name,
    value: name === 'location' ? addresses.toWeb(value) : addresses.headerToWeb(value),
  })),
  body: Buffer.from(await response.arrayBuffer()).toString('base64'),
})

const isDevelopmentServer = (url: string): boolean =>
  boot.developmentServer !== undefined &&
  URL.parse(url)?.origin === URL.parse(boot.developmentServer)?.origin

/**
 * Before its page loads, an origin has exactly the permissions that the app's handlers give; and
 * again when the app gives other handlers.
 */
const permissionsGranter = ({ cdp, rules, contents }: RequestGate) => {
  const granted = new Map<string, Promise<unknown>>()
  const ask = async (origin: string): Promise<void> => {
    const permissions = await grantedPermissions(
      rules.permissionRequest(),
      rules.permissionCheck(),
      contents(),
      addresses.fromWeb(origin).replace(/\/$/u, ''),
    )
    await cdp.send('Browser.grantPermissions', { origin, permissions })
  }
  rules.onPermissionHandlers(() => {
    // a page that is gone needs none
    for (const origin of granted.keys())
      granted.set(
        origin,
        ask(origin).catch(() => undefined),
      )
  })
  return (webUrl: string): Promise<unknown> => {
    const { origin } = new URL(webUrl)
    const asked = granted.get(origin) ?? ask(origin)
    granted.set(origin, asked)
    return asked
  }
}

/**
 * Every request of a page comes here. It is answered by the session's own protocol handler or it
 * fails: nothing leaves the app. What the app's own rules refuse fails as it does in Electron; what
 * only the host stops fails as if there were no network, so that a test can tell the two apart.
 */
export const createRequestGate = (gate: RequestGate) => {
  const grantPermissions = permissionsGranter(gate)

  const decide = async (paused: Paused, sessionId: string): Promise<void> => {
    const { requestId, request, resourceType, frameId, redirectedRequestId } = paused
    const url = addresses.fromWeb(`${request.url}${request.urlFragment ?? ''}`)
    const fail = async (errorReason: Protocol.Network.ErrorReason): Promise<void> => {
      await gate.cdp.send('Fetch.failRequest', { requestId, errorReason }, sessionId)
    }
    const isMainFrame = frameId === gate.mainFrameId
    if (
      resourceType === 'Document' &&
      !gate.mayNavigate({ url, isMainFrame, isRedirect: redirectedRequestId !== undefined })
    )
      return fail('Aborted')
    if (!(await gate.rules.beforeRequest(detailsOf(gate, paused, url))))
      return fail('BlockedByClient')
    const handler = gate.rules.handlers.get(url.slice(0, url.indexOf(':')))
    if (handler === undefined && !isDevelopmentServer(url)) return fail('InternetDisconnected')
    if (resourceType === 'Document' && isMainFrame) await grantPermissions(request.url)
    if (handler === undefined) {
      await gate.cdp.send('Fetch.continueRequest', { requestId }, sessionId)
      return
    }
    const answer = await answerOf(await handler(requestOf(paused, url)))
    await gate.cdp.send('Fetch.fulfillRequest', { requestId, ...answer }, sessionId)
  }

  return (paused: Paused, sessionId: string): void => {
    decide(paused, sessionId).catch((cause: unknown) => {
      // The page may have gone on without its answer; then there is nobody left to tell.
      if (gate.cdp.closed) return
      const isStale =
        cause instanceof Error && /Invalid InterceptionId|not found/u.test(cause.message)
      if (!isStale) console.error(`Chromium host: ${paused.request.url}:`, cause)
      gate.cdp
        .send(
          'Fetch.failRequest',
          { requestId: paused.requestId, errorReason: 'Failed' },
          sessionId,
        )
        .catch(() => {})
    })
  }
}
