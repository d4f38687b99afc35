import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../tools/dist/run.ts'
import { root } from './packages.ts'

const suite = 'bookworm'
/** What every desktop has, and what Node needs. The libraries of Electron are left out: it is not here. */
const included = ['libstdc++6', 'shared-mime-info', 'desktop-file-utils']

/** Made once with the machine's own package client, and kept: it takes a minute or two. */
const rootArchive = (): string => {
  const archive = join(root, '.cache', `debian-${suite}.tar`)
  if (existsSync(archive)) return archive
  const unfinished = `${archive}.part.tar`
  run('mmdebstrap', ['--variant=essential', `--include=${included.join(',')}`, suite, unfinished])
  renameSync(unfinished, archive)
  return archive
}

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Who runs a command in the root: its administrator, or a user without an account. */
type Who = 'root' | 'user'

export type FreshRoot = {
  readonly folder: string
  /** Runs a program inside, in mount and process namespaces of its own. */
  readonly run: (args: readonly string[], who?: Who) => Ran
}

/** A Debian with nothing but its essential packages, in an empty folder. Needs root. */
export const freshRoot = (folder: string): FreshRoot => {
  mkdirSync(folder, { recursive: true })
  run('tar', ['-xf', rootArchive(), '-C', folder])
  return {
    folder,
    run: (args, who = 'root') => {
      const user = who === 'user' ? ['--userspec=1000:1000'] : []
      const inside = 'mount -t proc proc "$0/proc" && exec chroot "$@"'
      const { status, stdout, stderr } = spawnSync(
        'unshare',
        ['--mount', '--pid', '--fork', 'sh', '-c', inside, folder, ...user, folder, ...args],
        {
          encoding: 'utf8',
          env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/home/creator', LANG: 'C.UTF-8' },
        },
      )
      return { code: status, stdout, stderr }
    },
  }
}
