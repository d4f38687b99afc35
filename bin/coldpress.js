#!/usr/bin/env node
// Runs the command line under Node 24, which npm installs with the project: the code uses
// node:sqlite and runs TypeScript as it is. Under npm and npx this file is already started by it.
// An older Node starts it too, so it is written in the language of 2009, as are the files that it
// loads before it knows the version; bin/package.json says that this folder is CommonJS.
'use strict'

var fs = require('fs')
var path = require('path')
var under = require('./run-under.js')

var root = path.join(__dirname, '..')
var args = process.argv.slice(2)
var isVersionAsked = args.length === 1 && (args[0] === '--version' || args[0] === '-V')

// A checkout has it and an installed package does not: there npm has installed everything.
var installer = path.join(root, 'tools', 'start', 'install-packages.cjs')

// Nothing is loaded for the version: scripts ask for it often.
if (isVersionAsked) {
  console.log(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version)
} else if (fs.existsSync(installer) && !require(installer).installPackages(root, args)) {
  process.exitCode = 1
} else if (under.isNewEnough()) {
  void require('./launch.js')(root)
} else if (fs.existsSync(under.bundledNode())) {
  under.runUnder(under.bundledNode(), [__filename].concat(args))
} else {
  console.error(
    'coldpress needs Node 24 or newer, and this is Node ' +
      process.versions.node +
      '. Install Node 24, or run npm ci in the checkout: it brings its own.'
  )
  process.exitCode = 1
}
