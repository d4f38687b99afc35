#!/usr/bin/env node
// Runs the command line under Node 24, which npm installed with the project: the code uses
// node:sqlite and runs TypeScript as it is. Under npm and npx this file is already started by it.
// Where it is built, and no source has changed since, the bundle runs: it starts in half the time.
// An installed package has the bundle alone.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const commandLine = async () => {
  const source = join(root, 'src', 'cli', 'main.ts')
  const bundle = join(root, 'out', 'main', 'cli.js')
  if (!existsSync(source)) return bundle
  const { isBuilt } = await import('../tools/start/build-stamp.ts')
  return isBuilt(root) ? bundle : source
}

const bundledNode = () => {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return ''
  }
}

// What V8 has compiled is kept in the user's own folder. Node's default is the folder for temporary
// files, where another user of this machine could lay out code for a process that holds keys.
const keepCompiled = async () => {
  const { default: envPaths } = await import('env-paths')
  const folder = join(envPaths('Coldpress', { suffix: '' }).cache, 'compiled')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    module.enableCompileCache(folder)
  } catch {
    // without it a command starts half a second later
  }
}

const runUnder = (node) => {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  // A terminal sends Ctrl-C to both processes; a signal sent to this one alone is passed on.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal])
  })
}

const isVersionAsked = ['--version', '-V'].includes(process.argv[2]) && process.argv.length === 3

// Nothing is loaded for it: scripts ask for it often.
if (isVersionAsked) {
  console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
} else if (Number(process.versions.node.split('.')[0]) >= 24) {
  await keepCompiled()
  await import(pathToFileURL(await commandLine()).href)
} else if (existsSync(bundledNode())) {
  runUnder(bundledNode())
} else {
  console.error(
    'coldpress needs Node 24 or newer. Install Node 24, or run npm ci in the checkout: it brings its own.',
  )
  process.exit(1)
}
