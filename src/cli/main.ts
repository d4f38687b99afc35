import { coldpress } from './coldpress.ts'
import { runProgram } from './program.ts'

await runProgram(coldpress(), process.argv.slice(2))
