import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The package's facts are safe to read; its index.js would begin a download. */
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('electron/package.json'), 'utf8'),
)

/** Of the Electron that is stood in for. */
export const electronVersion = version
