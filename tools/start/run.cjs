// `node run.cjs FILE …` runs a program of this checkout under the Node that npm installs with it, and
// installs the packages before that, where they are missing. Any Node runs this file.
'use strict'

var path = require('path')
var under = require('../../bin/run-under.js')
var installPackages = require('./install-packages.cjs').installPackages

var root = path.join(__dirname, '..', '..')
var args = process.argv.slice(2)

if (installPackages(root, args)) {
  under.runUnder(under.isNewEnough() ? process.execPath : under.bundledNode(), args)
} else {
  process.exitCode = 1
}
