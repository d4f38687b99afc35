/**
 * A devnet in a process of its own, to be killed at any moment. Arguments: database, token. Says
 * its base URL in a line once it is up. Its blocks come quickly, so that kills fall into them too.
 */
import { Secret } from '../../src/core/secret/secret.ts'
import { startDevnet } from '../../src/devnet/server.ts'

const [database = '', token = ''] = process.argv.slice(2)
const devnet = await startDevnet({ database, token: Secret.ofText(token), blockMs: 15 })
console.log(devnet.baseUrl)
