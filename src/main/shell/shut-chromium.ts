import { app } from 'electron'

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
