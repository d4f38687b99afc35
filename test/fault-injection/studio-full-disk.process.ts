/**
 * Serves the studio of a data folder on a small disk, in a mount namespace of its own: with room,
 * full, with room again. Argument: the folder; without it, it only tries to mount. Writes a line of
 * JSON for what `/health` answers each time, and in the end the log.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openContentStore } from '#media/content/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startHomeStudio } from '#studio/home/home-studio.ts'
import { apiKey, base, collectionBody, createFakeVault } from '../studio/open-studio.ts'

const [home = ''] = process.argv.slice(2)
const mount = (...args: readonly string[]) => execFileSync('mount', args)

if (home === '') {
  mount('-t', 'tmpfs', '-o', 'size=64k', 'none', tmpdir())
} else {
  mkdirSync(home, { recursive: true })
  mount('-t', 'tmpfs', '-o', 'size=8m', 'none', home)
  const content = await openContentStore({ dir: join(home, 'content') })
  const studio = await startHomeStudio({
    home,
    content,
    network: 'devnet',
    apiKey: Secret.ofText(apiKey),
    keys: createFakeVault().keys,
  })
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const report = async (disk: string): Promise<void> => {
    const body = JSON.stringify(collectionBody())
    const made = await fetch(`${studio.baseUrl}${base}/nft/collections`, {
      method: 'POST',
      headers,
      body,
    })
    const reply = await fetch(`${studio.baseUrl}/health`, { headers })
    const health: unknown = await reply.json()
    console.log(JSON.stringify({ disk, made: made.status, status: reply.status, health }))
  }
  await report('with room')
  const filler = join(home, 'filler')
  try {
    writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024))
  } catch {
    // As much as there was room for.
  }
  await report('full')
  rmSync(filler)
  await report('with room again')
  await studio.close()
  content.close()
  console.log(JSON.stringify({ log: readFileSync(join(home, 'studio', 'devnet.log'), 'utf8') }))
}
