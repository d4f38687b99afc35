import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import type { TestHome } from './coldpress.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'coldpress.js')

export type TerminalRun = { readonly code: number | null; readonly screen: string }

/** A command in a terminal of its own, which util-linux's `script` has and Node lacks. */
export const spawnInTerminal = (
  home: Pick<TestHome, 'dir'>,
  args: readonly string[],
  cwd?: string,
) =>
  spawn(
    'script',
    // without exec, a shell such as dash stays beside the command and dies of Ctrl-C itself
    [
      '-qec',
      ['stty cols 200 rows 60; exec', process.execPath, launcher, ...args].join(' '),
      '/dev/null',
    ],
    {
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...process.env,
        DBUS_SESSION_BUS_ADDRESS: undefined,
        XDG_RUNTIME_DIR: undefined,
        COLDPRESS_HOME: home.dir,
        // tests read the words, not how they are drawn
        NO_COLOR: '1',
      },
    },
  )

/**
 * Runs a command in a terminal and types each answer when its question is on the screen.
 * @param answers question and answer, in the order in which they are asked
 */
export const runInTerminal = async (
  home: Pick<TestHome, 'dir'>,
  args: readonly string[],
  answers: readonly (readonly [question: string, typed: string])[],
  options: {
    readonly cwd?: string
    /** Called with all that the screen has shown so far, after each piece. */
    readonly onScreen?: (screen: string) => void
  } = {},
): Promise<TerminalRun> => {
  const child = spawnInTerminal(home, args, options.cwd)
  const exited = once(child, 'exit')
  let screen = ''
  let seen = 0
  const left = [...answers]
  for await (const piece of child.stdout.setEncoding('utf8')) {
    screen += String(piece)
    options.onScreen?.(screen)
    const [next] = left
    const at = next === undefined ? -1 : screen.indexOf(next[0], seen)
    if (next === undefined || at === -1) continue
    seen = at + next[0].length
    left.shift()
    child.stdin.write(next[1])
  }
  const [code] = await exited
  return { code: z.number().nullable().parse(code), screen }
}
