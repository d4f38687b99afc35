/** Switches that turn Chromium's sandbox off, wherever they stand. */
const switches = new Set(['--no-sandbox', '--disable-sandbox', '--disable-setuid-sandbox'])

/**
 * Why the vault stays closed: the window's page runs without Chromium's sandbox, so that a flaw of
 * Chromium would reach all that this user can. Undefined: the sandbox is on. The package AppImage
 * adds `--no-sandbox` by itself where the system keeps user namespaces from it (Ubuntu 24.04).
 */
export const unsandboxedReason = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const given = argv.find((argument) => switches.has(argument.split('=', 1)[0] ?? ''))
  const by = given ?? (isSet(env['ELECTRON_DISABLE_SANDBOX']) ? disabling : undefined)
  if (by === undefined) return undefined
  const advice =
    env['APPIMAGE'] === undefined
      ? `Start Coldpress without ${by}.`
      : 'Install the deb or rpm, which bring what the sandbox needs; an AppImage cannot on this system.'
  return `The window runs without Chromium's sandbox (${by}), so the vault stays closed. ${advice}`
}

const disabling = 'ELECTRON_DISABLE_SANDBOX'

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''
