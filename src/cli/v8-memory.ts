import { setFlagsFromString } from 'node:v8'

/*
 * Settings of V8 from the start of the command line, measured in docs/benchmarks.md. They are here and
 * not in the commands that need them, because what V8 keeps compiled on the disk is for one set of
 * settings: this is loaded before all else.
 */

// The space for new objects stays at 1 MB. While the program is loaded it would grow to 32, which then
// fill with the garbage of whatever the command does.
setFlagsFromString('--semi-space-growth-factor=1')

// WebAssembly stays as it was first compiled. The parser of HTTP answers is one huge function: compiling
// it to the last takes 30 MB, which malloc keeps.
setFlagsFromString('--no-wasm-dynamic-tiering')
setFlagsFromString('--no-wasm-tier-up')
