import { app } from 'electron'

/**
 * Takes the network from Chromium too, whose own services know nothing of a session's guards: no
 * name resolves, the proxy does not exist, and nothing goes around it. To be called before the app
 * is ready.
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
