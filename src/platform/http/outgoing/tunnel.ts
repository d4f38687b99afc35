import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { bareHost } from './internet-address.ts'
import { type Proxy, shownProxy } from './proxy.ts'

/**
 * Has a proxy connect to a host (RFC 9110, section 9.3.6): what goes through the tunnel afterwards is
 * not read by it where that is TLS.
 * @param target `HOST:PORT`, an IPv6 address in brackets
 */
export const openTunnel = (proxy: Proxy, target: string, timeoutMs: number): Promise<Socket> => {
  const { url } = proxy
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const asked = request({
      host: bareHost(url.hostname),
      port: url.port === '' ? undefined : url.port,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...credentialsOf(url) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    })
    asked.once('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        // what the other end has sent already belongs to the tunnel
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
        return
      }
      socket.destroy()
      reject(proxyError(proxy, `PROXY_${statusCode}`, `answered ${statusCode}`))
    })
    // a proxy answers CONNECT with nothing else; Node would wait for its body
    asked.once('response', (response) => {
      response.destroy()
      reject(proxyError(proxy, 'PROXY_NO_TUNNEL', 'opens no tunnel'))
    })
    asked.once('error', (error: NodeJS.ErrnoException) => {
      const isLate = error.name === 'AbortError' || error.name === 'TimeoutError'
      const code = isLate ? 'PROXY_TIMEOUT' : `PROXY_${error.code ?? 'LOST'}`
      reject(proxyError(proxy, code, isLate ? 'does not answer in time' : 'cannot be reached'))
    })
    asked.end()
  })
}

const credentialsOf = ({ username, password }: URL): Record<string, string> => {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

/**
 * Names the proxy, and no password. `syscall` says that nothing was sent to the host, as it does in
 * Node's own errors of connections.
 */
const proxyError = (proxy: Proxy, code: string, what: string): Error =>
  Object.assign(new Error(`the proxy ${shownProxy(proxy)} ${what}`), { code, syscall: 'connect' })
