import childProcess from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/**
 * Runs the app's installation of a verified file with electron-updater's own code for a platform, in
 * plain Node, and prints what happened. Programs of Windows are not started: they are named.
 */
const asked = z.object({
  platform: z.enum(['linux', 'win32', 'darwin']),
  resources: z.string(),
  verified: z.object({
    path: z.string(),
    version: z.string(),
    command: z.undefined().optional(),
    file: z.object({
      name: z.string(),
      kind: z.enum(['appimage', 'windows', 'mac']),
      arch: z.literal('x64'),
      bytes: z.int(),
      sha512: z.string(),
      signatures: z.array(z.never()),
    }),
  }),
})
const { platform, resources, verified } = asked.parse(JSON.parse(process.argv[2] ?? ''))

Object.defineProperty(process, 'platform', { value: platform })
Object.defineProperty(process, 'resourcesPath', { value: resources })
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
})
// It logs to the console, which is where the answer goes.
console.info = console.warn = console.error = console.debug = () => undefined

/** With the SHA-256 of each program. */
const started: { program: string; args: readonly string[]; sha256: string }[] = []
if (platform === 'win32') {
  const { spawn } = childProcess
  const recording = (program: string, args: readonly string[]) => {
    const sha256 = createHash('sha256').update(readFileSync(program)).digest('hex')
    started.push({ program, args, sha256 })
    return spawn('true')
  }
  Object.assign(childProcess, { spawn: recording })
  syncBuiltinESMExports()
}

const { installUpdate } = await import('#main/shell/install-update.ts')
const { happened } = await import('./electron.ts')
const error = await installUpdate({ ...verified, command: undefined }).then(
  () => null,
  (thrown: unknown) => String(thrown),
)
// It ends the app after it has answered; on macOS Squirrel does. That it ends nothing can only be given time.
const hasEnded = () => error !== null || platform === 'darwin' || happened.quits > 0
// oxlint-disable-next-line no-await-in-loop -- one look after the other
do await sleep(50)
while (!hasEnded())
process.stdout.write(JSON.stringify({ ...happened, started, error }))
process.exit(0)
