import '#platform/offline/first.ts'
import '#platform/disk/thread-pool.ts'
import './v8-memory.ts'
import { excludeMemoryFromCoreDumps } from '#platform/secret/core-dumps.ts'
import { diskError, systemCode } from '#platform/disk/disk-error.ts'
import { endProcess } from '#platform/disk/drive-reads.ts'
import { errorTable, messageOf } from '#values/errors/errors.ts'
import { coldpress } from './coldpress.ts'
import { runProgram } from './program.ts'

// keys are in the memory of this process: there is no other under the command line
excludeMemoryFromCoreDumps()

let isOutputLost = false
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // the reader of the pipe has closed it, as in `coldpress pin list | head`
    if (systemCode(error) === 'EPIPE' || isOutputLost) return
    isOutputLost = true
    process.stderr.write(
      `coldpress: the output cannot be written: ${messageOf(diskError(error))}\n`,
    )
  })
}

const flushStream = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve())
  })

const args = process.argv.slice(2)
await runProgram(await coldpress(args), args)
await Promise.all([process.stdout, process.stderr].map(flushStream))
// The command itself succeeded; the exit code reports that its output was lost.
if (isOutputLost) process.exitCode ||= errorTable.internal.exit
// A keychain that hangs, or work that was given up on, must not keep the process alive.
endProcess()
