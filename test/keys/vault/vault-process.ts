import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { ColdpressError, errorTable, type ErrorCode } from '#values/errors/errors.ts'
import type { Verbs } from './vault-driver.ts'

const answer = z.union([
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
  z.object({ value: z.unknown() }),
])

export type VaultProcess = {
  /** Runs one verb of the driver in the other process; its errors come back as they were thrown. */
  run<V extends keyof Verbs>(verb: V, ...args: Parameters<Verbs[V]>): Promise<unknown>
  /** Ends the input; throws unless the process then ends by itself, with exit code 0. */
  finish(): Promise<void>
}

export const startVaultProcess = (env: Readonly<Record<string, string>>): VaultProcess => {
  const driver = fileURLToPath(new URL('vault-driver.ts', import.meta.url))
  const child = spawn(process.execPath, [driver], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    run: async (verb, ...args) => {
      child.stdin.write(`${JSON.stringify({ verb, args })}\n`)
      const { value: line } = await lines.next()
      const result = answer.parse(JSON.parse(String(line)))
      if ('value' in result) return result.value
      throw errorOf(result.error)
    },
    finish: async () => {
      child.stdin.end()
      await exited
      if (child.exitCode !== 0) throw new Error(`the vault's process ended with ${child.exitCode}`)
    },
  }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code)

const errorOf = ({ code, message }: { code: string; message: string }): Error =>
  isErrorCode(code) ? new ColdpressError(code, message) : new Error(message)
