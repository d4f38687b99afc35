// oxlint-disable unicorn/require-post-message-target-origin -- a worker and a process have no origin
import { createHash } from 'node:crypto'

console.log(`started with ${Object.keys(process.env).join()}`)
const refused = (act) => {
  try {
    act()
    return 'done'
  } catch (error) {
    return error.code ?? error.message
  }
}
process.parentPort.on('message', ({ data }) => {
  if (data === 'exit') process.exit(7)
  process.parentPort.postMessage({
    sum: data.reduce((sum, byte) => sum + byte, 0),
    bytes: data,
    type: process.type,
    blake2b: refused(() => createHash('blake2b512')),
  })
})
