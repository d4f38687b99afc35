/**
 * What every program here has in common: where the devnet is, test ADA, and the report that
 * test/peers reads from the standard output.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export const {
  DEVNET_URL: url = '',
  DEVNET_TOKEN: token = '',
  /** The address that each program pays. */
  DEVNET_RECEIVER: receiver = '',
} = process.env

const headers = { project_id: token, 'content-type': 'application/json' }

/** Gives an address 100 test ADA, and waits until they are in a block. */
export const fund = async (address) => {
  const body = JSON.stringify({ address, lovelace: '100000000' })
  const reply = await fetch(`${url}/devnet/fund`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`The devnet gave no test ADA: ${await reply.text()}`)
  const { tx_hash: id } = await reply.json()
  await until(async () => (await fetch(`${url}/txs/${id}`, { headers })).ok)
}

/** Asks again until the answer is yes; the test ends a program that waits forever. */
export const until = async (isDone) => {
  while (!(await isDone())) await sleep(200)
}

/** CIP-25 metadata of the token `Peer`. */
export const metadataOf = (policyId) => ({
  [policyId]: { Peer: { name: 'Peer', image: 'ipfs://x' } },
})

/** Says what was done: the last line of the output. */
export const report = (result) => {
  console.log(JSON.stringify(result))
  // Some libraries keep connections or timers that would keep the process.
  process.exit(0)
}
