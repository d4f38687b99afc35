import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isPeerInstalled } from './installed-peer.ts'

const folder = join(import.meta.dirname, '..', '..', 'tools', 'chain-peers')

/** The Python that has pycardano and blockfrost-python, once it is installed. */
export const peersPython = join(
  folder,
  '.venv',
  process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python',
)

const installed = {
  npm: join(folder, 'node_modules', '.installed-from-lock.json'),
  Python: join(folder, '.venv', '.installed-from-requirements.txt'),
} as const

/** Whether the chain libraries of a language are installed; else says how to install them. */
export const hasChainPeers = (from: keyof typeof installed): boolean =>
  isPeerInstalled(
    installed[from],
    `The chain libraries of ${from} are not installed, so nothing is tried with them: run node tools/chain-peers/install.ts.`,
  )

/** The longest that a program may take: some libraries ask for a transaction every five seconds. */
const timeoutMs = 240_000

/**
 * Runs a program of tools/chain-peers.
 * @param environment DEVNET_URL, DEVNET_TOKEN and DEVNET_RECEIVER
 * @returns the last line of its output: its report
 * @throws Error with the program's own error output
 */
export const runChainPeer = async (
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    program.endsWith('.py') ? peersPython : process.execPath,
    [join(folder, program)],
    {
      env: { ...process.env, ...environment, PYTHONDONTWRITEBYTECODE: '1' },
      timeout: timeoutMs,
      maxBuffer: 16 * 1024 ** 2,
    },
  )
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}
