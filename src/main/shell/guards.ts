import { setTimeout as sleep } from 'node:timers/promises'
import { app, type Session, shell, type WebContents } from 'electron'
import { againUrl, isOwn, isWork, outsideLink, reactivateUrl, startUrl } from './origin.ts'

/** No page may do anything but show itself; no request leaves the app. */
export const guardSession = (session: Session): void => {
  allowCamera(session, false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest(({ url, resourceType }, decide) =>
    // of a work there is its document, and nothing that it asks for
    decide({ cancel: !isOwn(url) && !(isWork(url) && resourceType === 'subFrame') }),
  )
}

/**
 * Denies every permission; while `on`, all but one: the app's own page may have the image of a
 * camera, without its sound.
 */
export const allowCamera = (session: Session, on: boolean): void => {
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const isVideo = kinds.length > 0 && kinds.every((kind) => kind === 'video')
    decide(on && permission === 'media' && isVideo && isOwn(details.requestingUrl))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { mediaType }) =>
      on && permission === 'media' && mediaType === 'video' && isOwn(origin),
  )
}

/** The links of the error page, which lead nowhere: the shell does what they say. */
type ErrorPageLinks = { readonly onAgain: () => void; readonly onReactivate: () => void }

/**
 * Guards whatever shows pages, also what a mistake may open one day.
 * @param onNoBrowser called when the system opens no browser for a link
 */
export const guardContents = (links: ErrorPageLinks, onNoBrowser: (link: string) => void): void => {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, links)
    // WebRTC asks no session and no content policy. Without a proxy that takes UDP, nothing is sent.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    // what a page was allowed ends with it
    contents.on('did-finish-load', () => allowCamera(contents.session, false))
    contents.setWindowOpenHandler(({ url }) => {
      const link = outsideLink(url)
      // a throw in here would end the app
      if (link !== undefined) shell.openExternal(link).catch(() => onNoBrowser(link))
      return { action: 'deny' }
    })
  })
}

/** A page may load itself again and nothing more: every other way leads out of the app. */
const guardNavigation = (contents: WebContents, links: ErrorPageLinks): void => {
  const stop = (event: { preventDefault(): void; readonly url: string }): void => {
    if (withoutHash(event.url) === withoutHash(contents.getURL()) && isOwn(event.url)) return
    event.preventDefault()
    if (event.url === againUrl) links.onAgain()
    if (event.url === reactivateUrl) links.onReactivate()
  }
  contents.on('will-navigate', stop)
  contents.on('will-redirect', stop)
  contents.on('will-frame-navigate', (event) => {
    // the main frame's has been judged above; a frame shows a work, and what it shows leads nowhere
    if (!event.isMainFrame && !isWork(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // Nobody is asked before a page empties itself. It gets no answer there, and is led back once it
  // has ended: Chromium drops a navigation that starts while the empty page is still being put there.
  contents.on('did-finish-load', () => {
    if (contents.getURL().startsWith('about:')) void leadBack(contents)
  })
}

/** A page that follows an empty one sometimes never ends loading; loaded again, it does. */
const leadBack = async (contents: WebContents): Promise<void> => {
  for (let tries = 0; tries < 3 && !contents.isDestroyed(); tries += 1) {
    const load = contents.loadURL(startUrl(app.getSystemLocale())).then(
      () => true,
      () => false,
    )
    if (await Promise.race([load, sleep(loadMs, false)])) return
  }
}

const loadMs = 5_000

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? ''

/**
 * Takes the network from Chromium, offline or not. The window loads nothing from it, and a session's
 * guards do not see all that a page can do: look a name up (`dns-prefetch`), connect ahead
 * (`preconnect`), WebRTC over TCP. So no name resolves, the proxy does not exist, and nothing goes
 * around it. Other processes use Node's own network. To be called before the app is ready.
 */
export const shutChromium = (): void => {
  for (const [name, value] of switches) app.commandLine.appendSwitch(name, value)
}

const switches: readonly (readonly [name: string, value?: string])[] = [
  // Date fields are written as their `lang` says, and not as the browser's own language has them.
  ['enable-blink-features', 'LangAttributeAwareFormControlUI'],
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  ['proxy-server', 'socks5://127.0.0.1:1'],
  ['proxy-bypass-list', '<-loopback>'],
  ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['disable-quic'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-sync'],
  ['no-pings'],
]
