import '#core/offline/first.ts'
import { excludeMemoryFromCoreDumps } from '#core/secret/core-dumps.ts'
import { diskError, systemCode } from '#core/disk/disk-error.ts'
import { errorTable, messageOf } from '#shared/errors.ts'
import { coldpress } from './coldpress.ts'
import { runProgram } from './program.ts'

// keys are in the memory of this process: there is no other under the command line
excludeMemoryFromCoreDumps()

let isOutputLost = false
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // whoever reads the pipe has seen enough, as in `coldpress pin list | head`
    if (systemCode(error) === 'EPIPE' || isOutputLost) return
    isOutputLost = true
    process.stderr.write(
      `coldpress: the output cannot be written: ${messageOf(diskError(error))}\n`,
    )
  })
}

const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve())
  })

const args = process.argv.slice(2)
await runProgram(await coldpress(args), args)
await Promise.all([process.stdout, process.stderr].map(written))
// What was done is done: the code says that nobody could read it.
if (isOutputLost) process.exitCode ||= errorTable.internal.exit
// A keychain that hangs, or work that was given up on, must not keep the process alive.
process.exit()
