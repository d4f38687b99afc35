import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openContentStore } from '#media/content/store.ts'
import { createMintingClient } from '#app/api/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startStudio } from '#studio/start-studio.ts'
import { testSeals } from '../support/test-seals.ts'
import { freshHome, newFolder, plainCollection, runColdpressMeanwhile } from './bench-home.ts'

const appId = 'bench'
export const apiKey = 'a-key-for-the-bench'

/** The summary of an import. */
export const added = z.object({ added: z.number() })

/** A studio of this process with an empty collection, as a minting service elsewhere is one. */
export const openHostedStudio = async (name: string) => {
  const home = newFolder(name)
  const content = await openContentStore({ dir: join(home, 'content') })
  const notHere = () => Promise.reject(new Error('not part of this bench'))
  const studio = await startStudio({
    database: join(home, 'studio.db'),
    content,
    network: 'devnet',
    appId,
    apiKey: Secret.ofText(apiKey),
    keys: {
      storeKeys: () => Promise.resolve(),
      revealKeys: notHere,
      watchedWallet: async () => undefined,
      keptWallet: async () => undefined,
      createWallet: notHere,
      availability: async () => ({ isOpen: true, missing: [] }),
      witness: notHere,
      ...testSeals,
    },
  })
  const client = createMintingClient({
    baseUrl: studio.baseUrl,
    appId,
    apiKey: Secret.ofText(apiKey),
  })
  const { id } = await client.createCollection(plainCollection)
  return {
    url: studio.baseUrl,
    collection: id,
    /** Where its tokens are sent to. */
    tokensUrl: `${studio.baseUrl}/${appId}/v1/nft/collections/${id}/tokens`,
    tokenCount: async () => (await client.getCollection(id)).token_count,
    names: async () => {
      const tokens = await Array.fromAsync(client.tokens(id, { size: 100 }))
      return tokens.map(({ asset_name: name }) => name)
    },
    close: async () => {
      await studio.close()
      content.close()
    },
  }
}

export type HostedStudio = Awaited<ReturnType<typeof openHostedStudio>>

/** A home with an account at a service. */
export const homeAt = async (name: string, baseUrl: string) => {
  const { home, flags } = freshHome(name)
  const key = join(home, 'key.txt')
  writeFileSync(key, `${apiKey}\n`, { mode: 0o600 })
  const where = ['--network', 'testnet', '--base-url', baseUrl, '--app-id', appId]
  const add = ['account', 'add', 'far', ...where, '--api-key-file', key]
  await runColdpressMeanwhile(z.unknown(), [...add, ...flags])
  return { home, flags }
}

/** A table in the folder with so many tokens; `image`: what its cell says. */
export const writeTable = (
  folder: string,
  count: number,
  image: (number: number) => string,
): void => {
  const rows = Array.from({ length: count }, (_, at) => {
    return `Far${at + 1},Far ${at + 1},${image(at + 1)}`
  })
  writeFileSync(join(folder, 'tokens.csv'), ['asset_name,name,image', ...rows, ''].join('\n'))
}
