// The first command in a clone installs its packages itself. Any Node runs this file: it is written
// in the language of 2009 and needs no package.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')

var isInstalled = function (root) {
  // npm writes this list last: it is missing too where an installation broke off.
  return fs.existsSync(path.join(root, 'node_modules', '.package-lock.json'))
}

var isOffline = function (args) {
  var set = process.env.COLDPRESS_OFFLINE
  return args.indexOf('--offline') !== -1 || (set !== undefined && set !== '' && set !== '0')
}

var say = function () {
  console.error('coldpress: ' + Array.prototype.join.call(arguments, ' '))
}

var oldNode = function () {
  return Number(process.versions.node.split('.')[0]) < 20
    ? 'This is Node ' +
        process.versions.node +
        ': install Node 20 or newer first, which brings its npm.'
    : ''
}

var sayWhy = function (ended) {
  if (ended.error !== undefined && ended.error.code === 'ENOENT')
    return say('npm was not found. Install Node 20 or newer, which brings it, and run this again.')
  var how = ended.status === null ? 'was stopped' : 'ended with ' + ended.status
  return say(
    'npm ci ' + how + ', so the packages are not installed.',
    oldNode() ||
      'They are downloaded once: connect this computer to the network and run this again. What npm said is above.'
  )
}

/**
 * Runs `npm ci` in a checkout without packages. Standard output stays free for the command's own.
 * @param args of the command that follows, which may forbid the network
 * @returns false when they are missing still, and it was said why
 */
exports.installPackages = function (root, args) {
  if (isInstalled(root)) return true
  if (isOffline(args)) {
    say(
      'the packages of this checkout are not installed, and offline nothing is downloaded. Run npm ci once.'
    )
    return false
  }
  say('installing the packages of this checkout, once (npm ci, about a minute) …')
  var ended = childProcess.spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // npm is a script there.
    shell: process.platform === 'win32',
  })
  if (ended.status === 0 && isInstalled(root)) return true
  sayWhy(ended)
  return false
}
