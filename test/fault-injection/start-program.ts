import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Starts a program and collects what it writes, while servers of this process answer it. */
export const startProgram = (program: string, args: readonly string[]) => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = async () => {
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code: code as unknown, stdout, stderr }
  }
  return { child, ended: ended() }
}
