import { findApp, parseArguments } from './arguments.ts'

const { target, chromium, app, inspectPort } = parseArguments(process.argv.slice(2))

/** How the host was started. As with Electron, one process is one app. */
export const boot = {
  ...findApp(target),
  target,
  inspectPort,
  chromiumArguments: [...chromium],
  /** Those of them that were on the command line. */
  givenChromiumArguments: chromium,
  appArguments: app,
  /** Set by `electron-vite dev`. */
  developmentServer: process.env['ELECTRON_RENDERER_URL'],
}

/** The real program: process.execPath names the host, as it names Electron in Electron. */
export const nodePath = process.execPath
