/**
 * A real IPFS node (js-ipfs), offline, on free loopback ports. Usage: node peer.mjs FOLDER
 * It keeps its blocks in FOLDER, prints one line of JSON, {"api": URL, "gateway": URL}, and ends
 * when its standard input is closed, that is at the latest with the process that started it.
 */
import { create } from 'ipfs-core'
import { HttpGateway } from 'ipfs-http-gateway'
import { HttpApi } from 'ipfs-http-server'

const repo = process.argv[2]
if (repo === undefined) throw new Error('usage: node peer.mjs FOLDER')

const anyPort = '/ip4/127.0.0.1/tcp/0'
const ipfs = await create({
  repo,
  offline: true,
  silent: true,
  init: { algorithm: 'Ed25519', emptyRepo: true },
  config: {
    Addresses: { Swarm: [], API: anyPort, Gateway: anyPort, Delegates: [] },
    Bootstrap: [],
    Discovery: { MDNS: { Enabled: false }, webRTCStar: { Enabled: false } },
    Pubsub: { Enabled: false },
  },
})
const api = new HttpApi(ipfs)
const gateway = new HttpGateway(ipfs)
await api.start()
await gateway.start()

// The ports that were free are only known to the servers inside.
// oxlint-disable-next-line no-underscore-dangle
const urls = { api: api._apiServers[0].info.uri, gateway: gateway._gatewayServers[0].info.uri }
console.log(JSON.stringify(urls))

const stop = async () => {
  await Promise.all([api.stop(), gateway.stop()])
  await ipfs.stop()
  process.exit(0)
}
process.stdin.resume().on('end', () => void stop())
