// Where it is built, and no source has changed since, the bundle runs: it starts in half the time.
// An installed package has the bundle alone.
'use strict'

const { existsSync, mkdirSync } = require('node:fs')
const nodeModule = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const commandLine = async (root) => {
  const source = join(root, 'src', 'cli', 'main.ts')
  const bundle = join(root, 'out', 'main', 'cli.js')
  if (!existsSync(source)) return bundle
  const { isBuilt } = await import('../tools/start/build-stamp.ts')
  return isBuilt(root) ? bundle : source
}

// What V8 has compiled is kept in the user's own folder. Node's default is the folder for temporary
// files, where another user of this machine could lay out code for a process that holds keys.
const keepCompiled = async () => {
  const { default: envPaths } = await import('env-paths')
  const folder = join(envPaths('Coldpress', { suffix: '' }).cache, 'compiled')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    nodeModule.enableCompileCache(folder)
  } catch {
    // without it a command starts half a second later
  }
}

/** Runs the command line in this process. */
module.exports = async (root) => {
  await keepCompiled()
  await import(pathToFileURL(await commandLine(root)).href)
}
