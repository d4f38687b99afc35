import { spawnSync } from 'node:child_process'

export type RunOptions = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs a program to its end and answers its standard output.
 * @throws Error with all that it wrote when it fails
 */
export const run = (
  program: string,
  args: readonly string[],
  { cwd, env }: RunOptions = {},
): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (error !== undefined || status !== 0)
    throw new Error(
      `${program} ${args.join(' ')} failed: ${error?.message ?? `exit code ${status}`}\n${stdout ?? ''}${stderr ?? ''}`,
    )
  return stdout
}
