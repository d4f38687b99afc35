import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { StartProcess } from '../processes/port.ts'

/** Starts programs of the folder that the main process was built into, with the given environment alone. */
export const createStartProcess =
  (programs: string): StartProcess =>
  (name, env) => {
    const child = utilityProcess.fork(join(programs, `${name}.js`), [], {
      serviceName: `Coldpress ${name}`,
      env,
      stdio: 'inherit',
    })
    let hasEnded = false
    child.once('exit', () => {
      hasEnded = true
    })
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
      post: (message) => child.postMessage(message),
      onMessage: (listener) => {
        child.on('message', (message: unknown) => {
          if (!hasEnded) listener(message)
        })
      },
      onExit: (listener) => {
        child.once('exit', listener)
      },
      kill: () => {
        child.kill()
      },
    }
  }
