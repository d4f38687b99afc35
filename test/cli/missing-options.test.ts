import { join } from 'node:path'
import { expect, it } from 'vitest'
import { coldpress } from '#cli/coldpress.ts'
import { runProgram } from '#cli/program.ts'
import { captureOutput } from '../support/captured-output.ts'
import { temporaryFolder } from '../support/folder-test.ts'

const output = captureOutput()

it.for([
  [['sale', 'create'], 'Give the price of one token: --price AMOUNT.'],
  [['sale', 'create', '--price', '25'], 'Name the tokens to sell: --tokens LIST'],
  [['sale', 'price', '--tokens', 'a'], 'Give the price of each token with --price, or --remove.'],
  [['token', 'update', 'a'], 'Say what to change: --name, --description or --file.'],
  [['token', 'edit'], 'Give the table with --csv, or a run with --undo.'],
] as const)(
  '%j: what is missing is said before a collection is looked up',
  async ([args, sentence]) => {
    const given = [
      ...args,
      '--collection',
      'nothing of this name',
      '--home',
      join(temporaryFolder(), 'home'),
    ]
    await runProgram(await coldpress(given), given)
    expect(output.stderr).toContain(`coldpress: ${sentence}`)
  },
)
