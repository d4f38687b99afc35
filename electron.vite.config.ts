import { defineConfig } from 'electron-vite'

export default defineConfig({
  main: {
    build: {
      lib: {
        entry: { cli: 'src/cli/main.ts', 'images-child': 'src/core/images/child/main.ts' },
        formats: ['es'],
      },
    },
  },
})
