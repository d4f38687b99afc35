import { onTestFinished } from 'vitest'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { createKoios } from '#chain/gateway/koios/client.ts'
import { createOgmios } from '#chain/gateway/ogmios/client.ts'
import { createDevnetApp } from '#devnet/app.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { TestChain } from './chain.ts'
import { startKoios } from './koios.ts'
import { startKupo } from './kupo.ts'
import { startOgmios } from './ogmios.ts'

const token = 'token-of-this-test'
const network = 'devnet'

/** A gateway of a kind over a chain of the tests. */
type OpenGateway = (test: TestChain) => Promise<Gateway>

const openBlockfrost: OpenGateway = async ({ chain }) => {
  const errors: unknown[] = []
  const app = createDevnetApp(chain, {
    token: Secret.ofText(token),
    failed: (error) => errors.push(error),
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    if (errors.length > 0) throw new AggregateError(errors)
  })
  return createBlockfrost({ network, baseUrl: `${origin}/api/v0`, secret: Secret.ofText(token) })
}

const openKoios: OpenGateway = async (test) => {
  const server = await startKoios(test, { token })
  onTestFinished(() => server.close())
  return createKoios({ network, baseUrl: server.baseUrl, secret: Secret.ofText(token) })
}

const openOgmios =
  (version: 6 | 7): OpenGateway =>
  async (test) => {
    const ogmios = await startOgmios(test, { version })
    const kupo = await startKupo(test)
    onTestFinished(async () => {
      await ogmios.close()
      await kupo.close()
    })
    return createOgmios({ network, ogmiosUrl: ogmios.url, kupoUrl: kupo.url })
  }

/** Every kind of gateway. */
export const gatewayKinds: readonly (readonly [name: string, open: OpenGateway])[] = [
  ['Blockfrost', openBlockfrost],
  ['Koios', openKoios],
  ['Ogmios 6 with Kupo', openOgmios(6)],
  ['Ogmios 7 with Kupo', openOgmios(7)],
]
