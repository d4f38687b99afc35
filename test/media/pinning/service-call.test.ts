import { once } from 'node:events'
import { createServer } from 'node:https'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import { createPinService } from '#media/pinning/service-call.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { helloStore, secret, signal } from './service-test.ts'

/** A service with what its token bucket was told: how long to wait, as far as that was said. */
const openService = () => {
  const waits: (number | undefined)[] = []
  const service = createPinService({
    service: 'pinata',
    secret: secret(),
    header: (key) => ({ authorization: `Bearer ${key}` }),
    bucket: {
      take: () => Promise.resolve(0),
      refused: (_turn, retryAfterMs) => void waits.push(retryAfterMs),
    },
    timeoutMs: 1_000,
  })
  const get = (url: string) =>
    service.call({ operation: 'GET /', method: 'GET', url, signal }, z.unknown())
  return { get, waits }
}

it.each([
  [429, { 'retry-after': '7' }, [7_000]],
  [425, {}, [undefined]],
  [500, {}, []],
])('HTTP %i: the token bucket learns of a call that was one too many', async (...given) => {
  const [status, headers, expected] = given
  const server = await startLoopbackServer((_request, _message, response) => {
    response.writeHead(status, headers).end('{}')
  })
  onTestFinished(() => server.close())
  const { get, waits } = openService()
  await expect(get(server.url)).rejects.toMatchObject({ details: { status } })
  expect(waits).toEqual(expected)
})

it('a certificate that is not accepted is named, at a node and at a service, and is final', async () => {
  const server = createServer({ key: tlsKey, cert: tlsCert }, (_message, response) =>
    response.end(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const expected = {
    code: 'unreachable',
    message: expect.stringContaining('has a certificate that is not accepted: it is self-signed'),
    details: { rule: 'tls', final: 'place' },
  }
  await expect(openService().get(url)).rejects.toMatchObject(expected)
  const pinner = createKuboPinner({ url, store: await helloStore() })
  await expect(pinner.test(signal)).rejects.toMatchObject(expected)
})

/** Of this test alone, as `openssl req -x509 -newkey ec` makes them. */
const tlsKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrEXT6yKbOqjbRvQ8
gPx/U+V8FUj4Vl5EG92C1JiNaBmhRANCAAR22NdhMleJocLEBgy5p6qaV+6d6LER
d241/dY3YT6PfexC0BUeRNmTYsJiDZ+rifUaN+RgKDTH/tEHE+FQNXjo
-----END PRIVATE KEY-----`
const tlsCert = `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUVZy0tMx918TZ15VCQ7E8qIpdWbEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyNzAyNTQ0MFoYDzIxMjYxMTAz
MDI1NDQwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR22NdhMleJocLEBgy5p6qaV+6d6LERd241/dY3YT6PfexC0BUeRNmT
YsJiDZ+rifUaN+RgKDTH/tEHE+FQNXjoo2QwYjAdBgNVHQ4EFgQUpvTBKeokLiz9
LGfHhDB9fDzZB1gwHwYDVR0jBBgwFoAUpvTBKeokLiz9LGfHhDB9fDzZB1gwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQDk8iK5oB/Zf73QGZr2sh+9JXiPf5P+9o1GhZlZoVkRtgIhALgfIput+1q1PLqN
wOuTm8T58Oa8wQ/golZAXVd2+22A
-----END CERTIFICATE-----`
