/**
 * A devnet in a process of its own, to be killed at any moment. Arguments: database, token, and
 * milliseconds between blocks; by default they come quickly, so that kills fall into them too. Says
 * its base URL in a line once it is up.
 */
import { Secret } from '#platform/secret/secret.ts'
import { startDevnet } from '#devnet/server.ts'

const [database = '', token = '', blockMs = '15'] = process.argv.slice(2)
const devnet = await startDevnet({
  database,
  token: Secret.ofText(token),
  blockMs: Number(blockMs),
})
console.log(devnet.baseUrl)
