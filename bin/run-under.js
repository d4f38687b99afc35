// Loaded by old versions of Node too: see coldpress.js.
'use strict'

var childProcess = require('child_process')
var os = require('os')
var path = require('path')

/** Whether this Node runs Coldpress itself. */
var isNewEnough = function () {
  return Number(process.versions.node.split('.')[0]) >= 24
}

/** The Node that npm installed, or would install, with the project; empty where that cannot be. */
var bundledNode = function () {
  try {
    var folder = path.dirname(require.resolve('node/package.json'))
    return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch (missing) {
    return ''
  }
}

/** Runs a program of the same terminal in place of this one: its exit code is this process's. */
var runUnder = function (node, args) {
  var child = childProcess.spawn(node, args, { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both processes; a signal sent to this one alone is passed on.
  process.on('SIGINT', function () {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  process.on('SIGTERM', function () {
    child.kill('SIGTERM')
  })
  child.on('error', function (error) {
    console.error('coldpress: ' + node + ' did not start: ' + error.message)
    process.exit(1)
  })
  child.on('exit', function (code, signal) {
    process.exit(code === null ? 128 + os.constants.signals[signal] : code)
  })
}

module.exports = { isNewEnough: isNewEnough, bundledNode: bundledNode, runUnder: runUnder }
