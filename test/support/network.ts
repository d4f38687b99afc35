import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** A network in which nothing but the programs of one test listens. */
export type TestNetwork = {
  /** False where the system allows no namespaces: then it is the loopback of this computer. */
  readonly isApart: boolean
  /** An address of the server that is not 127.0.0.1. */
  readonly address: string
  /** A command, run in the network. */
  readonly within: (command: readonly string[]) => readonly string[]
  readonly fetch: (url: string, init?: Asked) => Promise<{ status: number; body: string }>
  close(): Promise<void>
}

type Asked = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const answer = z.object({ status: z.int(), body: z.string() })

/** Run by Node inside of the network. */
const asking = `
  let given = ''
  for await (const piece of process.stdin) given += piece
  const { url, init } = JSON.parse(given)
  const reply = await fetch(url, { redirect: 'manual', ...init })
  process.stdout.write(JSON.stringify({ status: reply.status, body: await reply.text() }))
`

export const openNetwork = async (): Promise<TestNetwork> => {
  const apart = ['--map-root-user', '--net']
  const isApart = spawnSync('unshare', [...apart, 'true']).status === 0
  if (!isApart)
    return networkOf(
      false,
      (command) => command,
      async () => undefined,
    )
  const address = 'ip link set lo up && ip addr add 192.0.2.10/32 dev lo'
  const holder = spawn(
    'unshare',
    [...apart, 'sh', '-c', `${address} && echo up && exec sleep 1d`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(holder.stdout, 'data')
  const enter = ['nsenter', '--target', String(holder.pid), '--user', '--net']
  return networkOf(
    true,
    (command) => [...enter, '--preserve-credentials', ...command],
    async () => {
      holder.kill()
      await once(holder, 'exit')
    },
  )
}

const networkOf = (
  isApart: boolean,
  within: TestNetwork['within'],
  close: TestNetwork['close'],
): TestNetwork => ({
  isApart,
  address: isApart ? '192.0.2.10' : '127.0.0.2',
  within,
  close,
  fetch: async (url, init = {}) => {
    const [program = '', ...args] = within([process.execPath, '--input-type=module', '-e', asking])
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(JSON.stringify({ url, init }))
    return answer.parse(JSON.parse(await text(child.stdout)))
  },
})
