import type { WebPreferences } from 'electron'

/** What a window is by default in Electron, and must stay. */
const demanded = {
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  plugins: false,
} as const satisfies Partial<WebPreferences>

const harmless = [
  'preload',
  'partition',
  'session',
  'devTools',
  'spellcheck',
  'backgroundThrottling',
  'disableDialogs',
  'safeDialogs',
  'navigateOnDragDrop',
  'defaultEncoding',
  'zoomFactor',
] as const satisfies readonly (keyof WebPreferences)[]

const allowed = new Set<string>([...Object.keys(demanded), ...harmless])

/** Refuses a window that would be less than sandboxed and isolated, or that the host cannot be true to. */
export const checkWebPreferences = (preferences: object): void => {
  const asked = new Map(Object.entries(preferences))
  for (const [name, value] of Object.entries(demanded))
    if (asked.has(name) && asked.get(name) !== value && asked.get(name) !== undefined)
      throw new Error(
        `webPreferences.${name} must be ${value}: windows are sandboxed and isolated.`,
      )
  for (const name of asked.keys())
    if (!allowed.has(name)) throw new Error(`The Chromium host has no webPreferences.${name}.`)
}
