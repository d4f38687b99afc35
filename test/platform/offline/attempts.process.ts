/**
 * A program that loads the one which its first argument names, as itself, then tries every way out
 * and prints what came of it as one JSON object. Arguments: program, port, path of a socket, `ask`.
 */
import process from 'node:process'

const [, , program = '', port = '', socketPath = '', ask] = process.argv
await import(program)
// only now: what it finds is what the program has left of the network
const { tryAll } = await import('./attempts.ts')
const outcomes = await tryAll({ port: Number(port), socketPath, asks: ask === 'ask' })
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0))
