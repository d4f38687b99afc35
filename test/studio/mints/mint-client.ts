import { createMintingClient } from '#app/api/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import { apiKey, appId } from '../open-studio.ts'
import { openMintHarness } from './mint-harness.ts'

/** A studio that mints on a devnet, and a client that calls it over HTTP. */
export const openMintClient = async () => {
  const harness = await openMintHarness()
  const studio = await harness.open()
  const baseUrl = await studio.app.listen({ host: '127.0.0.1', port: 0 })
  const client = createMintingClient({ baseUrl, appId, apiKey: Secret.ofText(apiKey) })
  const close = async () => {
    await studio.close()
    await harness.close()
  }
  return { harness, studio, client, close }
}
