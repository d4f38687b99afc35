import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const folder = join(import.meta.dirname, '..', '..', 'tools', 'ipfs-peer')
const urls = z.object({ api: z.url(), gateway: z.url() })

export type IpfsPeer = {
  /** Of its Kubo RPC interface, as `http://127.0.0.1:PORT`. */
  readonly api: string
  readonly gateway: string
  stop(): Promise<void>
}

/** Starts a real IPFS node with an empty repository of its own. Needs `node tools/ipfs-peer/install.ts`. */
export const startIpfsPeer = async (): Promise<IpfsPeer> => {
  const repo = await mkdtemp(join(tmpdir(), 'coldpress-ipfs-'))
  const child = spawn(process.execPath, [join(folder, 'peer.mjs'), repo], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const stop = async (): Promise<void> => {
    child.stdin.end()
    await exited
    await rm(repo, { recursive: true, force: true })
  }
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{')) return { ...urls.parse(JSON.parse(line)), stop }
  }
  await stop()
  throw new Error(`the IPFS test node did not start:\n${stderr}`)
}
