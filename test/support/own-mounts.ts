import { spawnSync } from 'node:child_process'

export type OwnMounts = {
  readonly isAllowed: boolean
  /** The command that runs a program with mounts of its own; each is there for this program alone. */
  readonly command: (program: string, ...args: readonly string[]) => [string, string[]]
}

/** As root, then as another user, who becomes the root of a user namespace. */
const flags = ['-m', '-rm'] as const

/**
 * How this user gets mounts of their own, found by running `trial` with them. Where the system refuses
 * them, `what` is named as not tested; in CI on Linux, which should test everything, that is an error.
 */
export const ownMounts = (
  what: string,
  [program, ...args]: readonly [string, ...string[]],
): OwnMounts => {
  const commandWith =
    (flag: string): OwnMounts['command'] =>
    (wrapped, ...rest) => ['unshare', [flag, wrapped, ...rest]]
  for (const flag of flags) {
    const command = commandWith(flag)
    if (spawnSync(...command(program, ...args)).status === 0) return { isAllowed: true, command }
  }
  const message = `NOT TESTED: ${what}. \`unshare -m\` needs root, and the system refuses \`unshare -rm\`.`
  if (process.platform === 'linux' && (process.env['CI'] ?? '') !== '') throw new Error(message)
  console.warn(message)
  return { isAllowed: false, command: commandWith(flags[0]) }
}
