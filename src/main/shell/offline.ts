import { app } from 'electron'
import { z } from 'zod'
import { isOffline } from '#core/offline/offline.ts'

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

/** The message of a second start to the running app. */
const start = z.object({ offline: z.boolean() })

export const thisStart = (): z.output<typeof start> => ({ offline: isOffline() })

/** A sentence for whoever started Coldpress again in the other mode, which the running one keeps. */
export const otherMode = (second: unknown): string | undefined => {
  const read = start.safeParse(second)
  if (!read.success || read.data.offline === isOffline()) return undefined
  return read.data.offline
    ? 'Coldpress runs already, with the network. Close it first, then start it with --offline.'
    : 'Coldpress runs already, offline. Close it first, then start it without --offline.'
}
