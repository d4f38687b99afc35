import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** What `PAGER` says, as git and man read it: empty or `cat` for none. Windows has no pager of its own. */
const pagerCommand = (): readonly string[] => {
  const words = (process.env['PAGER'] ?? (process.platform === 'win32' ? '' : 'less'))
    .split(' ')
    .filter((word) => word !== '')
  return words[0] === 'cat' ? [] : words
}

/** Of less: bold labels stay, Ctrl-C ends it, and it runs no other program and opens no other file. */
const lessSettings = { LESS: '-RK', LESSSECURE: '1', LESSOPEN: '', LESSCHARSET: 'utf-8' }

/**
 * Shows a text on the terminal of standard error until the person closes it.
 * @returns whether it was shown: false where there is no pager, or it failed
 */
export const showInPager = async (text: string, signal: AbortSignal): Promise<boolean> => {
  const [program, ...args] = pagerCommand()
  if (program === undefined) return false
  const pager = spawn(program, args, {
    stdio: ['pipe', process.stderr.fd, 'inherit'],
    env: { ...process.env, ...lessSettings },
    signal,
  })
  // Where the terminal is closed it ends; what was built is then given up at the question that follows.
  process.on('SIGHUP', outliveHangup)
  // a reader who has seen enough closes the pipe
  pager.stdin?.on('error', () => undefined)
  pager.stdin?.end(`${text}\n`)
  try {
    const [status] = await once(pager, 'exit')
    return status === 0
  } catch {
    return false
  } finally {
    process.off('SIGHUP', outliveHangup)
  }
}

const outliveHangup = (): void => undefined
