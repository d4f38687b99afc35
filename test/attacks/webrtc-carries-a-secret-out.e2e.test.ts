import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { startApp } from '../support/app.ts'

/** As a page that was taken over would: the secret is the name that ICE sends to whoever it asks. */
const sendByWebRtc = (port: number, secret: string): string => `(async () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const kinds = [window.RTCPeerConnection, frame.contentWindow.RTCPeerConnection]
  const connect = async (Connection) => {
    const server = { urls: ['stun:127.0.0.1:${port}', 'turn:127.0.0.1:${port}?transport=udp'], username: '${secret}', credential: '${secret}' }
    const mine = new Connection({ iceServers: [server] })
    const theirs = new Connection()
    mine.createDataChannel('${secret}')
    await mine.setLocalDescription(await mine.createOffer())
    await theirs.setRemoteDescription(mine.localDescription)
    await theirs.setLocalDescription(await theirs.createAnswer())
    await mine.setRemoteDescription(theirs.localDescription)
    const candidate = 'candidate:1 1 udp 2122260223 127.0.0.1 ${port} typ host'
    await mine.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 })
  }
  for (const Connection of kinds) if (Connection) await connect(Connection)
  return [typeof window.RTCPeerConnection, typeof window.webkitRTCPeerConnection, typeof window.RTCDataChannel]
})()`

it.each([{ args: [] }, { args: ['--offline'] }])(
  'A page that was taken over sends no UDP packet by WebRTC (app started with $args)',
  async ({ args }) => {
    const listener = createSocket('udp4')
    let packets = 0
    listener.on('message', () => {
      packets += 1
    })
    listener.bind(0, '127.0.0.1')
    await once(listener, 'listening')
    const running = await startApp({ args })
    try {
      await running.page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
      const { port } = listener.address()
      const found = await running.page.evaluate(sendByWebRtc(port, 'a-secret-of-the-vault'))
      // ICE asks again for seconds.
      await sleep(4000)
      expect(packets).toBe(0)
      expect(found).toEqual(['undefined', 'undefined', 'undefined'])
    } finally {
      await running.close()
      listener.close()
    }
  },
)
