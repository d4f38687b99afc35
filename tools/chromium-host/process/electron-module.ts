import { registerHooks } from 'node:module'

const url = new URL('../electron/index.ts', import.meta.url).href

/** `import 'electron'`, and Playwright's require of it, give the host's module. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier.startsWith('electron/')
      ? { url, shortCircuit: true }
      : next(specifier, context),
})
