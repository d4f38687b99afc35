#!/usr/bin/env node
// Stands where Electron's binary would: Playwright and electron-vite start it with the same arguments.
// The host needs Node 24, which npm installed with the project; the system's may be older.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const host = new URL('./host.ts', import.meta.url)

const runUnder = (node) => {
  const child = spawn(node, [fileURLToPath(host), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both processes; a signal sent to this one alone is passed on.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

if (Number(process.versions.node.split('.')[0]) >= 24) await import(host.href)
else {
  const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
  runUnder(join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
}
