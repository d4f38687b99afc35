import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { calls, events } from './src/contract/window/calls.ts'

/**
 * Bundles of the app: the main process with its two utility processes and the two processes for
 * images and tables (ES modules), the preload bridge (CommonJS, the only form that a sandboxed
 * preload can have), and the window. The command line's bundle proves that it needs nothing of
 * Electron.
 */
// Of these sources alone: without it each file takes the settings of whatever tsconfig.json lies above
// it, which decide what imports stay, and so the order of the parts of a bundle.
const tsconfig = join(import.meta.dirname, 'src', 'bundles.tsconfig.json')

export default defineConfig({
  main: {
    tsconfig,
    build: {
      // What is bundled starts in half the time. Both have native code; `debug` asks for the third
      // where it happens to be installed, which is nowhere but here.
      externalizeDeps: false,
      rolldownOptions: { external: ['sharp', '@napi-rs/keyring', 'supports-color'] },
      // A command may be running from what is there: tools/start/build.ts removes it after a day.
      emptyOutDir: false,
      lib: {
        entry: {
          index: 'src/main/index.ts',
          keys: 'src/main/processes/keys/main.ts',
          studio: 'src/main/processes/studio/main.ts',
          'images-child': 'src/media/images/child/main.ts',
          'tables-child': 'src/app/imports/inputs/child/main.ts',
          cli: 'src/cli/main.ts',
        },
        formats: ['es'],
      },
    },
  },
  preload: {
    tsconfig,
    // The names alone, known when it is built: the schemas and zod stay out of the preload.
    define: {
      CALL_NAMES: JSON.stringify(Object.keys(calls)),
      EVENT_NAMES: JSON.stringify(Object.keys(events)),
    },
    build: {
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    tsconfig,
    plugins: [react()],
    build: {
      minify: true,
      // The content policy allows no `data:` address, and scripts and styles as files only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'src/renderer/index.html' },
    },
  },
})
