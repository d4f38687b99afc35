import '../../../core/offline/first.ts'
import { join } from 'node:path'
import type { z } from 'zod'
import type { PolicyKeys } from '../../../core/cardano/policy-keys.ts'
import { scriptToCbor } from '../../../core/cardano/scripts.ts'
import { openContentStore } from '../../../core/content/store.ts'
import { ColdpressError } from '../../../shared/errors.ts'
import { startHomeStudio } from '../../../studio/home-studio.ts'
import type { RunningStudio } from '../../../studio/server.ts'
import { childLog, endOnUncaught, portToParent } from '../child-program.ts'
import { copyOfKey } from '../fields.ts'
import { type Link, openLink } from '../link.ts'
import { policyKeysCalls, studioCalls } from './calls.ts'

/**
 * The program of the studio process: the studio of one data folder, on loopback. What it needs of
 * the vault it asks of the main process.
 */
const main = (): void => {
  endOnUncaught('studio')
  let running: Promise<RunningStudio> | undefined
  const link = openLink<typeof studioCalls, typeof policyKeysCalls>({
    port: portToParent(),
    serves: studioCalls,
    handlers: {
      start: async (options) => {
        if (running !== undefined) throw startedAlready()
        const starting = start(options, askedKeys(link))
        running = starting
        try {
          const { baseUrl, appId } = await starting
          return { baseUrl, appId }
        } catch (error) {
          running = undefined
          throw error
        }
      },
      close: async () => (await running)?.close(),
    },
    asks: policyKeysCalls,
    peer: 'main process',
    log: childLog('studio'),
  })
}

type StartOptions = z.output<typeof studioCalls.start.input>

const start = async (
  { home, network, port, apiKey }: StartOptions,
  keys: PolicyKeys,
): Promise<RunningStudio> => {
  // The link wipes what it brought; this copy lives as long as the studio.
  const ownKey = apiKey.copy()
  const content = await openContentStore({ dir: join(home, 'content') })
  try {
    const studio = await startHomeStudio({ home, content, network, port, keys, apiKey: ownKey })
    const close = async (): Promise<void> => {
      await studio.close()
      content.close()
    }
    return { ...studio, close }
  } catch (error) {
    content.close()
    ownKey.wipe()
    throw error
  }
}

const askedKeys = (link: Link<typeof policyKeysCalls>): PolicyKeys => ({
  storeKeys: ({ script, keys, collectionName }) =>
    link.call('storeKeys', {
      ...(script === undefined ? {} : { script: scriptToCbor(script) }),
      keys: keys.map(copyOfKey),
      collectionName,
    }),
  revealKeys: (keyHashes) => link.call('revealKeys', [...keyHashes]),
  witness: (bodyHash, keyHash) => link.call('witness', { bodyHash, keyHash }),
})

const startedAlready = (): ColdpressError =>
  new ColdpressError('internal', 'The studio process runs one studio; it runs already.')

main()
