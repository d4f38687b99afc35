/**
 * Loaded before a child program: gives it what Electron gives a utility process, over the channel
 * of child_process. Told to `throwNow`, it fails with that text as an error in the program would.
 */
import { EventEmitter } from 'node:events'

const port = new EventEmitter()
const early: unknown[] = []
const emit = (data: unknown): void => void port.emit('message', { data })

process.on('message', (data) => {
  if (typeof data === 'object' && data !== null && 'throwNow' in data)
    throw new Error(String(data.throwNow))
  if (port.listenerCount('message') === 0) early.push(data)
  else emit(data)
})
port.on('newListener', (name) => {
  if (name === 'message') queueMicrotask(() => early.splice(0).forEach(emit))
})
process.on('disconnect', () => process.exit())
Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, { postMessage: (message: unknown) => process.send?.(message) }),
})
