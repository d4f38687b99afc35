import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, posix, win32 } from 'node:path'
import { shellQuoted } from '#values/text/shell-word.ts'

/** The first line of every launcher, by which a later version knows it as its own. */
const mark = 'The command line of Coldpress, on the Node that came with it.'

export type Launcher = {
  /** The program `coldpress`, which starts the command line of this package. */
  readonly path: string
  readonly content: string
  /** A link to it in a folder of the PATH; undefined where `path` is in one already. */
  readonly link: string | undefined
}

/**
 * Where `coldpress` goes on a system whose packages cannot install it. Undefined: elsewhere, since
 * deb and rpm bring it.
 * @param resources the folder with app.asar and the command line
 */
export const launcherFor = ({
  platform,
  resources,
  home,
  env,
}: {
  readonly platform: NodeJS.Platform
  readonly resources: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}): Launcher | undefined => {
  if (platform === 'darwin') {
    const folder = posix.join(resources, 'command-line')
    const node = posix.join(folder, 'node_modules', 'node', 'bin', 'node')
    const script = posix.join(folder, 'bin', 'coldpress.js')
    return {
      path: posix.join(home, 'bin', 'coldpress'),
      content: `#!/bin/sh\n# ${mark}\nexec ${shellQuoted(node)} --title=coldpress ${shellQuoted(script)} "$@"\n`,
      link: '/usr/local/bin/coldpress',
    }
  }
  const local = env['LOCALAPPDATA']
  if (platform !== 'win32' || local === undefined) return undefined
  const folder = win32.join(resources, 'command-line')
  const node = win32.join(folder, 'node_modules', 'node', 'bin', 'node.exe')
  const script = win32.join(folder, 'bin', 'coldpress.js')
  return {
    // Windows puts this folder on the PATH of every user, who may write there.
    path: win32.join(local, 'Microsoft', 'WindowsApps', 'coldpress.cmd'),
    content: `@rem ${mark}\r\n@"${escapePercent(node)}" "${escapePercent(script)}" %*\r\n`,
    link: undefined,
  }
}

/** A batch file would replace what is between percent signs. */
const escapePercent = (path: string): string => path.replaceAll('%', '%%')

export type InstalledLauncher = {
  /** Whether `coldpress` can be typed now. */
  readonly isOnPath: boolean
  /** Sentences for the user. */
  readonly message: string
  /** What the user types to finish, where an administrator has to. */
  readonly command?: string
}

/** Writes the launcher, and its link where this user may. Replaces only what Coldpress wrote. */
export const installLauncher = ({ path, content, link }: Launcher): InstalledLauncher => {
  const taken = [path, link].find((file) => file !== undefined && isOfOthers(file, path))
  if (taken !== undefined)
    return {
      isOnPath: false,
      message: `${taken} is there already, and not from Coldpress. Nothing was changed. Move it away first.`,
    }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, 0o755)
  if (link !== undefined && !isLinked(link, path)) {
    const command = `sudo mkdir -p ${dirname(link)} && sudo ln -sf ${shellQuoted(path)} ${link}`
    return {
      isOnPath: false,
      message: `Only an administrator of this computer may write to ${dirname(link)}. The command that finishes it is in the clipboard: paste it into a terminal.\n\n${command}`,
      command,
    }
  }
  return {
    isOnPath: true,
    message:
      'Open a new terminal and type coldpress. It has the version and the data folder of this window. Choose this again after you have moved Coldpress to another folder.',
  }
}

const isLinked = (link: string, path: string): boolean => {
  try {
    rmSync(link, { force: true })
    symlinkSync(path, link)
    return true
  } catch {
    return false
  }
}

/** A file that has not the mark; a link to the launcher counts as its own, also a broken one. */
const isOfOthers = (file: string, launcher: string): boolean => {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return false
  try {
    return !readFileSync(file, 'utf8').slice(0, 200).includes(mark)
  } catch {
    // a broken link: the launcher was removed
    return !found.isSymbolicLink() || file === launcher
  }
}
